import {
  ambiguousSku,
  type Call,
  type CallOf,
  type CustomerGroupOf,
  customerGroupOf,
  type Fault,
  itemMatch,
  itemsNamed,
  noReference,
  ownCall,
  type promotion,
  type PromotionCalculated,
  Refused,
} from '@stockbook/contracts';
import { type Cart, applyPromotions, couponOf, type Evaluation, readPromotionCode } from '@stockbook/promotions';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { refuseLargeAmounts, unlessTooLarge } from '../../cart-amounts.js';
import { Settings } from '../../settings.js';
import { AutomaticRules } from './automatic-rules.js';
import type { StoredRules } from './promotion-rules.js';

type Given = CallOf<typeof promotion.calculate>['input'];
type GivenProduct = Given['products'][number];

export interface EvaluatedCart {
  readonly calculated: PromotionCalculated;
  readonly channel_id: number;
  readonly customer_id: number;
}

/** Applies the promotions of an account to a cart, by the function that offline tills use. */
@Injectable()
export class PromotionCart {
  constructor(
    private readonly rules: AutomaticRules,
    private readonly services: Services,
    private readonly settings: Settings,
  ) {}

  /** The customer of the cart is looked up where a promotion depends on it, unless it is known. */
  async evaluate(call: Call<Given>, known?: CustomerGroupOf): Promise<EvaluatedCart> {
    const { caller, input } = call;
    const { channel_id = 0, coupons = [], totals = [], explain = false, key = '' } = input;
    const now = input.date ? new Date(input.date) : new Date();
    const [money, products] = await Promise.all([
      this.settings.moneyOf(caller.account_id, input),
      this.withItems(call, input.products),
    ]);
    const first = known ?? { customer_id: input.customer_id ?? 0, customer_group_id: 0 };
    const wanted = {
      coupons: coupons.map(couponOf),
      item_ids: products.map(({ item_id }) => item_id),
      customer_id: first.customer_id,
      channel_id,
      key,
      all: explain,
      ended_since: DateTime.fromJSDate(now, { zone: caller.zone }).minus({ days: 1 }).toISODate() ?? '',
    };
    const given = await this.rules.read(caller.account_id, wanted);
    if (!given.channel_exists) throw new Refused(noReference('channel_id', 'channel', channel_id));
    const isLookedUp = !known && dependsOnCustomer(given);
    const { customer_id, customer_group_id } = isLookedUp ? await this.customerOf(call) : first;
    const isMerged = customer_id !== first.customer_id;
    const rules = isMerged ? await this.rules.read(caller.account_id, { ...wanted, customer_id }) : given;
    const cart: Cart = {
      channel_id,
      customer_id,
      customer_group_id,
      ...money,
      coupons,
      products,
      // A cart that was calculated before has lines of promotions, also of those that apply no more.
      totals: totals.filter(({ code }) => !readPromotionCode(code)),
      granted: rules.granted,
      explain,
    };
    const { promotions, categories, uses } = rules;
    const customer_uses = new Map(uses.map((used) => [used.promotion_id, used.uses]));
    const applicable = { promotions, categories, zone: caller.zone, customer_uses };
    const evaluation = unlessTooLarge(() => applyPromotions(cart, applicable, now));
    refuseLargeAmounts([evaluation.total, ...evaluation.applied.map(({ amount }) => amount)]);
    return { calculated: toCalculated(cart, evaluation, rules), channel_id, customer_id };
  }

  /** Returns the living customer of a cart, and its group; 0 means none. */
  async customerOf(call: Call<Given>): Promise<CustomerGroupOf> {
    const { customer_id = 0 } = call.input;
    if (!customer_id) return { customer_id, customer_group_id: 0 };
    return (await this.services.ask(customerGroupOf.get, ownCall(call, { customer_id }))).output;
  }

  /** Only items that a product does not name by id are asked for. */
  private async withItems(call: Call, given: readonly GivenProduct[]) {
    const lines = given
      .filter(({ item_id, model, sku }) => !item_id && (model || sku))
      .map(({ model = '', sku = '' }) => ({ item_id: 0, model, sku }));
    const items = lines.length ? (await this.services.ask(itemMatch.match, ownCall(call, { lines }))).output.items : [];
    const faults: Fault[] = [];
    const products = given.map((product, i) => {
      const { model = '', sku = '' } = product;
      const found = product.item_id ? [] : itemsNamed({ item_id: 0, model, sku }, items);
      if (found.length > 1) faults.push(ambiguousSku(`products[${i}].sku`, sku, found));
      return { ...product, item_id: product.item_id || (found[0]?.item_id ?? 0) };
    });
    Refused.ifAny(faults);
    return products;
  }
}

const dependsOnCustomer = ({ promotions }: StoredRules): boolean =>
  promotions.some(({ configuration }) => configuration.customer_group_ids?.length || configuration.customer_limit);

const toCalculated = (cart: Cart, evaluation: Evaluation, rules: StoredRules): PromotionCalculated => ({
  products: evaluation.products.map(({ totals }) => ({ totals: [...totals] })),
  totals: [...cart.totals, ...evaluation.totals],
  applied: evaluation.applied.map((each) => ({ ...each, allocations: [...each.allocations] })),
  rejected: [...evaluation.rejected],
  total: evaluation.total,
  revision: rules.revision ?? '',
});
