import type { CallOf, order, OrderGet } from '@stockbook/contracts';
import { type Db, listStatement, type Reader, windowOf } from '@stockbook/persistence';
import { filterOf } from './order-filter.js';
import { isKnown, totalOf } from './order-total.js';
import type { SharedLookups } from './shared-lookups.js';

type Call = CallOf<typeof order.get>;
type Window = ReturnType<typeof windowOf>;

/** The ids of a page of orders, and how many there are in all. */
export interface OrderPage {
  readonly ids: readonly number[];
  readonly total: number;
}

/** From here on it pays to know first whether the list's end is nearer than its beginning. */
const FAR = 10_000;

/** Finds the page of a request, by an index alone where there is one. Requests at the same time share the total. */
export async function findPage(db: Db, counts: SharedLookups<number>, call: Call): Promise<OrderPage> {
  const window = windowOf(call.input);
  if (window.offset >= FAR && isKnown(call.input)) return db.snapshot((reader) => farPage(reader, call, window));
  const [ids, total] = await Promise.all([idsAt(db, call, window), counts.ask(nameOf(call), () => totalOf(db, call))]);
  return { ids, total };
}

function nameOf(call: Call): string {
  const where = filterOf(call);
  return JSON.stringify([`${where}`, where.values]);
}

/** A page that is looked for from the nearer end: in one snapshot, or what is added meanwhile would shift it. */
async function farPage(reader: Reader, call: Call, window: Window): Promise<OrderPage> {
  const total = await totalOf(reader, call);
  const { limit, offset } = window;
  if (offset <= total / 2) return { total, ids: await idsAt(reader, call, window) };
  const rest = total - offset;
  if (rest <= 0) return { total, ids: [] };
  const mirrored = { ...call, input: { ...call.input, order: opposite(call.input) } };
  const ids = await idsAt(reader, mirrored, { limit: Math.min(limit, rest), offset: Math.max(0, rest - limit) });
  return { total, ids: ids.reverse() };
}

const opposite = ({ order = 'DESC' }: OrderGet): 'ASC' | 'DESC' => (order === 'DESC' ? 'ASC' : 'DESC');

async function idsAt(reader: Reader, call: Call, { limit, offset }: Window): Promise<number[]> {
  const { sort = 'order_id', order = 'DESC' } = call.input;
  const where = filterOf(call);
  const values = [...where.values, limit, offset];
  // An order that is not shipped sorts first, so that one index serves both directions.
  const nulls = sort !== 'shipping_date' ? '' : order === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST';
  const text = `SELECT sale.order_id FROM sales.sale_order sale WHERE ${where}
    ORDER BY sale.${sort} ${order} ${nulls}, sale.order_id ${order} LIMIT $${values.length - 1} OFFSET $${values.length}`;
  const rows = await reader.query<{ order_id: number }>(listStatement(where, text), values);
  return rows.map(({ order_id }) => order_id);
}
