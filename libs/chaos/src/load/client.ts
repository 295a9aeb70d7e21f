import { type HttpAnswer, sign } from '@stockbook/auth';
import { setTimeout as delay } from 'node:timers/promises';
import type { Desk } from './actions/desk.js';
import { renderInvoice } from './actions/invoices.js';
import { addStock, changeStatus, deleteOrder, editOrder, placeOrder, type StockSeen } from './actions/orders.js';
import { addPromotion, type PromotionHold, releaseUse, reserveUse } from './actions/promotions.js';
import { describe, type Gate } from './gate.js';
import { type ExpectedOrder, isSameAnswer, type Write } from './journal.js';
import { Paperwork } from './paperwork.js';
import { Pool } from './pool.js';
import { Stockroom } from './stockroom.js';
import type { ShopAccount } from './shop.js';

const MOST_ORDERS = 30;

/** One client: sends a request, waits for its answer, pauses. It changes only records of its own, one after the other. */
export class Client {
  private readonly orders: Pool<ExpectedOrder>;
  private readonly paperwork: Paperwork;
  private readonly stockroom: Stockroom;
  private readonly holds: Pool<PromotionHold>;

  constructor(
    private readonly gate: Gate,
    private readonly desk: Desk,
    /** Another account, of which this client must see nothing. */
    private readonly stranger: ShopAccount,
    /** Another unit cost at each call, in the whole run. */
    private readonly pause_ms: number,
  ) {
    this.orders = new Pool(desk.random);
    this.holds = new Pool(desk.random);
    this.paperwork = new Paperwork(desk, this.orders);
    this.stockroom = new Stockroom(desk, (item_id, location_id) => this.levelOf(item_id, location_id, 'on_hand'));
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.act();
      const pause = this.desk.random.between(this.pause_ms / 2, 1.5 * this.pause_ms);
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  private async act(): Promise<void> {
    const { random } = this.desk;
    const roll = random.next();
    if (roll < 0.1) return this.addPieces();
    if (roll < 0.2) return this.look();
    const kind = random.next();
    if (kind < 0.3) return this.write(this.paperwork.next());
    if (kind < 0.45) return this.write(await this.stockroom.next());
    if (kind < 0.49) return this.write(this.hold());
    const rendered = kind < 0.52 ? this.orders.take() : undefined;
    if (rendered) return this.write(renderInvoice(this.desk, rendered, this.orders.keep));
    const order = roll < 0.6 || this.orders.size > MOST_ORDERS ? this.orders.take() : undefined;
    if (!order) return this.place();
    if (roll < 0.38) return this.write(editOrder(this.desk, order, this.orders.keep));
    if (roll < 0.54) return this.write(changeStatus(this.desk, order, this.orders.keep));
    return this.write(deleteOrder(this.desk, order));
  }

  /** Holds a use of a promotion for an order to come, or gives one up; now and then adds a promotion. */
  private hold(): Write {
    const { desk, holds } = this;
    if (desk.random.chance(0.2)) return addPromotion(desk);
    const given = desk.random.chance(0.4) ? holds.take() : undefined;
    return given ? releaseUse(desk, given) : reserveUse(desk, holds.keep);
  }

  private place(): Promise<void> {
    const { customers } = this.paperwork;
    const customer = this.desk.random.chance(0.3) ? customers.take() : undefined;
    const hold = this.desk.random.chance(0.3) ? this.holds.take() : undefined;
    const extras = { ...(customer && { customer, keepCustomer: customers.keep }), ...(hold && { hold }) };
    return this.write(placeOrder(this.desk, this.orders.keep, extras));
  }

  private async write(write: Write): Promise<void> {
    const { journal, random } = this.desk;
    const answer = await this.gate.send(write.path, write.text, write.needs);
    if (journal.take(write, answer) === 'acknowledged' && answer && random.chance(0.05))
      await this.repeat(write, answer);
  }

  /** The same bytes once more: the same answer, and nothing done. */
  private async repeat({ path, text, needs }: Write, { body }: HttpAnswer): Promise<void> {
    const again = await this.gate.send(path, text, needs);
    if (!again || again.status >= 500) return;
    if (again.status === 200 && isSameAnswer(again.body, body)) return;
    this.desk.journal.wrong.push(`${path} ${text} was repeated: ${describe(again)}, not ${JSON.stringify(body)}`);
  }

  private async addPieces(): Promise<void> {
    const { account, random } = this.desk;
    const item_id = random.pick(account.goods.all);
    const location_id = random.pick(account.location_ids);
    const seen = await this.levelOf(item_id, location_id, 'quantity');
    if (seen === undefined) return;
    const at: StockSeen = { item_id, location_id, seen };
    await this.write(addStock(this.desk, at, this.desk.journal.nextCost()));
  }

  /** An item's available quantity at a location, or what is on hand there. */
  private async levelOf(item_id: number, location_id: number, field: 'quantity' | 'on_hand') {
    const [item] = listOf(await this.read('inventory/item/get', { item_id }), 'items');
    const level = listOf(item, 'locations').find((place) => numberOf(place, 'location_id') === location_id);
    return level && numberOf(level, field);
  }

  /** Reads an order of its own, which must be as it was acknowledged, and one that is not there for this account. */
  private async look(): Promise<void> {
    const { journal, random } = this.desk;
    const order = this.orders.take();
    if (!order) return;
    const [shown] = listOf(await this.read('sale/order/get', { order_id: order.order_id }), 'orders');
    const lines = listOf(shown, 'products').map((line) => `${numberOf(line, 'item_id')}x${numberOf(line, 'quantity')}`);
    const expected = order.lines.map(({ item_id, quantity }) => `${item_id}x${quantity}`);
    const isAsExpected =
      numberOf(shown, 'order_status_id') === order.order_status_id && lines.join() === expected.join();
    if (shown && !isAsExpected)
      journal.wrong.push(`Order ${order.order_id} is ${JSON.stringify(shown)}, not ${JSON.stringify(order)}`);
    this.orders.keep(order);
    const theirs = journal.orders.filter(({ account_id }) => account_id === this.stranger.account_id).at(-1);
    if (!theirs || !random.chance(0.3)) return;
    const seen = listOf(await this.read('sale/order/get', { order_id: theirs.order_id }), 'orders');
    if (seen.length)
      journal.wrong.push(`Account ${order.account_id} sees order ${theirs.order_id} of another account.`);
  }

  private async read(path: string, input: object): Promise<object | undefined> {
    const { account, journal } = this.desk;
    const answer = await this.gate.send(path, sign(`/${path}`, input, account.credentials));
    if (answer?.status === 200) journal.reads++;
    else if (answer && answer.status < 500) journal.wrong.push(`${path} ${JSON.stringify(input)}: ${describe(answer)}`);
    return answer?.status === 200 ? answer.body : undefined;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const fieldOf = (of: object | undefined, name: string): unknown =>
  of && Object.getOwnPropertyDescriptor(of, name)?.value;

function listOf(of: object | undefined, name: string): object[] {
  const list = fieldOf(of, name);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

const numberOf = (of: object | undefined, name: string): number => Number(fieldOf(of, name));
