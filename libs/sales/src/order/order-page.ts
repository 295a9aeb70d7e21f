import type { CallOf, order, OrderGet } from '@stockbook/contracts';
import { type Conditions, type Db, listStatement, type Reader, windowOf } from '@stockbook/persistence';
import { filterOf, isTallied } from './order-filter.js';
import type { SharedLookups } from './shared-lookups.js';

/** The ids of a page of orders, and how many there are in all. */
export interface OrderPage {
  readonly ids: readonly number[];
  readonly total: number;
}

interface List {
  readonly where: Conditions;
  readonly input: OrderGet;
}
type Window = ReturnType<typeof windowOf>;

/** From here on it pays to know whether the list's end is nearer than its beginning. */
const FAR = 10_000;

/** Finds the page that a request asks for. What no tally knows is counted: that takes far longer in a long list, and is shared. */
export async function findPage(
  db: Db,
  counts: SharedLookups<number>,
  call: CallOf<typeof order.get>,
): Promise<OrderPage> {
  const list = { where: filterOf(call), input: call.input };
  const window = windowOf(call.input);
  if (window.offset >= FAR) return db.snapshot((reader) => farPage(reader, list, window));
  const count = () => totalOf(db, list);
  const name = JSON.stringify([`${list.where}`, list.where.values]);
  const [ids, total] = await Promise.all([
    idsAt(db, list, window),
    isTallied(call.input) ? count() : counts.ask(name, count),
  ]);
  return { ids, total };
}

/** A page that is looked for from the nearer end. In one snapshot, or what is added meanwhile would shift it. */
async function farPage(reader: Reader, list: List, window: Window): Promise<OrderPage> {
  const total = await totalOf(reader, list);
  const { limit, offset } = window;
  if (offset <= total / 2) return { total, ids: await idsAt(reader, list, window) };
  const rest = total - offset;
  if (rest <= 0) return { total, ids: [] };
  const mirrored = { limit: Math.min(limit, rest), offset: Math.max(0, rest - limit) };
  const ids = await idsAt(reader, { ...list, input: { ...list.input, order: opposite(list.input) } }, mirrored);
  return { total, ids: ids.reverse() };
}

const opposite = ({ order = 'DESC' }: OrderGet) => (order === 'DESC' ? 'ASC' : 'DESC');

async function idsAt(
  reader: Reader,
  { where, input: { sort = 'order_id', order = 'DESC' } }: List,
  { limit, offset }: Window,
): Promise<number[]> {
  // What is not shipped counts as the earliest: one index then serves both directions.
  const nulls = sort !== 'shipping_date' ? '' : order === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST';
  const [limitAt, offsetAt] = [where.values.length + 1, where.values.length + 2];
  const text = `SELECT sale.order_id FROM sales.sale_order sale WHERE ${where}
    ORDER BY sale.${sort} ${order} ${nulls}, sale.order_id ${order} LIMIT $${limitAt} OFFSET $${offsetAt}`;
  const rows = await reader.query<{ order_id: number }>(listStatement(where, text), [...where.values, limit, offset]);
  return rows.map(({ order_id }) => order_id);
}

/** The tally has the columns of the conditions that it knows. */
async function totalOf(reader: Reader, { where, input }: List): Promise<number> {
  const text = isTallied(input)
    ? `SELECT COALESCE(sum(rows), 0)::int AS total FROM sales.sale_order_tally sale WHERE ${where}`
    : `SELECT count(*)::int AS total FROM sales.sale_order sale WHERE ${where}`;
  const [found] = await reader.query<{ total: number }>(listStatement(where, text), where.values);
  return found?.total ?? 0;
}
