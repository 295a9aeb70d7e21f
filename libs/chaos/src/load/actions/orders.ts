import type { OrderAdd, OrderProductAdd } from '@stockbook/contracts';
import type { ExpectedLine, ExpectedOrder, ExpectedRecord, Write } from '../journal.js';
import type { ShopAccount } from '../shop.js';
import { drawPromotions, idsOfPromotions, type PromotionHold, totalsOf, usesOf } from './promotions.js';
import { type Desk, drawBundleLine, idOf, type Keep, type Made, writeOf } from './desk.js';

/** A customer that the order is for, and pieces and uses that wait for it. */
export interface OrderExtras {
  readonly customer?: ExpectedRecord;
  readonly keepCustomer?: Keep<ExpectedRecord>;
  readonly hold?: PromotionHold;
}

/** Places an order of one to three lines, some of them of one item, some of the same two items in either order, for a customer or a new one. */
export function placeOrder(desk: Desk, keep: Keep<ExpectedOrder>, extras: OrderExtras = {}): Write {
  const { account, random, journal } = desk;
  const { customer, keepCustomer, hold } = extras;
  const token = desk.token();
  const lines = drawLines(desk);
  const order_status_id = drawStatus(desk);
  const channel = hold?.channel ?? random.between(0, 1);
  const promotions = hold ? [hold.promotion] : drawPromotions(desk);
  const body = {
    ...orderBody(account, channel, { token, lines, order_status_id }),
    customer_id: customer?.id ?? 0,
    imported_order_id: hold?.key ?? '',
    totals: totalsOf(promotions),
  };
  const kept = () => void (customer && keepCustomer?.(customer));
  return writeOf(
    desk,
    { service: 'sales', path: 'sale/order/add', body, ...usesOf(promotions) },
    {
      done: (answer) => {
        const { account_id } = account;
        const deducts = order_status_id !== account.pending_id;
        const channel_id = account.channel_ids[channel] ?? 0;
        const known = { account_id, ...idsOf(answer), channel_id, token, version: 1, deleted: false };
        const order = { ...known, order_status_id, deducts, lines, promotion_ids: idsOfPromotions(promotions) };
        journal.orders.push(order);
        keep(order);
        kept();
      },
      refused: kept,
    },
  );
}

/** Changes the lines and quantities of an order, and now and then the promotions that it uses. */
export function editOrder(desk: Desk, order: ExpectedOrder, keep: Keep<ExpectedOrder>): Write {
  const lines = drawLines(desk);
  const promotions = desk.random.chance(0.3) ? drawPromotions(desk, 0.5) : undefined;
  const totals = promotions && { totals: totalsOf(promotions) };
  const body = { order_id: order.order_id, comment: desk.token(), products: lines.map(productOf), ...totals };
  const made = { path: 'sale/order/edit', body, ...usesOf(promotions ?? []) };
  return changeOf(desk, order, keep, made, (answer) => {
    Object.assign(order, { lines, line_ids: idsOf(answer).line_ids });
    if (promotions) order.promotion_ids = idsOfPromotions(promotions);
  });
}

/** Moves an order to or from a status that deducts; one that does not may be void. */
export function changeStatus(desk: Desk, order: ExpectedOrder, keep: Keep<ExpectedOrder>): Write {
  const { account, random } = desk;
  const order_status_id = order.deducts
    ? random.pick([account.pending_id, account.void_id])
    : random.pick(account.deducting_ids);
  const body = { order_id: order.order_id, order_status_id, comment: desk.token() };
  return changeOf(desk, order, keep, { path: 'sale/order/addHistory', body }, () => {
    order.order_status_id = order_status_id;
    order.deducts = account.deducting_ids.includes(order_status_id);
  });
}

export const deleteOrder = (desk: Desk, order: ExpectedOrder): Write =>
  changeOf(
    desk,
    order,
    () => undefined,
    { path: 'sale/order/delete', body: { order_id: order.order_id } },
    () => {
      order.deleted = true;
    },
  );

/** Adds pieces to a stock that was seen to hold so many: refused as stale when others were faster. */
export function addStock(desk: Desk, at: StockSeen, unit_cost: number): Write {
  const { account, random, journal } = desk;
  const { item_id, location_id, seen } = at;
  const pieces = Math.max(seen, 0) + random.between(1, 60);
  const line = { item_id, location_id, quantity: pieces, compare_quantity: seen, cost: unit_cost };
  const { account_id } = account;
  return writeOf(
    desk,
    { service: 'inventory', path: 'inventory/item/editStock', body: { items: [line] }, mayBe: ['stale'] },
    {
      done: () => journal.additions.push({ account_id, item_id, location_id, quantity: pieces - seen, unit_cost }),
      refused: () => undefined,
    },
  );
}

/** A stock's level as a client has read it. */
export interface StockSeen {
  readonly item_id: number;
  readonly location_id: number;
  readonly seen: number;
}

function changeOf(
  desk: Desk,
  order: ExpectedOrder,
  keep: Keep<ExpectedOrder>,
  made: Omit<Made, 'service'>,
  apply: (answer: object) => void,
): Write {
  return writeOf(
    desk,
    { service: 'sales', ...made },
    {
      done: (answer) => {
        apply(answer);
        order.version++;
        keep(order);
      },
      refused: () => keep(order),
    },
  );
}

function drawStatus({ account, random }: Desk): number {
  return random.chance(0.7) ? random.pick(account.deducting_ids) : account.pending_id;
}

function drawLines(desk: Desk): ExpectedLine[] {
  const { random } = desk;
  const lines = drawItemLines(desk);
  return random.chance(0.2) ? random.shuffled([...lines.slice(0, 2), ...drawBundleLine(desk)]) : lines;
}

function drawItemLines({ account: { goods }, random }: Desk): ExpectedLine[] {
  const lineOf = (item_id: number) => ({ item_id, quantity: random.between(1, 4) });
  if (random.chance(0.3)) return random.shuffled(goods.hot).map(lineOf);
  const lines = Array.from({ length: random.between(1, 3) }, () => lineOf(random.pick(goods.all)));
  const [first] = lines;
  return first && random.chance(0.15) ? [...lines.slice(0, 2), lineOf(first.item_id)] : lines;
}

const productOf = ({ item_id, quantity }: ExpectedLine): OrderProductAdd => ({
  item_id,
  quantity,
  name: `Item ${item_id}`,
  model: '',
  sku: '',
  price: 10,
  discount: 0,
  discount_total: 0,
});

type Ordered = Pick<ExpectedOrder, 'token' | 'lines' | 'order_status_id'>;

/** The request for an order at one of the account's channels. */
export function orderBody(account: ShopAccount, channel: number, { token, lines, order_status_id }: Ordered): OrderAdd {
  const empty = { company: '', telephone: '', telephone_2: '', address_1: '', address_2: '', city: '', postcode: '' };
  const unset = { country: '', zone: '', shipping_method: '', shipping_date: '', date_ordered: '', comment: '' };
  return {
    ...empty,
    ...unset,
    imported_order_id: '',
    shipping_tracking: token,
    channel_id: account.channel_ids[channel] ?? 0,
    customer_id: 0,
    firstname: 'Ada',
    lastname: 'Lovelace',
    email: '',
    currency: 'USD',
    currency_value: 0,
    payment_method: account.payment_method_id,
    total: 10,
    products: lines.map(productOf),
    totals: [],
    split_payment: 0,
    order_status_id,
  };
}

function idsOf(answer: object): Pick<ExpectedOrder, 'order_id' | 'line_ids'> {
  const { order } = answer as { order?: { products?: object[] } };
  if (!order?.products) throw new Error(`An answer has no order: ${JSON.stringify(answer)}`);
  return { order_id: idOf(order, 'order_id'), line_ids: order.products.map((line) => idOf(line, 'order_product_id')) };
}
