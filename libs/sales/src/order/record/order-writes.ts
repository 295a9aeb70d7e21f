import { type Caller } from '@stockbook/contracts';
import { columnNames, statement, type Tx } from '@stockbook/persistence';
import { recordHistory as addHistory } from '../../document/history.js';
import type { KeptLine } from '../edit/order-line-matching.js';
import type { PlacedLine } from '../place/order-lines.js';
import type { PlacedOrder, Placement } from '../place/order-placement.js';
import { OrderProductRow } from './order-product.entity.js';
import type { LineRecord, OrderRecord } from './order-records.js';
import { OrderRow } from './order.entity.js';

/** Columns the database generates. */
const KEY = ['account_id', 'order_id'];
const KEPT = [...KEY, 'version', 'date_added', 'date_modified', 'date_deleted'];
const ORDER_COLUMNS = columnNames(OrderRow, KEPT);
const ORDER = ORDER_COLUMNS.join(', ');
const LINE_COLUMNS = columnNames(OrderProductRow, [...KEY, 'order_product_id', 'date_deleted']);
const LINE = LINE_COLUMNS.join(', ');
const HISTORY = 'order_status_id, order_status, user_id, username, comment';

/** The customer may have been merged into another one meanwhile. The dates are taken in `moment`, after the waits for locks. */
const place = statement(
  'place_order',
  `WITH held AS MATERIALIZED (
     SELECT sales.hold_location($1, ($2::jsonb ->> 'location_id')::bigint) AS is_open,
       sales.hold_customer($1, ($2::jsonb ->> 'customer_id')::bigint) AS customer_id
   ), placed AS (
     INSERT INTO sales.sale_order (account_id, date_added, date_modified, ${ORDER})
     SELECT $1, moment.at, moment.at, ${ORDER_COLUMNS.map((name) => (name === 'customer_id' ? 'held' : 'given') + `.${name}`).join(', ')}
     FROM held CROSS JOIN LATERAL (SELECT clock_timestamp() AS at WHERE held.is_open) AS moment,
       jsonb_populate_record(NULL::sales.sale_order, $2::jsonb) AS given
     RETURNING order_id, date_added, customer_id, order_status_id, order_status
   ), line AS (
     INSERT INTO sales.sale_order_product (account_id, order_id, ${LINE})
     SELECT $1, placed.order_id, ${LINE_COLUMNS.map((name) => `given.${name}`).join(', ')}
     FROM placed, jsonb_populate_recordset(NULL::sales.sale_order_product, $3) AS given
     RETURNING order_product_id, position
   ), history AS (
     INSERT INTO sales.sale_order_history (account_id, order_id, ${HISTORY})
     SELECT $1, order_id, order_status_id, order_status, $4, $5, '' FROM placed
   )
   SELECT order_id, date_added, customer_id, ARRAY(SELECT order_product_id FROM line ORDER BY position) AS line_ids,
     sales.is_subscribed($1) AS is_subscribed
   FROM placed`,
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
     version = version + 1, date_modified = greatest(date_modified, clock_timestamp())
   WHERE account_id = $1 AND order_id = $2 RETURNING version, date_modified`,
);

const remove = statement(
  'delete_orders',
  `UPDATE sales.sale_order SET version = version + 1, date_modified = greatest(date_modified, clock_timestamp()), date_deleted = now(),
     lookup = NULL, promotion_sequence = promotion_sequence + CASE WHEN promotions = '[]' THEN 0 ELSE 1 END
   WHERE account_id = $1 AND order_id = ANY($2)
   RETURNING order_id, version, date_modified, date_deleted, promotion_sequence`,
);

/** Writes a new order with its lines and the beginning of its history, unless its location is deleted; says whether somebody subscribes to the account's orders. */
export async function insertOrder(
  tx: Tx,
  { order, lines }: Placement,
  { user_id, username }: Caller,
): Promise<{ order: OrderRecord; lines: LineRecord[]; is_subscribed: boolean } | undefined> {
  type Made = { order_id: number; customer_id: number; date_added: Date; line_ids: number[]; is_subscribed: boolean };
  const values = [tx.account_id, JSON.stringify(order), JSON.stringify(lines), user_id, username];
  const [made] = await tx.query<Made>(place, values);
  if (!made) return undefined;
  const { order_id, customer_id, date_added, line_ids, is_subscribed } = made;
  const kept = { account_id: tx.account_id, order_id, customer_id, version: 1, date_added, date_modified: date_added };
  const added = { ...order, ...kept, date_deleted: null };
  return { order: added, lines: withIds(tx, order_id, lines, line_ids), is_subscribed };
}

/** Replaces the lines of an order: those without id are new, those not named are taken out. */
export async function replaceLines(tx: Tx, order_id: number, lines: readonly KeptLine[]): Promise<LineRecord[]> {
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
  type Deleted = Pick<OrderRecord, 'order_id' | 'version' | 'date_modified' | 'date_deleted' | 'promotion_sequence'>;
  const ids = stored.map(({ order_id }) => order_id);
  const rows = await tx.query<Deleted>(remove, [tx.account_id, ids]);
  const byId = new Map(rows.map((row) => [row.order_id, row]));
  return stored.map((order) => ({ ...order, ...byId.get(order.order_id) }));
}

/** Writes what a user did to orders, with their status after that. */
export async function recordHistory(
  tx: Tx,
  orders: readonly OrderRecord[],
  { user_id, username }: Caller,
  comment: string,
): Promise<void> {
  const entries = orders.map(({ order_id, order_status_id, order_status }) => {
    return { order_id, order_status_id, order_status, user_id, username, comment };
  });
  await addHistory(tx, 'order', entries);
}

const withIds = (tx: Tx, order_id: number, lines: readonly PlacedLine[], ids: readonly number[]): LineRecord[] =>
  lines.map((line, i) => ({
    ...line,
    account_id: tx.account_id,
    order_id,
    order_product_id: ids[i] ?? 0,
    date_deleted: null,
  }));
