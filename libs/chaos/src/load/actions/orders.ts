import type { OrderAdd, OrderProductAdd } from '@stockbook/contracts';
import { answeredId, type Desk } from '../desk.js';
import type { ExpectedLine, ExpectedOrder, Write } from '../journal.js';
import type { ShopAccount } from '../shop.js';
import { drawBundleLine, drawOrderLines } from './lines.js';
import { drawPromotions, idsOfPromotions, promotionTotals, strictUse, takeHold } from './promotions.js';

const MOST_ORDERS = 30;

export function order(desk: Desk): Write {
  const orders = desk.openOrders;
  const roll = desk.random.next();
  const known = roll < 0.5 || orders.length > MOST_ORDERS ? desk.take(orders) : undefined;
  if (!known) return placeOrder(desk);
  if (roll < 0.225) return editOrder(desk, known);
  if (roll < 0.425) return changeStatus(desk, known);
  return changeOrder(desk, known, 'delete', {}, () => (known.deleted = true));
}

/** An order has one invoice number, however often it is rendered. */
export function renderInvoice(desk: Desk): Write | undefined {
  const known = desk.take(desk.openOrders);
  if (!known) return undefined;
  const { order_id } = known;
  const done = (answer: object) => {
    const invoice_no = answeredId(answer, 'invoice_no');
    const before = known.invoice_no ?? invoice_no;
    if (before !== invoice_no) desk.journal.wrong.push(`Order ${order_id} has number ${before} and ${invoice_no}.`);
    known.invoice_no = invoice_no;
  };
  return desk.write('extension/module/invoice/render', { order_id }, { done, needs: 'sales' });
}

/** Reads an order of its own, which must be as it was acknowledged, and one that is not there for this account. */
export async function lookAtOrders({ api, journal, random, account, openOrders }: Desk): Promise<undefined> {
  if (!openOrders.length) return;
  const known = random.pick(openOrders);
  const read = await api.sale.order.get({ order_id: known.order_id });
  const [shown] = read.error ? [] : read.orders;
  if (shown && orderState(shown, shown.products) !== orderState(known, known.lines))
    journal.wrong.push(`Order ${known.order_id} is ${JSON.stringify(shown)}, not ${JSON.stringify(known)}`);
  const theirs = journal.orders.findLast(({ account_id }) => account_id !== account.account_id);
  if (!theirs || !random.chance(0.3)) return;
  const seen = await api.sale.order.get({ order_id: theirs.order_id });
  if (!seen.error && seen.orders.length)
    journal.wrong.push(`Account ${account.account_id} sees order ${theirs.order_id} of another account.`);
}

const orderState = ({ order_status_id }: { order_status_id?: number }, lines: readonly ExpectedLine[]): string =>
  [order_status_id, ...lines.map(({ item_id, quantity }) => `${item_id}x${quantity}`)].join();

function placeOrder(desk: Desk): Write {
  const { account, random, journal } = desk;
  const customer = random.chance(0.3) ? desk.take(desk.openRecords('customer')) : undefined;
  const hold = random.chance(0.3) ? takeHold(desk) : undefined;
  const { account_id, channel_ids } = account;
  const [token, lines, order_status_id] = [desk.token(), drawSoldLines(desk), drawStatus(desk)];
  const channel = hold?.channel ?? random.between(0, 1);
  const promotions = hold ? [hold.promotion] : drawPromotions(desk);
  const body = {
    ...orderBody(account, channel, { token, lines, order_status_id }),
    customer_id: customer?.id ?? 0,
    imported_order_id: hold?.key ?? '',
    totals: promotionTotals(promotions),
  };
  const done = (answer: object) => {
    const deducts = order_status_id !== account.pending_id;
    const known = { account_id, ...answeredIds(answer), channel_id: channel_ids[channel] ?? 0, token, version: 1 };
    const promotion_ids = idsOfPromotions(promotions);
    const placed = { ...known, order_status_id, deducts, deleted: false, lines, promotion_ids };
    journal.orders.push(placed);
    desk.orders.push(placed);
  };
  return desk.write('sale/order/add', body, { done, ...strictUse(promotions) });
}

function editOrder(desk: Desk, known: ExpectedOrder): Write {
  const lines = drawSoldLines(desk);
  const promotions = desk.random.chance(0.3) ? drawPromotions(desk, 0.5) : undefined;
  const totals = promotions && { totals: promotionTotals(promotions) };
  const fields = {
    comment: desk.token(),
    shipping_method: carrierOf(lines),
    products: lines.map(productOf),
    ...totals,
  };
  const apply = (answer: object) => {
    Object.assign(known, { lines, line_ids: answeredIds(answer).line_ids });
    if (promotions) known.promotion_ids = idsOfPromotions(promotions);
  };
  return changeOrder(desk, known, 'edit', fields, apply, strictUse(promotions ?? []));
}

/** Moves an order to or from a status that deducts; one that does not may be void. */
function changeStatus(desk: Desk, known: ExpectedOrder): Write {
  const { pending_id, void_id, deducting_ids } = desk.account;
  const order_status_id = desk.random.pick(known.deducts ? [pending_id, void_id] : deducting_ids);
  return changeOrder(desk, known, 'addHistory', { order_status_id, comment: desk.token() }, () => {
    known.order_status_id = order_status_id;
    known.deducts = deducting_ids.includes(order_status_id);
  });
}

function changeOrder(
  desk: Desk,
  known: ExpectedOrder,
  verb: string,
  fields: object,
  apply: (answer: object) => void,
  options: ReturnType<typeof strictUse> = {},
): Write {
  const done = (answer: object) => {
    apply(answer);
    known.version++;
  };
  return desk.write(`sale/order/${verb}`, { order_id: known.order_id, ...fields }, { done, ...options });
}

function drawStatus({ account, random }: Desk): number {
  return random.chance(0.7) ? random.pick(account.deducting_ids) : account.pending_id;
}

function drawSoldLines(desk: Desk): ExpectedLine[] {
  const { random, account } = desk;
  const lines = drawOrderLines(random, account.goods, 3);
  return random.chance(0.2) ? random.shuffled([...lines.slice(0, 2), ...drawBundleLine(desk)]) : lines;
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

/** Few, one of them empty, and another one after some edits: orders are counted by it. */
const carrierOf = ({ length }: readonly ExpectedLine[]): string => (length > 1 ? `Carrier ${length}` : '');

type Ordered = Pick<ExpectedOrder, 'token' | 'lines' | 'order_status_id'>;

export function orderBody(account: ShopAccount, channel: number, { token, lines, order_status_id }: Ordered): OrderAdd {
  const empty = { company: '', telephone: '', telephone_2: '', address_1: '', address_2: '', city: '', postcode: '' };
  const unset = {
    country: '',
    zone: '',
    shipping_method: carrierOf(lines),
    shipping_date: '',
    date_ordered: '',
    comment: '',
  };
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

function answeredIds(answer: object): Pick<ExpectedOrder, 'order_id' | 'line_ids'> {
  const { order } = answer as { order?: { products?: object[] } };
  if (!order?.products) throw new Error(`An answer has no order: ${JSON.stringify(answer)}`);
  return {
    order_id: answeredId(order, 'order_id'),
    line_ids: order.products.map((line) => answeredId(line, 'order_product_id')),
  };
}
