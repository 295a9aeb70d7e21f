import { type Reader, selectionOf, statement, type Tx } from '@stockbook/persistence';
import { OrderProductRow } from './order-product.entity.js';
import { OrderRow, type PendingLookup } from './order.entity.js';

export type OrderRecord = Pick<OrderRow, keyof OrderRow>;
export type LineRecord = Pick<OrderProductRow, keyof OrderProductRow>;
/** An order with its lines at one moment. */
export interface OrderState {
  readonly order: OrderRecord;
  readonly lines: readonly LineRecord[];
}
type Generated = 'account_id' | 'order_id' | 'date_deleted';
/** An order before it is written. */
export type PlacedOrder = Omit<OrderRow, Generated | 'version' | 'date_added' | 'date_modified'>;
/** A line before it is written. */
export type PlacedLine = Omit<OrderProductRow, Generated | 'order_product_id'>;
export interface Placement {
  readonly order: PlacedOrder;
  readonly lines: readonly PlacedLine[];
}
/** A line of an edited order; `order_product_id` 0 is a new one. */
export type KeptLine = PlacedLine & { order_product_id: number };
/** An order whose items are still to be looked up. */
export type IncompleteOrder = OrderRecord & { readonly lookup: PendingLookup };

const ofOrders = (row: new () => object, table: string) =>
  `SELECT ${selectionOf(row)} FROM sales.${table} WHERE account_id = $1 AND order_id = ANY($2)`;

const orders = statement('orders', ofOrders(OrderRow, 'sale_order'));
const lockLiving = statement('lock_orders', `${orders.text} AND date_deleted IS NULL ORDER BY order_id FOR UPDATE`);
const incomplete = statement('incomplete_orders_of', `${orders.text} AND lookup IS NOT NULL`);
const skipLocked = statement('lock_incomplete_orders', `${incomplete.text} ORDER BY order_id FOR UPDATE SKIP LOCKED`);
const livingLines = statement(
  'order_lines',
  `${ofOrders(OrderProductRow, 'sale_order_product')} AND date_deleted IS NULL ORDER BY order_id, position`,
);

const imported = statement(
  'imported_order',
  `SELECT ${selectionOf(OrderRow)} FROM sales.sale_order
   WHERE account_id = $1 AND channel_id = $2 AND imported_order_id = $3 AND imported_order_id <> ''
     AND date_deleted IS NULL`,
);

/** Returns the orders of these ids, deleted ones too. */
export const readOrders = (reader: Reader, account_id: number, ids: readonly number[]): Promise<OrderRecord[]> =>
  reader.query<OrderRecord>(orders, [account_id, ids]);

export const readLines = (reader: Reader, account_id: number, ids: readonly number[]): Promise<LineRecord[]> =>
  reader.query<LineRecord>(livingLines, [account_id, ids]);

export async function readImported(
  reader: Reader,
  account_id: number,
  channel_id: number,
  imported_order_id: string,
): Promise<OrderRecord | undefined> {
  const [found] = await reader.query<OrderRecord>(imported, [account_id, channel_id, imported_order_id]);
  return found;
}

/** Returns the orders among these whose items or location are still to be looked up. */
export const readIncomplete = (
  reader: Reader,
  account_id: number,
  ids: readonly number[],
): Promise<IncompleteOrder[]> => reader.query<IncompleteOrder>(incomplete, [account_id, ids]);

/** Locks those of them that nobody else has locked. */
export const lockIncomplete = (tx: Tx, ids: readonly number[]): Promise<IncompleteOrder[]> =>
  tx.query<IncompleteOrder>(skipLocked, [tx.account_id, ids]);

/** Locks the living orders among these until the end of the transaction. */
export const lockOrders = (tx: Tx, ids: readonly number[]): Promise<OrderRecord[]> =>
  tx.query<OrderRecord>(lockLiving, [tx.account_id, ids]);
