import type { FaultCode } from '@stockbook/contracts';
import type { Action, Actions } from '../action.js';
import { answeredId, type Desk } from '../desk.js';
import type { Write } from '../journal.js';
import type { KnownLine, KnownOrder } from '../known.js';
import type { Span } from '../timeline.js';
import { drawOrderLines } from './lines.js';
import { carrierOf, orderBody, productOf } from './order-body.js';
import { drawPromotions, idsOfPromotions, promotionTotals, strictUse, takeHold } from './promotions.js';

/** At most this many orders of an account can be changed. */
const MOST_ORDERS = 100;

/** A change of an order. The order then has the flags that its status had in this time. */
export interface OrderChange extends Span {
  readonly order_status_id?: number;
  /** The order gets a new version even if no field changes. */
  readonly isVersion: boolean;
}

type OrderWrite = (desk: Desk, order: KnownOrder, note: (change: OrderChange) => void) => Write;

const placeOrder: Action = (desk) => {
  const { account, model, random } = desk;
  if (model.openOrders.length > MOST_ORDERS) return undefined;
  const customer = random.chance(0.3) ? desk.take(model.openRecords('customer')) : undefined;
  const hold = random.chance(0.3) ? takeHold(desk) : undefined;
  const { account_id, channel_ids, location_ids } = account;
  const [token, lines] = [desk.token(), drawOrderLines(desk)];
  const order_status_id = random.chance(0.7) ? random.pick(account.deducting_ids) : account.pending_id;
  const channel = hold?.channel ?? random.between(0, 1);
  const promotions = hold ? [hold.promotion] : drawPromotions(desk);
  const body = {
    ...orderBody(account, channel, { token, lines, order_status_id }),
    customer_id: customer?.id ?? 0,
    email: !customer && random.chance(0.3) ? random.pick(model.emails) : '',
    imported_order_id: hold?.key ?? '',
    totals: promotionTotals(promotions),
  };
  const done = (answer: object, span: Span) => {
    const place = { channel_id: channel_ids[channel] ?? 0, location_id: location_ids[channel] ?? 0 };
    const known = {
      account_id,
      ...answeredIds(answer),
      ...place,
      token,
      version: 1,
      deleted: false,
      lines,
      order_status_id,
    };
    const deducts = model.deductsIn(order_status_id, span);
    model.orders.push({ ...known, deducts, promotion_ids: idsOfPromotions(promotions), comments: [] });
  };
  return linesWrite(desk, 'add', body, { lines, done, ...strictUse(promotions) });
};

const editAll: OrderWrite = (desk, order, note) =>
  writeLines(desk, order, note, desk.random.chance(0.3) ? drawPromotions(desk, 0.5) : undefined);

export const editLines: OrderWrite = (desk, order, note) => writeLines(desk, order, note);

function writeLines(
  desk: Desk,
  order: KnownOrder,
  note: (change: OrderChange) => void,
  promotions?: ReturnType<typeof drawPromotions>,
): Write {
  const lines = drawOrderLines(desk);
  const totals = promotions && { totals: promotionTotals(promotions) };
  const body = {
    order_id: order.order_id,
    comment: desk.token(),
    shipping_method: carrierOf(lines),
    products: lines.map(productOf),
    ...totals,
  };
  const done = (answer: object, span: Span) => {
    Object.assign(order, { lines, line_ids: answeredIds(answer).line_ids });
    if (promotions) order.promotion_ids = idsOfPromotions(promotions);
    note({ ...span, isVersion: true });
  };
  // Credit notes keep the pieces of their lines, and the order may not stop deducting.
  const mayBe: FaultCode[] = desk.model.creditsOf(order).length ? ['over_credited', 'in_use'] : [];
  const isKept = ({ item_id }: KnownLine) => order.lines.some((line) => line.item_id === item_id);
  const added = lines.filter((line) => !isKept(line));
  const { needs, mayBe: limits = [] } = strictUse(promotions ?? []);
  return linesWrite(desk, 'edit', body, { lines: added, done, needs, mayBe: [...mayBe, ...limits] });
}

const editStatus: OrderWrite = (desk, order, note) => {
  const { order_id } = order;
  const order_status_id = drawStatus(desk);
  const done = (_: object, span: Span) => note({ ...span, order_status_id, isVersion: true });
  return desk.write('sale/order/edit', { order_id, order_status_id }, { done, mayBe: usesOf(desk, order) });
};

export const addHistory: OrderWrite = (desk, order, note) =>
  writeHistory(desk, order, note, desk.random.chance(0.8) ? drawStatus(desk) : 0);

const comment: OrderWrite = (desk, order, note) => writeHistory(desk, order, note, 0);

const letDeduct: OrderWrite = (desk, order, note) =>
  writeHistory(desk, order, note, desk.random.pick(desk.account.deducting_ids));

const takeBack: OrderWrite = (desk, order, note) =>
  writeHistory(desk, order, note, desk.random.pick([desk.account.pending_id, desk.account.void_id]));

function writeHistory(
  desk: Desk,
  order: KnownOrder,
  note: (change: OrderChange) => void,
  order_status_id: number,
): Write {
  const { order_id } = order;
  const token = desk.token();
  const done = (_: object, span: Span) => {
    order.comments.push(token);
    if (order_status_id) note({ ...span, order_status_id, isVersion: false });
  };
  const body = { order_id, order_status_id, comment: token };
  return desk.write('sale/order/addHistory', body, { done, mayBe: usesOf(desk, order) });
}

export const deleteOrder: OrderWrite = (desk, order) =>
  desk.write(
    'sale/order/delete',
    { order_id: order.order_id },
    { done: () => markDeleted(order), mayBe: usesOf(desk, order) },
  );

/** Credit notes keep their order from giving back its stock. */
const usesOf = ({ model }: Desk, order: KnownOrder): FaultCode[] => (model.creditsOf(order).length ? ['in_use'] : []);

/** An order has one invoice number, however often it is rendered. */
const renderInvoice: OrderWrite = (desk, order) => {
  const { order_id } = order;
  const done = (answer: object) => {
    const invoice_no = answeredId(answer, 'invoice_no');
    const before = order.invoice_no ?? invoice_no;
    if (before !== invoice_no) desk.journal.wrong.push(`Order ${order_id} has number ${before} and ${invoice_no}.`);
    order.invoice_no = invoice_no;
  };
  return desk.write('extension/module/invoice/render', { order_id }, { done, needs: 'sales' });
};

const payOut: Action = (desk) => {
  const order = desk.take(desk.model.orders.filter(({ deducts, deleted }) => deducts && !deleted));
  if (!order) return undefined;
  const { account_id, channel_id, order_id } = order;
  const reference = desk.token();
  const payout = { reference, order_id, name: 'Sales', amount: 10, currency: 'USD', date: '2026-03-01' };
  const done = () => {
    desk.journal.entries.push({ account_id, of: 'payout', token: reference });
    order.isPaidOut = true;
    addVersion(order);
  };
  return desk.write('extension/report/channel_payout/add', { channel_id, payouts: [payout] }, { done });
};

/** Reads an order, which must be as it was acknowledged, and one that does not exist for this account. */
const lookAtOrders: Action = async (desk) => {
  const { api, journal, random, account, model } = desk;
  const known = desk.take(model.orders);
  if (!known) return undefined;
  const read = await api.sale.order.get({ order_id: known.order_id });
  const found = read.error ? undefined : read.orders.map((order) => orderState(order, order.products));
  const expected = known.deleted ? [] : [orderState(known, known.lines)];
  if (found && found.join() !== expected.join())
    journal.wrong.push(`Order ${known.order_id} is ${found.join()}, not ${expected.join()}.`);
  const others = journal.models.filter((other) => other !== model).flatMap(({ orders }) => orders.slice(-1));
  if (!others.length || !random.chance(0.3)) return found !== undefined;
  const { order_id } = random.pick(others);
  const seen = await api.sale.order.get({ order_id });
  if (!seen.error && seen.orders.length)
    journal.wrong.push(`Account ${account.account_id} sees order ${order_id} of another account.`);
  return found !== undefined;
};

const orderState = ({ order_status_id }: { order_status_id?: number }, lines: readonly KnownLine[]): string =>
  [order_status_id, ...lines.map(({ item_id, quantity }) => `${item_id}x${quantity}`)].join();

const drawStatus = ({ account, random }: Desk): number => random.pick([account.pending_id, ...account.deducting_ids]);

const change =
  (write: OrderWrite, isOne: (order: KnownOrder, desk: Desk) => boolean = () => true): Action =>
  (desk) => {
    const order = desk.take(desk.model.openOrders.filter((each) => isOne(each, desk)));
    return order && write(desk, order, (made) => noteChanges(desk, order, [made]));
  };

/** Notes changes that clients made at once: in either sequence the order ends in the status that one of them gave. */
export function noteChanges({ model }: Desk, order: KnownOrder, changes: readonly OrderChange[]): void {
  if (!changes.length) return;
  const given = changes.find(({ order_status_id }) => order_status_id)?.order_status_id ?? order.order_status_id;
  const sent = Math.min(...changes.map((change) => change.sent));
  const answered = Math.max(...changes.map((change) => change.answered));
  const deducts = model.deductsIn(given, { sent, answered });
  const isCertain = deducts !== null && order.deducts !== null;
  for (const { isVersion } of changes) {
    if (isVersion || given !== order.order_status_id) addVersion(order);
    // A comment makes a version only if the order does not have the flags yet, which another change may have given it.
    else if (!isCertain || (deducts !== order.deducts && changes.length > 1)) order.version = null;
    else if (deducts !== order.deducts) addVersion(order);
  }
  order.order_status_id = given;
  order.deducts = deducts;
}

function addVersion(order: KnownOrder): void {
  if (order.version !== null) order.version++;
}

export function markDeleted(order: KnownOrder): void {
  order.deleted = true;
  addVersion(order);
}

interface LinesWrite extends Pick<Write, 'done' | 'needs'> {
  readonly lines: readonly KnownLine[];
  readonly mayBe?: readonly FaultCode[];
}

/** Makes a write with new lines. Only lines of items that are gone for certain are refused. */
function linesWrite(desk: Desk, verb: string, body: object, { lines, done, needs, mayBe = [] }: LinesWrite): Write {
  const item_ids = lines.map(({ item_id }) => item_id);
  return desk.write(`sale/order/${verb}`, body, {
    needs,
    mayBe: (span) => (desk.model.presence(item_ids, span).mayBeGone ? ['unknown_reference', ...mayBe] : mayBe),
    done: (answer, span) => {
      if (!desk.model.presence(item_ids, span).mayBeThere)
        desk.journal.wrong.push(`sale/order/${verb} has a deleted item: ${JSON.stringify(body)}`);
      done(answer, span);
    },
  });
}

function answeredIds(answer: object): Pick<KnownOrder, 'order_id' | 'line_ids'> {
  const { order } = answer as { order?: { products?: object[] } };
  if (!order?.products) throw new Error(`An answer has no order: ${JSON.stringify(answer)}`);
  return {
    order_id: answeredId(order, 'order_id'),
    line_ids: order.products.map((line) => answeredId(line, 'order_product_id')),
  };
}

export const orderActions: Actions = {
  'place an order': [190, placeOrder],
  'edit an order': [80, change(editAll)],
  'let an order deduct': [35, change(letDeduct, ({ deducts }) => !deducts)],
  'take an order back': [35, change(takeBack, ({ deducts }) => deducts !== false)],
  'edit the status of an order': [
    10,
    change(editStatus, ({ order_status_id }, { account }) => order_status_id !== account.void_id),
  ],
  'comment on an order': [10, change(comment)],
  'delete an order': [25, change(deleteOrder)],
  'look at orders': [80, lookAtOrders],
  'render an invoice': [20, change(renderInvoice)],
  'pay an order out': [6, payOut],
};
