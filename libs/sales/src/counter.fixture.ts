import type { Order, OrderAdd, OrderEdit, OrderHistory, OrderProductAdd } from '@stockbook/contracts';
import { ok, openShop, orderOf, refused, type Shop, type TestUser, type World } from '@stockbook/testing';

/** Returns a free-text product: one piece at 10 by default. */
export const product = (changes: Partial<OrderProductAdd> = {}): OrderProductAdd => ({
  item_id: 0,
  name: 'Gift wrap',
  model: '',
  sku: '',
  quantity: 1,
  price: 10,
  discount: 0,
  discount_total: 0,
  ...changes,
});

/** Sends the same request as a new one, so that the first one is not repeated. */
export const again = <T extends object>(request: T) => ({ ...request, strict: false, again: true });

type OrderFilters = Parameters<TestUser['api']['sale']['order']['get']>[0];

/** A test sells here: in the shop of a fresh account, with orders that name only what differs from the usual. */
export class Counter {
  private placed = 0;

  private constructor(
    private readonly world: World,
    readonly user: TestUser,
    readonly shop: Shop,
    /** This status deducts and locks. */
    readonly done_id: number,
    readonly card_id: number,
  ) {}

  static async open(world: World, timezone = 'UTC'): Promise<Counter> {
    const user = await world.account(timezone);
    const { setting } = user.api;
    const shop = await openShop(user);
    const { order_status_id } = ok(await setting.order_status.add({ name: 'Done', deduct: true, lock: true }));
    const { payment_method_id } = ok(await setting.payment_method.add({ name: 'Card' }));
    return new Counter(world, user, shop, order_status_id, payment_method_id);
  }

  get orders() {
    return this.user.api.sale.order;
  }

  /**
   * Returns an order with one free-text line by default. Every order differs, because a second equal request is a
   * repetition.
   */
  order(changes: Partial<OrderAdd> = {}): OrderAdd {
    const comment = `Order ${++this.placed}`;
    return orderOf(this.shop, [], { products: [product()], comment, ...changes });
  }

  async place(changes: Partial<OrderAdd> = {}): Promise<Order> {
    return ok(await this.orders.add(this.order(changes))).order;
  }

  async refusals(changes: Partial<OrderAdd>): Promise<readonly string[]> {
    return refused(await this.orders.add(this.order(changes)));
  }

  async edit(order_id: number, changes: Omit<OrderEdit, 'order_id'>): Promise<Order> {
    return ok(await this.orders.edit({ order_id, ...changes })).order;
  }

  /** Returns the order as the list shows it once all events have arrived. */
  async settled(order_id: number) {
    await this.world.settled();
    const [order] = ok(await this.orders.get({ order_id, filter_deleted: true })).orders;
    if (!order) throw new Error(`There is no order ${order_id}.`);
    return order;
  }

  /** Returns the ids of a list, in its order. */
  async ids(filters: OrderFilters): Promise<number[]> {
    return ok(await this.orders.get(filters)).orders.map(({ order_id }) => order_id);
  }

  /** Returns an order's history, oldest first. */
  async history(order_id: number): Promise<OrderHistory[]> {
    await this.world.settled();
    return ok(await this.orders.getHistory({ order_id, order: 'ASC', filter_deleted: true })).histories;
  }

  /** Asks the database, past the API. */
  sql<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.world.assembly.running.sales.db.source.query(text, [...values]);
  }
}
