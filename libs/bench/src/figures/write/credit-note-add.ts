import type { Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../../bench.js';
import { flowFaults, notesOf, WrongRun } from '../../check/faults.js';
import type { Figure, Measured } from '../../figure.js';
import { LINES, runOrders, warmOrders } from './order-run.js';

const RATE = 100;
const PAUSE_MS = 50;
const LIMIT_MS = 60_000;

export const creditNoteAddFigures: readonly Figure[] = [
  { name: `credit_note_add_restocked_${RATE}`, unit: 'credit notes/s', measure },
];

/** A credit note with its lines that have come back, and when the last of them did, as Unix time in milliseconds. */
interface NoteFound {
  readonly credit_note_id: number;
  readonly restocked: number;
  readonly restocked_at: number;
}

const ORDERS = `SELECT order_id, array_agg(order_product_id ORDER BY position) AS line_ids FROM sales.sale_order_product
  WHERE account_id = $1 GROUP BY order_id HAVING count(*) = ${LINES} ORDER BY order_id`;
const NOTES = `SELECT credit_note_id, count(date_restocked)::int AS restocked,
    (extract(epoch FROM max(date_restocked)) * 1000)::float8 AS restocked_at
  FROM sales.sale_credit_note_product WHERE account_id = $1 GROUP BY credit_note_id`;

async function measure(bench: Bench): Promise<Measured> {
  await warmOrders(bench);
  const shop = await bench.shop();
  const { database } = bench.system;
  const { account_id, credentials } = shop;
  const needed = RATE * bench.scale.seconds;
  await runOrders(bench, shop, { loop: { rate: 2 * RATE } });
  const { rows } = await database.query<{ order_id: number; line_ids: number[] }>(ORDERS, [account_id]);
  const bodies = rows.map(({ order_id, line_ids }) => ({
    ...{ order_id, restock: 1, allow_over_credit: true, comment: `Order ${order_id}` },
    products: line_ids.map((order_product_id) => ({ order_product_id, quantity: 1 })),
  }));
  if (bodies.length < needed) throw new WrongRun([`There are only ${bodies.length} orders to credit.`]);
  const load = await bench.load({
    credentials,
    path: 'sale/credit_note/add',
    plan: { kind: 'same', bodies },
    loop: { rate: RATE },
    acknowledged: 'credit_note_id',
  });
  const found = await restockedNotes(database, account_id);
  const lost = load.acknowledgements.filter(({ id }) => !found.has(id)).length;
  WrongRun.ifAny([...(lost ? [`${lost} acknowledged credit notes are not there.`] : []), ...(await flowFaults(shop))]);
  const times = load.acknowledgements.map(({ id, sent_at, answered_at }) => {
    return Math.max(answered_at, found.get(id)?.restocked_at ?? Infinity) - sent_at;
  });
  return { value: times.length / load.seconds, latencies_ms: times, notes: notesOf(load) };
}

async function restockedNotes(database: Pool, account_id: number): Promise<ReadonlyMap<number, NoteFound>> {
  for (const end = Date.now() + LIMIT_MS; ; await delay(PAUSE_MS)) {
    const { rows } = await database.query<NoteFound>(NOTES, [account_id]);
    if (rows.every(({ restocked }) => restocked === LINES))
      return new Map(rows.map((row) => [row.credit_note_id, row]));
    if (Date.now() > end) throw new WrongRun([`Stock has not come back after ${LIMIT_MS / 1_000} s.`]);
  }
}
