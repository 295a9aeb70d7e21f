import type { Pool, QueryConfig } from 'pg';
import { WrongRun } from '../check/faults.js';
import type { Warehouse } from '../shop.js';
import {
  latestOrderRows,
  makeLimitTables,
  MOVEMENT_STATEMENT,
  ORDER_STATEMENT,
  type OrderRows,
  PROOF,
} from './sql-shape.js';
import { statementRate } from './statement-rate.js';

/** The rows that the limit writes. */
export interface LimitLoad extends Pick<Warehouse, 'account_id' | 'store_id' | 'item_ids'> {
  readonly lines: number;
  /** An item that is in everything that is written. */
  readonly hot_item_id?: number;
}

interface Proof {
  readonly orders: number;
  readonly lines: number;
  readonly flows: number;
  readonly broken: number;
}

/** Orders a second that PostgreSQL takes by one statement each, with their movement, from so many connections. */
export async function orderLimit(database: Pool, load: LimitLoad, connections: number, seconds: number) {
  const rows = await latestOrderRows(database, load.account_id);
  return limit(database, load, connections, seconds, (n) => {
    const keys = nthLines(load, n);
    return { ...ORDER_STATEMENT, values: [...orderValues(rows, n, keys.length), JSON.stringify(keys)] };
  });
}

/** The same of stock movements alone. */
export async function movementLimit(database: Pool, load: LimitLoad, connections: number, seconds: number) {
  return limit(database, load, connections, seconds, (n) => {
    return { ...MOVEMENT_STATEMENT, values: [JSON.stringify(nthLines(load, n))] };
  });
}

async function limit(
  database: Pool,
  load: LimitLoad,
  connections: number,
  seconds: number,
  statementOf: (n: number) => QueryConfig,
): Promise<number> {
  await makeLimitTables(database, load.account_id);
  const { count, perSecond } = await statementRate(database, connections, seconds, statementOf);
  const { rows } = await database.query<Proof>(PROOF);
  WrongRun.ifAny(proofFaults(rows[0], count * load.lines));
  return perSecond;
}

function proofFaults(proof: Proof | undefined, flows: number): string[] {
  const isRight = proof?.flows === flows && proof.broken === 0 && (!proof.orders || proof.lines === flows);
  return isRight ? [] : [`The limit itself is wrong: ${JSON.stringify(proof)} for ${flows} movements.`];
}

function nthLines({ account_id, store_id: location_id, item_ids, lines, hot_item_id }: LimitLoad, n: number) {
  const drawn = Array.from({ length: lines }, (_, i) => item_ids[(n * lines + i) % item_ids.length] ?? 0);
  const ids = hot_item_id ? [hot_item_id, ...drawn.slice(1)] : drawn;
  return ids.map((item_id, i) => {
    return { account_id, item_id, location_id, line: n * lines + i, quantity: 1, document_id: n };
  });
}

/** The rows under ids of their own. */
function orderValues({ order, lines, history, event }: OrderRows, order_id: number, count: number): string[] {
  const own = Array.from({ length: count }, (_, i) => {
    return { ...lines[i % lines.length], order_id, order_product_id: order_id * count + i, position: i };
  });
  const tables = [
    [{ ...order, order_id }],
    own,
    [{ ...history, order_id, order_history_id: order_id }],
    [{ ...event, outbox_id: order_id, aggregate_id: order_id, traceparent: null }],
  ];
  return tables.map((rows) => JSON.stringify(rows));
}
