import type { Call, Caller } from '@stockbook/contracts';
import { columnNames, statement, type Tx } from '@stockbook/persistence';
import { recordHistory as addHistory } from '../../document/history.js';
import { shownItems } from '../../item/changing-items.js';
import { OrderProductRow } from './order-product.entity.js';
import type {
  KeptLine,
  LineRecord,
  OrderRecord,
  OrderState,
  PlacedLine,
  PlacedOrder,
  Placement,
} from './order-records.js';
import { OrderRow } from './order.entity.js';

/** Columns the database generates. */
const KEY = ['account_id', 'order_id'];
const KEPT = [...KEY, 'version', 'date_added', 'date_modified', 'date_deleted'];
const ORDER_COLUMNS = columnNames(OrderRow, KEPT);
const ORDER = ORDER_COLUMNS.join(', ');
const LINE_COLUMNS = columnNames(OrderProductRow, [...KEY, 'order_product_id', 'date_deleted']);
const LINE = LINE_COLUMNS.join(', ');
const IS_CLOSED = 'COALESCE(date_expire > clock_timestamp(), true)';
const givenColumns = (names: readonly string[]) => names.map((name) => `given.${name}`).join(', ');
const HISTORY = 'order_status_id, order_status, user_id, username, comment';

/** The next statement's snapshot shows all that was committed while these locks waited. */
const hold = statement(
  'hold_for_orders',
  `SELECT pg_advisory_xact_lock_shared(sales.location_lock($1, id))
   FROM (SELECT DISTINCT unnest($2::bigint[]) AS id ORDER BY id) AS l
   UNION ALL
   SELECT pg_advisory_xact_lock_shared(sales.customer_lock($1, id))
   FROM (SELECT DISTINCT unnest($3::bigint[]) AS id ORDER BY id) AS c
   UNION ALL
   SELECT pg_advisory_xact_lock_shared(sales.subscription_lock($1))
   UNION ALL
   SELECT pg_advisory_xact_lock_shared(sales.items_lock($1))`,
);

/** A line names its order by its number. Places nothing where a location, customer or item has changed. */
const place = statement(
  'place_orders',
  `WITH batch AS MATERIALIZED (
     SELECT ARRAY(SELECT nextval('sales.sale_order_order_id_seq')
       FROM unnest($2::bigint[])) AS ids, clock_timestamp() AS at
     WHERE NOT EXISTS (SELECT FROM sales.closed_location
       WHERE account_id = $1 AND location_id = ANY($2) AND ${IS_CLOSED})
       AND NOT EXISTS (SELECT FROM sales.customer WHERE account_id = $1 AND customer_id = ANY($3) AND merged_into <> 0)
       AND NOT EXISTS (SELECT FROM sales.changing_items($1, $8, $9))
   ), placed AS (
     INSERT INTO sales.sale_order (account_id, order_id, date_added, date_modified, ${ORDER})
     SELECT $1, ids[given.ordinality], at, at, ${givenColumns(ORDER_COLUMNS)}
     FROM batch, jsonb_populate_recordset(NULL::sales.sale_order, $4) WITH ORDINALITY AS given
     RETURNING order_id, date_added, order_status_id, order_status
   ), line AS (
     INSERT INTO sales.sale_order_product (account_id, order_id, ${LINE})
     SELECT $1, ids[given.order_id], ${givenColumns(LINE_COLUMNS)}
     FROM batch, jsonb_populate_recordset(NULL::sales.sale_order_product, $5) AS given
     RETURNING order_id, order_product_id, position
   ), history AS (
     INSERT INTO sales.sale_order_history (account_id, order_id, ${HISTORY})
     SELECT $1, order_id, order_status_id, order_status, ($6::bigint[])[number], ($7::text[])[number], ''
     FROM batch, placed, array_position(ids, order_id) AS number
   )
   SELECT order_id, date_added,
     ARRAY(SELECT order_product_id FROM line WHERE line.order_id = placed.order_id ORDER BY position) AS line_ids,
     EXISTS (SELECT FROM sales.subscribed_account WHERE account_id = $1 AND is_subscribed) AS is_subscribed
   FROM placed ORDER BY order_id`,
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
  `UPDATE sales.sale_order SET version = version + 1,
     date_modified = greatest(date_modified, clock_timestamp()), date_deleted = now(),
     lookup = NULL, promotion_sequence = promotion_sequence + CASE WHEN promotions = '[]' THEN 0 ELSE 1 END
   WHERE account_id = $1 AND order_id = ANY($2)
   RETURNING order_id, version, date_modified, date_deleted, promotion_sequence`,
);

/** Less text than this makes no order of 1 MiB, even with the longest name of a status on each of its lines. */
const SHORT = 65_536;

export interface AddedOrder {
  readonly after: OrderState;
  readonly is_subscribed: boolean;
  /** True if it has few characters, alone or with those that were written beside it. */
  readonly isShort: boolean;
}

/** Returns the lines whose items inventory has answered. */
export const knownLines = (placements: readonly Placement[]): readonly PlacedLine[] =>
  placements.flatMap(({ order, lines }) => (order.lookup ? [] : lines));

/** Writes nothing if `place` may not place one of them. */
export async function insertOrders(
  tx: Tx,
  placements: readonly (Placement & { readonly call: Call })[],
): Promise<AddedOrder[]> {
  type Made = { order_id: number; date_added: Date; line_ids: number[]; is_subscribed: boolean };
  const orders = placements.map(({ order }) => order);
  const lines = placements.flatMap(({ lines }, i) => lines.map((line) => ({ order_id: i + 1, ...line })));
  const ids = [orders.map(({ location_id }) => location_id), orders.map(({ customer_id }) => customer_id)];
  const rows = [JSON.stringify(orders), JSON.stringify(lines)];
  const isShort = rows.join('').length < SHORT;
  tx.send(hold, [tx.account_id, ...ids]);
  const made = await tx.query<Made>(place, [
    tx.account_id,
    ...ids,
    ...rows,
    placements.map(({ call }) => call.caller.user_id),
    placements.map(({ call }) => call.caller.username),
    ...shownItems(knownLines(placements)),
  ]);
  return made.map(({ order_id, date_added, line_ids, is_subscribed }, i) => {
    const { order, lines } = placements[i]!;
    const added = {
      account_id: tx.account_id,
      order_id,
      version: 1,
      date_added,
      date_modified: date_added,
      date_deleted: null,
      ...order,
    };
    return { after: { order: added, lines: withIds(tx, order_id, lines, line_ids) }, is_subscribed, isShort };
  });
}

/** Replaces the lines of an order: those without id are new, those not named are taken out. */
export async function replaceLines(tx: Tx, order_id: number, lines: readonly KeptLine[]): Promise<LineRecord[]> {
  const kept = lines.map(({ order_product_id }) => order_product_id);
  const values = [tx.account_id, order_id, JSON.stringify(lines), kept];
  const [saved] = await tx.query<{ line_ids: number[] }>(saveLines, values);
  return withIds(tx, order_id, lines, saved?.line_ids ?? []);
}

export async function updateOrder(tx: Tx, stored: OrderRecord, changed: PlacedOrder): Promise<OrderRecord> {
  const { account_id, order_id, date_added, date_deleted } = stored;
  type Changed = Pick<OrderRecord, 'version' | 'date_modified'>;
  const [row] = await tx.query<Changed>(revise, [account_id, order_id, JSON.stringify(changed)]);
  if (!row) throw new Error(`The locked order ${order_id} is gone.`);
  return { ...changed, account_id, order_id, date_added, date_deleted, ...row };
}

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

/** Has the fields first: V8 takes 1 µs for each that is added to a spread object. */
const withKey = (line: PlacedLine): LineRecord => ({
  account_id: 0,
  order_id: 0,
  order_product_id: 0,
  date_deleted: null,
  ...line,
});

const withIds = (tx: Tx, order_id: number, lines: readonly PlacedLine[], ids: readonly number[]): LineRecord[] =>
  lines.map((line, i) => ({
    ...withKey(line),
    account_id: tx.account_id,
    order_id,
    order_product_id: ids[i] ?? 0,
    date_deleted: null,
  }));
