import type { Call, Order, OrderAdd } from '@stockbook/contracts';
import { Db, SharedWrites, type Tx } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { customerFinder } from '../../customer/order/order-customer.js';
import { PromotionClaims } from '../promotion/promotion-claims.js';
import type { OrderSource } from '../record/order.entity.js';
import { ChannelActivity } from './channel-activity.js';
import { type NewOrder, writeOrders } from './new-orders.js';
import { OrderItems } from './order-items.js';
import { placeOrder } from './order-placement.js';
import { OrderReferences } from './order-references.js';

type Add = Call<OrderAdd>;

/** Adds orders: those of tills, and with a source those that are imported. */
@Injectable()
export class OrderAdding {
  private readonly findCustomer;

  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly items: OrderItems,
    private readonly channels: ChannelActivity,
    private readonly claims: PromotionClaims,
  ) {
    this.findCustomer = customerFinder(db);
  }

  /** The transactions of new orders: those that arrive while others of their account are written share one. */
  writes<A extends object>(answerOf: (order: Order) => A): SharedWrites<NewOrder, A> {
    const write = async (tx: Tx, orders: readonly NewOrder[]) => {
      const written = await writeOrders(tx, orders);
      tx.afterCommit(() => orders.forEach(({ call }) => this.channels.note(call.caller, call.input.channel_id)));
      return written.map(answerOf);
    };
    return new SharedWrites(this.db, write);
  }

  async add<A extends object>(call: Add, writes: SharedWrites<NewOrder, A>, source?: OrderSource): Promise<A> {
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
        return writes.run({ ...placement, call });
      }),
    );
  }

  /** The customer of a new order, after the uses of its strict promotions are claimed. */
  private async customerClaiming(call: Add) {
    const { caller, input } = call;
    const totals = [...input.totals, ...input.products.flatMap((product) => product.totals ?? [])];
    const [customer_id, strict] = await Promise.all([
      this.findCustomer(caller.account_id, input),
      this.claims.strictIn(caller.account_id, totals),
    ]);
    const claimed = await this.claims.claim(call, strict, { ...input, customer_id: customer_id ?? 0 });
    return { customer_id, claimed };
  }
}
