import { item, order } from '@stockbook/contracts';
import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { statementRate } from '../../limits/statement-rate.js';
import { livingNumbers } from './item-get.js';
import { CONNECTIONS, measureReading } from './read-run.js';

const ROWS = 20;

const orderSearches = (n: number): string[] => [
  `buyer${n} ada`,
  `buyer${n}@`,
  `uyer${n}`,
  `IMP-${n}`,
  `ack-${n}`,
  `${n}`,
  `5 ${String(n).padStart(7, '0')}`,
  'barbara',
];
const itemSearches = (n: number): string[] => [
  `MODEL-${n}`,
  `sku-${n}`,
  `0${String(n).padStart(13, '0')}`,
  `teapot ${n}`,
  `are ${n}`,
  'teapot',
];

interface Searched {
  readonly table: string;
  readonly key: string;
  readonly index: string;
}
const ORDERS = { table: 'sales.sale_order', key: 'order_id', index: 'sales.sale_order_search' };
const ITEMS = { table: 'inventory.item', key: 'item_id', index: 'inventory.item_search' };

/** The limit is a plain statement that reads the newest rows with the words, unranked and not counted. */
export const searchFigures: readonly Figure[] = [
  { name: 'item_search', unit: 'answers/s', needs: ['items'], measure: searchItems },
  { name: 'order_search', unit: 'answers/s', needs: ['orders'], measure: searchOrders },
];

const faultsOf = (total = 0): string[] => (total > 0 ? [] : ['A search found nothing.']);

async function searchItems(bench: Bench): Promise<Measured> {
  const searches = livingNumbers(bench.scale.items).map((n, i) => itemSearches(n)[i % 6] ?? '');
  const bodies = searches.map((search) => ({ search, limit: ROWS }));
  const measured = await measureReading(bench, item.get, { bodies, faultsOf: ({ total }) => faultsOf(total) });
  return { ...measured, limit: await plainRate(bench, ITEMS, searches) };
}

async function searchOrders(bench: Bench): Promise<Measured> {
  const searches = livingNumbers(bench.scale.orders).map((n, i) => orderSearches(n)[i % 8] ?? '');
  const bodies = searches.map((search) => ({ search, limit: ROWS }));
  const measured = await measureReading(bench, order.get, { bodies, faultsOf: ({ total }) => faultsOf(total) });
  return { ...measured, limit: await plainRate(bench, ORDERS, searches) };
}

async function plainRate(bench: Bench, { table, key, index }: Searched, searches: readonly string[]): Promise<number> {
  const { database } = bench.system;
  const { rows } = await database.query<{ text: string }>(
    'SELECT pg_get_expr(indexprs, indrelid) AS text FROM pg_index WHERE indexrelid = $1::regclass',
    [index],
  );
  const [searched] = rows;
  const plain = await statementRate(database, CONNECTIONS, bench.scale.shortSeconds, (n) => {
    const words = (searches[n % searches.length] ?? '').toLowerCase().split(' ');
    const found = words.map((_, at) => `${searched?.text} LIKE $${at + 2}`).join(' AND ');
    const text = `SELECT * FROM ${table} WHERE account_id = $1 AND date_deleted IS NULL AND ${found}
      ORDER BY ${key} DESC LIMIT ${ROWS}`;
    return { text, values: [bench.lists.account_id, ...words.map((word) => `%${word}%`)] };
  });
  return plain.perSecond;
}
