import { type Call, type Fault, type Order, type OrderAdd, Refused } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { Db, type Tx } from '@stockbook/persistence';
import { actorOf } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { addCustomer, addedCustomer, customerOf } from '../../customer/order/order-customer.js';
import { changeRow } from '../facts/order-facts.js';
import { toOrder } from '../list/order-shown.js';
import { promotionRows } from '../promotion/order-promotions.js';
import { claimKeyOf, PromotionClaims } from '../promotion/promotion-claims.js';
import { insertOrder } from '../record/order-writes.js';
import type { OrderSource } from '../record/order.entity.js';
import { ChannelActivity } from './channel-activity.js';
import { OrderItems } from './order-items.js';
import { type Placement, placeOrder } from './order-placement.js';
import { OrderReferences } from './order-references.js';

type Add = Call<OrderAdd>;

/** Adds orders: those of tills, and with a source those that are imported. */
@Injectable()
export class OrderAdding {
  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly items: OrderItems,
    private readonly channels: ChannelActivity,
    private readonly claims: PromotionClaims,
  ) {}

  async add<A extends object>(call: Add, answerOf: (order: Order) => A, source?: OrderSource): Promise<A> {
    const { caller, input } = call;
    const { account_id } = caller;
    const [items, { customer_id, claimed }] = await Promise.all([
      // Without the inventory an order is taken as it is given, and completed later.
      this.items.findIfUp(call, input.products),
      this.customerClaiming(call),
      this.references.prepare(account_id),
    ]);
    return this.claims.hold(call, claimed, () =>
      this.references.apply(account_id, (reference) => {
        const placement = placeOrder(input, { ...reference, caller, items, customer_id, source, now: new Date() });
        return this.db.transact(call, async (tx) => answerOf(await this.place(tx, call, placement)));
      }),
    );
  }

  /** The customer of a new order, after the uses of its strict promotions are claimed. */
  private async customerClaiming(call: Add) {
    const { caller, input } = call;
    const totals = [...input.totals, ...input.products.flatMap((product) => product.totals ?? [])];
    const [customer_id, strict] = await Promise.all([
      customerOf(this.db, caller.account_id, input),
      this.claims.strictIn(caller.account_id, totals),
    ]);
    const claimed = await this.claims.claim(call, strict, { ...input, customer_id: customer_id ?? 0 });
    return { customer_id, claimed };
  }

  private async place(tx: Tx, call: Add, placement: Placement): Promise<Order> {
    const { caller, input } = call;
    const customer = placement.order.customer_id ? undefined : await addCustomer(tx, input);
    const customer_id = customer?.customer_id ?? placement.order.customer_id;
    const order = { ...placement.order, customer_id };
    const added = await insertOrder(tx, { ...placement, order }, caller);
    if (!added) throw new Refused(noLocation(order));
    tx.afterCommit(() => this.channels.note(caller, input.channel_id));
    publishAll(tx, [
      ...(customer?.date_added ? [addedCustomer(tx, call, customer, input)] : []),
      changeRow({ change: 'added', actor: actorOf(call), after: added }, added.is_subscribed),
      ...promotionRows(undefined, added.order, claimKeyOf(call)),
    ]);
    return toOrder(added.order, added.lines);
  }
}

const noLocation = ({ channel_id, location_id }: Placement['order']): Fault => ({
  code: 'invalid',
  field: 'channel_id',
  message: `Channel ${channel_id} has no location for its orders: location ${location_id} is deleted.`,
});
