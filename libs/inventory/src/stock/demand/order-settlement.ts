import { orderStockSettled, type SettledLine } from '@stockbook/contracts';
import { outboxRow, publishAll } from '@stockbook/messaging';
import { statement, type Tx } from '@stockbook/persistence';
import { Big } from 'big.js';
import type { LockedStock } from '../ledger/locked-stock.js';
import type { Movement, StockLine } from '../ledger/movement.js';
import { atScale } from '../ledger/moving-average.js';
import { forList } from '../ledger/list-plan.js';
import { moveMany } from '../ledger/stock-ledger.js';

/** An order with the version of its demand and who made that, under its lock. */
export interface OrderHead {
  readonly account_id: number;
  readonly order_id: number;
  readonly version: number;
  readonly user_id: number;
  readonly username: string;
}

/** The quantity that an order's line wants of an item at a location, and the quantity it has taken. */
export interface OrderLine {
  readonly account_id: number;
  readonly order_id: number;
  readonly order_product_id: number;
  readonly item_id: number;
  readonly location_id: number;
  readonly wanted: number;
  readonly taken: number;
  /** The original cost of what is taken: a decimal text in the base currency. */
  readonly value: string;
}

/** A line after its movement; `available` is 0 unless it came up short. */
export interface LineOutcome extends OrderLine {
  readonly available: number;
}

/** An order and those of its lines that are looked at. */
export interface OrderLines<L extends OrderLine = OrderLine> {
  readonly order: OrderHead;
  readonly lines: readonly L[];
  /** Lines of items that never were: answered, but neither moved nor kept. */
  readonly strays?: readonly OrderLine[];
}

const COLUMNS = 'account_id, order_id, order_product_id, item_id, location_id, wanted, taken, value';
const RECORD = statement(
  'record_order_lines',
  `WITH line AS (
     INSERT INTO inventory.order_line_stock (${COLUMNS})
     SELECT ${COLUMNS} FROM json_populate_recordset(NULL::inventory.order_line_stock, $1)
     ON CONFLICT (account_id, order_id, order_product_id, item_id, location_id) DO UPDATE
     SET wanted = excluded.wanted, taken = excluded.taken, value = excluded.value
   )
   UPDATE inventory.order_stock stock SET seq = stock.seq + 1
   FROM unnest($2::int[], $3::bigint[]) AS answered (account_id, order_id)
   WHERE stock.account_id = answered.account_id AND stock.order_id = answered.order_id
   RETURNING stock.account_id, stock.order_id, stock.seq`,
);

/** The lines under the names of their orders. */
export function byOrder(lines: readonly OrderLine[]): Map<string, OrderLine[]> {
  const orders = new Map<string, OrderLine[]>();
  for (const line of lines) {
    const others = orders.get(nameOf(line));
    if (others) others.push(line);
    else orders.set(nameOf(line), [line]);
  }
  return orders;
}

/**
 * Moves the difference between what each line wants and what it has taken: all of it, or nothing where stock is short or an older
 * line waits. The orders come oldest first.
 */
export async function moveOrderLines(
  tx: Tx,
  orders: readonly OrderLines[],
  locked?: LockedStock,
): Promise<OrderLines<LineOutcome>[]> {
  const outcomes = await moveMany(tx, orders.map(movementOf), locked);
  return orders.map(({ order, lines, strays }, index) => {
    const { moved = [], short = [] } = outcomes[index] ?? {};
    const values = new Map(moved.map((line) => [keyOf({ ...line, order_product_id: line.line }), line.value]));
    const shortages = new Map(short.map((line) => [keyOf({ ...line, order_product_id: line.line }), line.available]));
    const outcomeOf = (line: OrderLine): LineOutcome => {
      const available = shortages.get(keyOf(line));
      if (available !== undefined) return { ...line, available };
      const value = new Big(line.value).minus(values.get(keyOf(line)) ?? 0).toFixed(8);
      return { ...line, taken: line.wanted, value, available: 0 };
    };
    return { order, lines: lines.map(outcomeOf), strays };
  });
}

/** Keeps what the lines have taken by now, and tells sales of them by one event an order. */
export async function recordOrderLines(tx: Tx, orders: readonly OrderLines<LineOutcome>[]): Promise<void> {
  if (!orders.length) return;
  const answers = new Map(orders.map((answer) => [nameOf(answer.order), answer]));
  const rows = await tx.query<{ account_id: number; order_id: number; seq: number }>(forList(RECORD, orders.length), [
    JSON.stringify(orders.flatMap(({ lines }) => lines)),
    orders.map(({ order }) => order.account_id),
    orders.map(({ order }) => order.order_id),
  ]);
  const events = rows.flatMap((row) => {
    const answer = answers.get(nameOf(row));
    if (!answer) return [];
    const { account_id, order_id, version } = answer.order;
    const strays = (answer.strays ?? []).map((line) => ({ ...line, available: 0 }));
    const lines = [...answer.lines, ...strays].map(settledLine);
    return [outboxRow(orderStockSettled, { order_id, version, lines }, row.seq, account_id)];
  });
  publishAll(tx, events);
}

function movementOf({ order, lines }: OrderLines): Movement {
  const { account_id, order_id, version, user_id, username } = order;
  const operation = { operation: `order/${order_id}/${version}`, user_id, username, comment: `Order ${order_id}` };
  return { account_id, order_id, operation: { ...operation, counts_as: 'deducted' }, lines: lines.map(stockLineOf) };
}

/** Returned stock comes in at its share of the original cost. */
function stockLineOf({ order_product_id, item_id, location_id, wanted, taken, value }: OrderLine): StockLine {
  const line = { line: order_product_id, item_id, location_id, quantity: taken - wanted };
  if (line.quantity <= 0) return line;
  return { ...line, value: atScale(new Big(value).times(line.quantity).div(taken)).toFixed(8) };
}

const settledLine = (line: LineOutcome): SettledLine => ({
  order_product_id: line.order_product_id,
  item_id: line.item_id,
  location_id: line.location_id,
  wanted: line.wanted,
  taken: line.taken,
  unit_cost: line.taken ? new Big(line.value).div(line.taken).toFixed(8) : '',
  available: line.available,
  settled: line.taken === line.wanted,
});

export const nameOf = ({ account_id, order_id }: Pick<OrderHead, 'account_id' | 'order_id'>): string =>
  `${account_id}/${order_id}`;

/** Names a line within its order. */
export const keyOf = ({
  order_product_id,
  item_id,
  location_id,
}: Pick<OrderLine, 'order_product_id' | 'item_id' | 'location_id'>): string =>
  `${order_product_id}/${item_id}/${location_id}`;
