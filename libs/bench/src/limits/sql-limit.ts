import type { Pool, QueryConfig } from 'pg';
import { WrongRun } from '../check/faults.js';
import type { Warehouse } from '../shop.js';
import {
  ITEM_STATEMENT,
  type ItemRows,
  latestItemRows,
  latestOrderRows,
  makeLimitTables,
  MOVEMENT_STATEMENT,
  ORDER_STATEMENT,
  type OrderRows,
  PROOF,
} from './sql-shape.js';
import { statementRate } from './statement-rate.js';

export interface LimitLoad extends Pick<Warehouse, 'account_id' | 'store_id' | 'item_ids'> {
  readonly lines: number;
  readonly hot_item_id?: number;
  /** A statement writes this many orders; one unless given. */
  readonly orders?: number;
}

interface Proof {
  readonly orders: number;
  readonly lines: number;
  readonly flows: number;
  readonly broken: number;
}

export async function orderLimit(database: Pool, load: LimitLoad, connections: number, seconds: number) {
  const rows = await latestOrderRows(database, load.account_id);
  return limit(database, load, connections, seconds, (n) => {
    const { orders = 1 } = load;
    const keys = Array.from({ length: orders }, (_, i) => nthLines(load, n * orders + i));
    const values = keys.map((lines, i) => orderValues(rows, n * orders + i, lines.length));
    const tables = values[0]!.map((_, table) => JSON.stringify(values.flatMap((each) => each[table]!)));
    return { ...ORDER_STATEMENT, values: [...tables, JSON.stringify(keys.flat())] };
  });
}

export async function itemLimit(
  database: Pool,
  { account_id, count }: { readonly account_id: number; readonly count: number },
  connections: number,
  seconds: number,
): Promise<number> {
  const rows = await latestItemRows(database, account_id);
  await makeLimitTables(database, 0);
  const { perSecond } = await statementRate(database, connections, seconds, (n) => {
    const ids = Array.from({ length: count }, (_, i) => n * count + i);
    return { ...ITEM_STATEMENT, values: itemValues(rows, ids) };
  });
  return perSecond;
}

function itemValues({ item, stock, cost, flow, event }: ItemRows, ids: readonly number[]): string[] {
  const tables = [
    ids.map((item_id) => ({ ...item, item_id, model: `${item_id}` })),
    ...[stock, cost].map((row) => ids.map((item_id) => ({ ...row, item_id }))),
    ids.map((item_id) => ({ ...flow, item_id, item_flow_id: item_id, document_id: item_id })),
    ids.map((id) => ({ ...event, outbox_id: id, aggregate_id: id, traceparent: null })),
  ];
  return tables.map((rows) => JSON.stringify(rows));
}

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
  WrongRun.ifAny(proofFaults(rows[0], count * (load.orders ?? 1) * load.lines));
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

function orderValues({ order, lines, history, event }: OrderRows, order_id: number, count: number): object[][] {
  const own = Array.from({ length: count }, (_, i) => {
    return { ...lines[i % lines.length], order_id, order_product_id: order_id * count + i, position: i };
  });
  return [
    [{ ...order, order_id, ...(order.imported_order_id && { imported_order_id: `${order_id}` }) }],
    own,
    [{ ...history, order_id, order_history_id: order_id }],
    [{ ...event, outbox_id: order_id, aggregate_id: order_id, traceparent: null }],
  ];
}
