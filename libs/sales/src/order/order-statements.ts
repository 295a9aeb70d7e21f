import { type Caller } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { columnsOf, selectionOf } from '../columns.js';
import type { PlacedLine } from './order-lines.js';
import type { PlacedOrder, Placement } from './order-placement.js';
import { OrderProductRow } from './order-product.entity.js';
import { OrderRow } from './order.entity.js';

/** What of a row the database fills in by itself. */
const KEY = ['account_id', 'order_id'];
const KEPT = [...KEY, 'version', 'date_added', 'date_modified', 'date_deleted'];
const ORDER = columnsOf(OrderRow, KEPT).join(', ');
const LINE_COLUMNS = columnsOf(OrderProductRow, [...KEY, 'order_product_id', 'date_deleted']);
const LINE = LINE_COLUMNS.join(', ');
const HISTORY = 'order_status_id, order_status, user_id, username, comment';

/** All columns of orders and of lines, as OrderRow and OrderProductRow have them. */
export type OrderRecord = Pick<OrderRow, keyof OrderRow>;
export type LineRecord = Pick<OrderProductRow, keyof OrderProductRow>;
/** Reads for one account: the database, or a transaction. */
export type Reader = Pick<Tx, 'query'>;

const place = statement(
  'place_order',
  `WITH placed AS (
     INSERT INTO sales.sale_order (account_id, ${ORDER})
     SELECT $1, ${ORDER} FROM jsonb_populate_record(NULL::sales.sale_order, $2)
     RETURNING order_id, date_added, order_status_id, order_status
   ), line AS (
     INSERT INTO sales.sale_order_product (account_id, order_id, ${LINE})
     SELECT $1, placed.order_id, ${LINE_COLUMNS.map((name) => `given.${name}`).join(', ')}
     FROM placed, jsonb_populate_recordset(NULL::sales.sale_order_product, $3) AS given
     RETURNING order_product_id, position
   ), history AS (
     INSERT INTO sales.sale_order_history (account_id, order_id, ${HISTORY})
     SELECT $1, order_id, order_status_id, order_status, $4, $5, '' FROM placed
   )
   SELECT order_id, date_added, ARRAY(SELECT order_product_id FROM line ORDER BY position) AS line_ids FROM placed`,
);

const ofOrders = (row: new () => object, table: string) =>
  `SELECT ${selectionOf(row)} FROM sales.${table} WHERE account_id = $1 AND order_id = ANY($2)`;

const orders = statement('orders', ofOrders(OrderRow, 'sale_order'));
const lockLiving = statement('lock_orders', `${orders.text} AND date_deleted IS NULL ORDER BY order_id FOR UPDATE`);
const livingLines = statement(
  'order_lines',
  `${ofOrders(OrderProductRow, 'sale_order_product')} AND date_deleted IS NULL ORDER BY order_id, position`,
);

const imported = statement(
  'imported_order',
  `SELECT order_id FROM sales.sale_order
   WHERE account_id = $1 AND channel_id = $2 AND imported_order_id = $3 AND date_deleted IS NULL`,
);

const saveLines = statement(
  'save_order_lines',
  `WITH removed AS (
     UPDATE sales.sale_order_product SET date_deleted = now()
     WHERE account_id = $1 AND order_id = $2 AND date_deleted IS NULL AND order_product_id <> ALL($4)
   ), saved AS (
     INSERT INTO sales.sale_order_product (account_id, order_id, order_product_id, ${LINE})
     SELECT $1, $2, CASE WHEN given.order_product_id > 0 THEN given.order_product_id
       ELSE nextval('sales.sale_order_product_order_product_id_seq') END, ${LINE}
     FROM jsonb_populate_recordset(NULL::sales.sale_order_product, $3) AS given
     ON CONFLICT (account_id, order_id, order_product_id)
     DO UPDATE SET ${LINE_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}
     RETURNING order_product_id, position
   )
   SELECT ARRAY(SELECT order_product_id FROM saved ORDER BY position) AS line_ids`,
);

const revise = statement(
  'revise_order',
  `UPDATE sales.sale_order SET (${ORDER}) = (SELECT ${ORDER} FROM jsonb_populate_record(NULL::sales.sale_order, $3)),
     version = version + 1, date_modified = now()
   WHERE account_id = $1 AND order_id = $2 RETURNING version, date_modified`,
);

const remove = statement(
  'delete_orders',
  `UPDATE sales.sale_order SET version = version + 1, date_modified = now(), date_deleted = now()
   WHERE account_id = $1 AND order_id = ANY($2) RETURNING order_id, version, date_modified, date_deleted`,
);

const addHistory = statement(
  'add_order_history',
  `INSERT INTO sales.sale_order_history (account_id, order_id, ${HISTORY})
   SELECT $1, order_id, ${HISTORY} FROM jsonb_to_recordset($2) AS row (order_id int, order_status_id int,
     order_status text, user_id int, username text, comment text)`,
);

/** Writes a new order with its lines and the beginning of its history. */
export async function insertOrder(
  tx: Tx,
  { order, lines }: Placement,
  { user_id, username }: Caller,
): Promise<{ order: OrderRecord; lines: LineRecord[] }> {
  type Made = { order_id: number; date_added: Date; line_ids: number[] };
  const values = [tx.account_id, JSON.stringify(order), JSON.stringify(lines), user_id, username];
  const [made] = await tx.query<Made>(place, values);
  if (!made) throw new Error('An order was not added.');
  const { order_id, date_added, line_ids } = made;
  const kept = { account_id: tx.account_id, order_id, version: 1, date_added, date_modified: date_added };
  return { order: { ...order, ...kept, date_deleted: null }, lines: withIds(tx, order_id, lines, line_ids) };
}

/** The orders of these ids, deleted ones too. */
export const readOrders = (reader: Reader, account_id: number, ids: readonly number[]): Promise<OrderRecord[]> =>
  reader.query<OrderRecord>(orders, [account_id, ids]);

/** The living lines of orders, in the order of their places. */
export const readLines = (reader: Reader, account_id: number, ids: readonly number[]): Promise<LineRecord[]> =>
  reader.query<LineRecord>(livingLines, [account_id, ids]);

/** Lines by their order. */
export function linesByOrder(lines: readonly LineRecord[]): ReadonlyMap<number, readonly LineRecord[]> {
  const byOrder = new Map<number, LineRecord[]>(lines.map(({ order_id }) => [order_id, []]));
  for (const line of lines) byOrder.get(line.order_id)?.push(line);
  return byOrder;
}

/** The living order that was imported from a channel under this id. */
export async function sameImported(
  reader: Reader,
  account_id: number,
  channel_id: number,
  imported_order_id: string,
): Promise<number | undefined> {
  const [found] = await reader.query<{ order_id: number }>(imported, [account_id, channel_id, imported_order_id]);
  return found?.order_id;
}

/** Locks the living orders among these until the end of the transaction. */
export const lockOrders = (tx: Tx, ids: readonly number[]): Promise<OrderRecord[]> =>
  tx.query<OrderRecord>(lockLiving, [tx.account_id, ids]);

/** Replaces the lines of an order: those without id are new, those not named are taken out. */
export async function replaceLines(
  tx: Tx,
  order_id: number,
  lines: readonly (PlacedLine & { order_product_id: number })[],
): Promise<LineRecord[]> {
  const kept = lines.map(({ order_product_id }) => order_product_id);
  const values = [tx.account_id, order_id, JSON.stringify(lines), kept];
  const [saved] = await tx.query<{ line_ids: number[] }>(saveLines, values);
  return withIds(tx, order_id, lines, saved?.line_ids ?? []);
}

/** Writes the changed fields of a locked order. */
export async function updateOrder(tx: Tx, stored: OrderRecord, changed: PlacedOrder): Promise<OrderRecord> {
  const { account_id, order_id, date_added, date_deleted } = stored;
  type Changed = Pick<OrderRecord, 'version' | 'date_modified'>;
  const [row] = await tx.query<Changed>(revise, [account_id, order_id, JSON.stringify(changed)]);
  if (!row) throw new Error(`The locked order ${order_id} is gone.`);
  return { ...changed, account_id, order_id, date_added, date_deleted, ...row };
}

/** Deletes locked orders. */
export async function deleteOrders(tx: Tx, stored: readonly OrderRecord[]): Promise<OrderRecord[]> {
  type Deleted = Pick<OrderRecord, 'order_id' | 'version' | 'date_modified' | 'date_deleted'>;
  const ids = stored.map(({ order_id }) => order_id);
  const rows = await tx.query<Deleted>(remove, [tx.account_id, ids]);
  const byId = new Map(rows.map((row) => [row.order_id, row]));
  return stored.map((order) => ({ ...order, ...byId.get(order.order_id) }));
}

/** Writes what a user did to orders, with their status after that. */
export async function tellHistory(
  tx: Tx,
  orders: readonly OrderRecord[],
  { user_id, username }: Caller,
  comment: string,
): Promise<void> {
  const rows = orders.map(({ order_id, order_status_id, order_status }) => ({
    order_id,
    order_status_id,
    order_status,
    user_id,
    username,
    comment,
  }));
  await tx.query(addHistory, [tx.account_id, JSON.stringify(rows)]);
}

const withIds = (tx: Tx, order_id: number, lines: readonly PlacedLine[], ids: readonly number[]): LineRecord[] =>
  lines.map((line, i) => ({
    ...line,
    account_id: tx.account_id,
    order_id,
    order_product_id: ids[i] ?? 0,
    date_deleted: null,
  }));
