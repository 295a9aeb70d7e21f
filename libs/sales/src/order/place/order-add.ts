import { type Call, type Order, type OrderAdd, type OrderImported, Refused } from '@stockbook/contracts';
import { constraintOf, Db, maySee, SharedWrites, type Tx } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { customerFinder } from '../../customer/order/order-customer.js';
import { keyOfAddition, PromotionClaims } from '../promotion/promotion-claims.js';
import { readImported } from '../record/order-records.js';
import type { OrderSource } from '../record/order.entity.js';
import { ChannelActivity } from './channel-activity.js';
import { type NewOrder, writeOrders } from './new-orders.js';
import { OrderItems } from '../reference/order-items.js';
import { placeOrder } from './order-placement.js';
import { OrderReferences } from '../reference/order-references.js';
import { initialStatus, type OrderReference, paymentTerms } from '../reference/order-terms.js';

type Add = Call<OrderAdd>;

@Injectable()
export class OrderAdding {
  private readonly findCustomer;
  private readonly additions;
  private readonly imports;

  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly items: OrderItems,
    private readonly channels: ChannelActivity,
    private readonly claims: PromotionClaims,
  ) {
    this.findCustomer = customerFinder(db);
    this.additions = this.writes((order) => ({ order }));
    this.imports = this.writes((order) => ({ order, created: true }));
  }

  add(call: Add): Promise<{ order: Order }> {
    return this.addOnce(call, this.additions);
  }

  /** Adds an order of a sales channel, which may be of any type. */
  addImported(call: Add, source: OrderSource): Promise<OrderImported> {
    return this.addOnce(call, this.imports, source);
  }

  /** Writes new orders in transactions: orders that arrive while others of their account are written share one. */
  private writes<A extends object>(answerOf: (order: Order) => A): SharedWrites<NewOrder, A> {
    const write = async (tx: Tx, orders: readonly NewOrder[]) => {
      const written = await writeOrders(tx, orders);
      tx.afterCommit(() => orders.forEach(({ call }) => this.channels.note(call.caller, call.input.channel_id)));
      return written.map(answerOf);
    };
    return new SharedWrites(this.db, write, ({ lines }) => lines.length);
  }

  /** Refuses an order that is there already as a duplicate. */
  private async addOnce<A extends object>(call: Add, writes: SharedWrites<NewOrder, A>, source?: OrderSource) {
    try {
      return await this.place(call, writes, source);
    } catch (error) {
      throw (isInTheWay(error) && (await this.duplicate(call))) || error;
    }
  }

  private async place<A extends object>(call: Add, writes: SharedWrites<NewOrder, A>, source?: OrderSource) {
    const { caller, input } = call;
    const { account_id } = caller;
    const [items, { customer_id, claimed }] = await Promise.all([
      // An order is taken as it is given if inventory is away, and completed later.
      this.items.findIfUp(call, input.products),
      this.customerClaiming(call),
      this.references.prepare(account_id),
    ]);
    return this.claims.hold(call, claimed, () =>
      this.references.apply(account_id, (reference) => {
        const placement = placeOrder(input, { ...reference, caller, items, customer_id, source, now: new Date() });
        return writes.run({ call, ...placement });
      }),
    );
  }

  /** Returns the customer of a new order, after the uses of its strict promotions are claimed. */
  private async customerClaiming(call: Add) {
    const { caller, input } = call;
    const totals = [...input.totals, ...input.products.flatMap((product) => product.totals ?? [])];
    const isVoid = (reference: OrderReference) => {
      const lookups = { ...reference, caller };
      const payment = paymentTerms(input.payment_method, lookups, []);
      return initialStatus(input.order_status_id, payment, lookups, []).voids;
    };
    const [customer_id, strict] = await Promise.all([
      this.findCustomer(caller.account_id, input),
      // An order for a channel that the user may not see is refused, whatever its promotions say.
      maySee(caller, { channel_id: input.channel_id }) ? this.claims.strictIn(caller.account_id, totals, isVoid) : [],
    ]);
    const order = { ...input, customer_id: customer_id ?? 0, claim_key: keyOfAddition(call, input) };
    const claimed = await this.claims.claim(call, strict, order);
    return { customer_id, claimed };
  }

  private async duplicate({ caller, input }: Add): Promise<Refused | undefined> {
    const { channel_id, imported_order_id } = input;
    const stored = imported_order_id && (await readImported(this.db, caller.account_id, channel_id, imported_order_id));
    if (!stored) return undefined;
    const message =
      `Order ${stored.order_id} of channel ${channel_id} has the imported_order_id ` + `${imported_order_id} already.`;
    return new Refused({ code: 'duplicate', field: 'imported_order_id', message });
  }
}

/** The orders share an imported_order_id, or this one used its promotion before. */
const isInTheWay = (error: unknown): boolean =>
  constraintOf(error) === 'sale_order_imported' ||
  (error instanceof Refused && error.faults.some(({ code }) => code === 'limit_reached'));
