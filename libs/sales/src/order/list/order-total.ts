import type { CallOf, order, OrderGet } from '@stockbook/contracts';
import { type Conditions, givesOnly, listStatement, type Reader } from '@stockbook/persistence';
import { filterOf } from './order-filter.js';

type Call = CallOf<typeof order.get>;

/** Fields that choose the page, and filters by columns that the row counts have. */
const IN_ROW_COUNTS: ReadonlySet<string> = new Set<keyof OrderGet>([
  'page',
  'limit',
  'sort',
  'order',
  'filter_deleted',
  'filter_channel_id',
  'filter_order_status',
  'filter_payment_method',
]);

/** Whether it takes no long count to tell how many orders a request finds: the row counts know, but perhaps for one date. */
export const isKnown = (input: OrderGet): boolean => wayOf(input) !== 'counted';

/** The exact number of orders that a request finds. Without row counts for its filters they are counted, which is slow for many. */
export async function totalOf(reader: Reader, call: Call): Promise<number> {
  const { filter_date_start: start, filter_date_end: end, filter_date_type = 'date_added', ...others } = call.input;
  const way = wayOf(call.input);
  if (way === 'split') {
    const dated = { reader, where: filterOf({ ...call, input: others }), date: `sale.${filter_date_type}` };
    return start ? totalSince(dated, start) : totalUntil(dated, end!);
  }
  const where = filterOf(call);
  const text =
    way === 'row counts' ? sumOfCounts(where) : `SELECT count(*) AS total FROM sales.sale_order sale WHERE ${where}`;
  const [found] = await reader.query<{ total: number }>(listStatement(where, text), where.values);
  return found?.total ?? 0;
}

function wayOf({ filter_date_start, filter_date_end, filter_date_type, ...others }: OrderGet) {
  if (!givesOnly(others, IN_ROW_COUNTS) || (filter_date_start && filter_date_end)) return 'counted';
  return filter_date_start || filter_date_end ? 'split' : 'row counts';
}

/** The row counts have the columns of the conditions. */
const sumOfCounts = (where: Conditions) =>
  `SELECT COALESCE(sum(rows), 0)::bigint AS total FROM sales.sale_order_row_count sale WHERE ${where}`;

/** Orders that the row counts know, and one of their dates. */
interface Dated {
  readonly reader: Reader;
  readonly where: Conditions;
  readonly date: string;
}

/** So many are counted in a few milliseconds. */
const FEW = 50_000;

async function totalSince(dated: Dated, start: string): Promise<number> {
  const later = await part(dated, '>=', start, FEW);
  if (later.total < FEW) return later.total;
  const earlier = await part(dated, '<', start);
  return earlier.whole - earlier.total;
}

async function totalUntil(dated: Dated, end: string): Promise<number> {
  const later = await part(dated, '>', end, FEW);
  return later.total < FEW ? later.whole - later.total : (await part(dated, '<=', end)).total;
}

/** Counts the orders on one side of a point in time, up to a limit, and all of them at the same moment. */
async function part({ reader, where, date }: Dated, side: string, at: string, limit?: number) {
  const values = [...where.values, at];
  const found = `SELECT FROM sales.sale_order sale WHERE ${where} AND ${date} ${side} $${values.length} LIMIT ${limit ?? 'ALL'}`;
  const text = `SELECT (${sumOfCounts(where)}) AS whole, (SELECT count(*) FROM (${found}) part) AS total`;
  const [row] = await reader.query<{ whole: number; total: number }>(listStatement({ values }, text), values);
  return row ?? { whole: 0, total: 0 };
}
