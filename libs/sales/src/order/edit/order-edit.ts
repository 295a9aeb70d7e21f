import {
  type Call,
  type ItemSnapshot,
  type Order,
  orderChanged,
  type OrderEdit,
  type OrderTotal,
  Refused,
} from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { Db, type Tx } from '@stockbook/persistence';
import { actorOf, judgeSize } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { creditsOf } from '../credit/credited-lines.js';
import { creditFaults, currencyUses, loweredTotalFaults, restockUses } from '../credit/order-credits.js';
import { findCustomer, holdCustomer } from '../../customer/order/order-customer.js';
import { holdItems } from '../../item/changing-items.js';
import { isPending } from '../complete/order-lookup.js';
import { changeRow, orderSubscriptions, shownStates } from '../facts/order-facts.js';
import { isKnown, noteSource } from '../record/order-source.js';
import { toOrder } from '../list/order-shown.js';
import { OrderItems } from '../reference/order-items.js';
import { itemSnapshots } from '../place/order-lines.js';
import { OrderReferences } from '../reference/order-references.js';
import { type OrderReference, statusTerms } from '../reference/order-terms.js';
import { promotionRows } from '../promotion/order-promotions.js';
import { type Claimed, keyOfEdit, PromotionClaims } from '../promotion/promotion-claims.js';
import { type OrderRecord, readLines } from '../record/order-records.js';
import { claimOrder, findOrder } from '../record/order-visibility.js';
import { recordHistory, replaceLines, updateOrder } from '../record/order-writes.js';
import type { OrderSource } from '../record/order.entity.js';
import { locationOf, relocation } from '../stock/order-location.js';
import { findReopened, kindFaults } from '../stock/reopened-lines.js';
import { type EditTerms, editTerms, reviseOrder, statusOf } from './order-revision.js';

type Edit = Call<OrderEdit>;
interface WithTotals {
  readonly totals?: readonly OrderTotal[];
}

interface Current extends Pick<Claimed, 'claim_key'> {
  /** The items that the edit names or needs, as they are now. */
  readonly items: readonly ItemSnapshot[];
}

const NOTHING: Claimed = { channel_id: 0, claim_key: '', promotion_ids: [] };

/** Edits orders, and with a source imports a new state of them. */
@Injectable()
export class OrderEditing {
  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly items: OrderItems,
    private readonly claims: PromotionClaims,
  ) {}

  async edit<A extends object>(call: Edit, answerOf: (order: Order) => A, source?: OrderSource): Promise<A> {
    const { caller, input } = call;
    const { account_id } = caller;
    const { order_id, products } = input;
    const [stored, lines, found, customer_id] = await Promise.all([
      findOrder(this.db, caller, order_id),
      products ? readLines(this.db, account_id, [order_id]) : [],
      this.items.find(call, products ?? []),
      input.customer_id ? findCustomer(this.db, account_id, input.customer_id) : undefined,
    ]);
    const claimed = stored ? await this.claimAdded(call, stored, customer_id) : NOTHING;
    const items = [...found, ...(stored ? itemSnapshots(lines.filter((line) => !isPending(stored, line))) : [])];
    return this.claims.hold(call, claimed, async () => {
      const terms = await this.references.apply(account_id, (reference) =>
        editTerms(input, { ...reference, caller, stored, items, customer_id, source }),
      );
      const reopened = await findReopened(this.items, this.db, call, stored, terms.status);
      const current = { claim_key: claimed.claim_key, items: [...found, ...reopened] };
      return this.db.transact(call, async (tx) => answerOf(await this.revise(tx, call, { ...terms, ...current })));
    });
  }

  /** The uses of strict promotions that an edit adds are claimed; those that count already are not judged again. */
  private async claimAdded(call: Edit, stored: OrderRecord, customer_id = stored.customer_id): Promise<Claimed> {
    const { caller, input } = call;
    const order_status_id = statusOf(input, stored);
    const isVoid = (reference: OrderReference) =>
      order_status_id ? statusTerms(order_status_id, { ...reference, caller, stored }, []).voids : stored.voids;
    const lines: readonly WithTotals[] = input.products ?? (await this.linesComingBack(stored));
    const totals = [...(input.totals ?? stored.totals), ...lines.flatMap((line) => line.totals ?? [])];
    const strict = await this.claims.strictIn(caller.account_id, totals, isVoid);
    const counting = stored.voids ? [] : stored.promotions;
    const added = strict.filter((id) => !counting.some(({ promotion_id }) => promotion_id === id));
    return this.claims.claim(call, added, { ...stored, customer_id, claim_key: keyOfEdit(stored) });
  }

  /** Returns the stored lines of a void order, whose uses count again once it is void no more. */
  private async linesComingBack({ account_id, order_id, voids, promotions }: OrderRecord) {
    return voids && promotions.length ? readLines(this.db, account_id, [order_id]) : [];
  }

  private async revise(tx: Tx, call: Edit, terms: EditTerms & Current): Promise<Order> {
    const { caller, input } = call;
    const [customer_id, is_subscribed, stored] = await Promise.all([
      input.customer_id && holdCustomer(tx, input.customer_id),
      orderSubscriptions.has(tx),
      claimOrder(tx, caller, input.order_id),
    ]);
    const [storedLines, credited] = await Promise.all([
      readLines(tx, tx.account_id, [stored.order_id]),
      terms.lines ? creditsOf(tx, tx.account_id, stored.order_id) : [],
    ]);
    if (terms.source && isKnown(stored, terms.source)) {
      await noteSource(tx, stored, terms.source);
      return toOrder(stored, storedLines);
    }
    const isMoved =
      !terms.status && stored.location_id !== (await locationOf(tx, stored, storedLines, terms.channels_location_id));
    const taken = isMoved ? { ...terms, status: terms.current } : terms;
    const revision = reviseOrder(stored, storedLines, { ...input, customer_id }, taken);
    if (revision.lines) Refused.ifAny(creditFaults(revision.lines, credited));
    if (revision.order.currency !== stored.currency) Refused.ifAny(await currencyUses(tx, stored.order_id));
    // A channel's total is taken as it comes: it may have lowered the order by what it has refunded.
    if (!terms.source && revision.order.total < stored.total)
      Refused.ifAny(await loweredTotalFaults(tx, stored.order_id, revision.order.total));
    const wanted = revision.lines ?? storedLines;
    const former = { order: stored, lines: storedLines };
    Refused.ifAny(kindFaults(terms.items, former, { order: revision.order, lines: wanted }));
    if (stored.deducts && !revision.order.deducts) Refused.ifAny(await restockUses(tx, stored.order_id));
    const located = { ...stored, deducts: revision.order.deducts };
    const location_id = await locationOf(tx, located, wanted, terms.channels_location_id);
    const [lines] = await Promise.all([
      revision.lines ? replaceLines(tx, stored.order_id, revision.lines) : storedLines,
      // The lines of a void order are not open: their items may have changed since.
      (revision.lines || stored.voids) && holdItems(tx, wanted),
    ]);
    const row = await updateOrder(tx, stored, { ...revision.order, location_id });
    const isNewStatus = row.order_status_id !== stored.order_status_id;
    if (isNewStatus) await recordHistory(tx, [row], caller, '');
    if (location_id !== stored.location_id)
      await recordHistory(tx, [row], caller, relocation(stored.location_id, location_id));
    const change = isNewStatus ? 'status_changed' : 'edited';
    const states = { before: former, after: { order: row, lines } };
    const shown = shownStates(states);
    judgeSize(tx, orderChanged, { change, ...shown });
    publishAll(tx, [
      changeRow({ change, actor: actorOf(call), ...states, shown }, is_subscribed),
      ...promotionRows(stored, row, terms.claim_key),
    ]);
    return shown.after;
  }
}
