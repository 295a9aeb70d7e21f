import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { runOrders } from './order-run.js';

const CONNECTIONS = 8;
const SHOWN_FROM_BYTES = 50;

/** Bytes on disk of an order of three lines, with all indexes, before anything expires. */
export const orderBytesFigures: readonly Figure[] = [{ name: 'bytes_per_order', unit: 'bytes', measure }];

const SIZES = `SELECT schemaname || '.' || relname AS name, pg_total_relation_size(relid)::float8 AS bytes
  FROM pg_stat_user_tables WHERE schemaname IN ('sales', 'inventory', 'settings', 'integration')`;
const ORDERS = 'SELECT count(*)::int AS orders FROM sales.sale_order';

async function measure(bench: Bench): Promise<Measured> {
  const shop = await bench.shop();
  const loop = { connections: CONNECTIONS };
  // Small tables grow by whole pages, and the first pages of a queue are used again.
  await runOrders(bench, shop, { loop, seconds: bench.scale.warmSeconds });
  const before = await seen(bench);
  await runOrders(bench, shop, { loop });
  const after = await seen(bench);
  return growthOf(before, after);
}

type Seen = Awaited<ReturnType<typeof seen>>;

/** Returns the bytes of an order in all tables; the notes have those of the largest tables. */
export function growthOf(before: Seen, after: Seen): Measured {
  const orders = after.orders - before.orders;
  const grown = [...after.bytes].map(
    ([name, bytes]) => [name, (bytes - (before.bytes.get(name) ?? 0)) / orders] as const,
  );
  const notes = grown
    .filter(([, bytes]) => bytes >= SHOWN_FROM_BYTES)
    .sort(([, one], [, other]) => other - one)
    .map(([name, bytes]) => `${name} ${Math.round(bytes)}`);
  const value = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  return { value, notes };
}

export async function seen({ system }: Bench) {
  const { rows } = await system.database.query<{ name: string; bytes: number }>(SIZES);
  const { orders = 0 } = (await system.database.query<{ orders: number }>(ORDERS)).rows[0] ?? {};
  return { orders, bytes: new Map(rows.map(({ name, bytes }) => [name, bytes])) };
}
