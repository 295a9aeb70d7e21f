import type { StockState } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { Big } from 'big.js';
import type { Thresholds } from '../warning/stock-state.js';
import type { Holding } from './moving-average.js';
import { forList } from './list-plan.js';

/** The most pieces that a movement may bring a location to have, to reserve or to owe; pieces that orders give back may pass it. */
export const MAX_ON_HAND = 2_000_000_000;

/** The location of pieces in transit. No location has this id, so requests cannot name it. */
export const IN_TRANSIT = 0;

/** In SQL, how many pieces may be taken of a `stock` under the account's `policy`. */
export const TAKEABLE = `stock.on_hand - stock.reserved
  + CASE WHEN policy.allow_negative_stock THEN ${MAX_ON_HAND} ELSE 0 END`;

/** In SQL, the items of a `line` with a number of each: its own, or those of the components that the line of a bundle has. */
export const partsOfLine = (number: string, own: string, line = 'line'): string =>
  `(SELECT ${line}.item_id, ${own} AS ${number} WHERE ${line}.components IS NULL UNION ALL
    SELECT (part ->> 'item_id')::bigint, (part ->> '${number}')::int FROM jsonb_array_elements(${line}.components) part)`;

/**
 * In SQL, how many pieces the `line` of a document still needs beside those that reservations hold for it. Of several lines of one item
 * the first takes the pieces, as in `OrderHolds`.
 */
export const MISSING = `line.wanted - line.taken - COALESCE((
  SELECT LEAST(line.wanted - line.taken, GREATEST(0, sum(part.held) - COALESCE((
    SELECT sum(earlier.wanted - earlier.taken) FROM inventory.stock_demand_line earlier
    WHERE earlier.account_id = line.account_id AND earlier.document = line.document AND earlier.document_id = line.document_id
      AND earlier.item_id = line.item_id AND earlier.location_id = line.location_id AND earlier.line_id < line.line_id
      AND earlier.taken < earlier.wanted
  ), 0)))
  FROM inventory.reservation JOIN inventory.reservation_line held USING (account_id, item_reservation_id)
  CROSS JOIN LATERAL ${partsOfLine('held', 'held.held', 'held')} part
  WHERE line.document = 'order' AND reservation.account_id = line.account_id AND reservation.order_id = line.document_id
    AND reservation.order_id <> 0 AND reservation.location_id = line.location_id AND reservation.date_deleted IS NULL
    AND part.item_id = line.item_id
  HAVING sum(part.held) > 0
), 0)`;

/** In SQL, the lines that wait for the stock of a `key`. */
export const BACKORDERED = `inventory.stock_demand_line line
  WHERE line.account_id = key.account_id AND line.item_id = key.item_id AND line.location_id = key.location_id AND taken < wanted`;

/** In SQL, of those the lines whose pieces are all held for them, which pass the queue. Most stock has no piece reserved. */
export const HELD_IN_FULL = `${BACKORDERED} AND stock.reserved > 0 AND line.document = 'order' AND ${MISSING} = 0`;

/** Names the stock of one item at one location of one account. */
export interface StockKey {
  readonly account_id: number;
  readonly item_id: number;
  readonly location_id: number;
}

/** The stock at one location, under its lock. */
export interface Level extends StockKey {
  on_hand: number;
  reserved: number;
  seq: number;
  state: StockState;
  /** The item's own thresholds here; null: the location's. */
  stock_warning: number | null;
  stock_danger: number | null;
  readonly location: Thresholds;
  readonly cost: ItemCost;
  /** Whether the account's company allows stock below zero. */
  readonly allow_negative_stock: boolean;
  /** Whether somebody subscribes to changes of the account's stock. */
  readonly is_subscribed: boolean;
  /** The oldest document with a line that waits for this stock. */
  oldest_backordered?: Place;
}

/** The available quantity, as lists show it and requests set it: on hand less reserved. */
export const availableOf = ({ on_hand, reserved }: Level): number => on_hand - reserved;

/** The worth of an item's stock, locked. */
export interface ItemCost {
  readonly account_id: number;
  readonly item_id: number;
  holding: Holding;
  total_added: number;
  total_deducted: number;
  /** The sequence of the last fact of the item's stock. */
  stock_facts: number;
  readonly bundle: boolean;
}

interface LockedRow extends StockKey {
  readonly on_hand: number;
  readonly reserved: number;
  readonly seq: number;
  readonly state: StockState;
  readonly stock_warning: number | null;
  readonly stock_danger: number | null;
  readonly location_warning: number;
  readonly location_danger: number;
  readonly allow_negative_stock: boolean;
  readonly quantity: number;
  readonly average_cost: string;
  readonly total_added: number;
  readonly total_deducted: number;
  readonly stock_facts: number;
  readonly bundle: boolean;
}

/**
 * A lock on nothing locks nothing: the rows are there before they are locked. They are never deleted, and unknown items get none.
 * Finds the accounts where somebody subscribes to changes of stock; PostgreSQL does so before it inserts, so before any lock on stock.
 */
const CREATE = statement(
  'create_stock',
  `WITH key AS (
     SELECT account_id, item_id, location_id
     FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, item_id, location_id)
     JOIN inventory.item USING (account_id, item_id)
   ), cost AS (
     INSERT INTO inventory.item_cost (account_id, item_id)
     SELECT DISTINCT account_id, item_id FROM key ORDER BY account_id, item_id ON CONFLICT DO NOTHING
   ), stock AS (
     INSERT INTO inventory.item_stock (account_id, item_id, location_id)
     SELECT account_id, item_id, location_id FROM key ORDER BY account_id, item_id, location_id ON CONFLICT DO NOTHING
   )
   SELECT account_id FROM (SELECT DISTINCT account_id FROM unnest($1::int[]) AS account_id ORDER BY account_id) account
   WHERE inventory.is_subscribed(account_id)`,
);

/** Everyone locks in this one order, an item's cost before its locations, so that nobody waits in a circle. */
const LOCK = statement(
  'lock_stock',
  `SELECT account_id, item_id, location_id, stock.on_hand, stock.reserved, stock.seq, stock.state, stock.stock_warning,
     stock.stock_danger, COALESCE(location.stock_warning, 0) AS location_warning,
     COALESCE(location.stock_danger, 0) AS location_danger, cost.quantity, cost.average_cost, cost.total_added,
     cost.total_deducted, cost.stock_facts, cost.bundle, COALESCE(policy.allow_negative_stock, false) AS allow_negative_stock
   FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, item_id, location_id)
   JOIN inventory.item_cost cost USING (account_id, item_id)
   JOIN inventory.item_stock stock USING (account_id, item_id, location_id)
   LEFT JOIN inventory.location USING (account_id, location_id)
   LEFT JOIN inventory.stock_policy policy USING (account_id)
   ORDER BY account_id, item_id, location_id FOR UPDATE OF cost, stock`,
);

/** Apart from the documents given. The lock on the stock keeps others from beginning to wait, or from ending it. */
const OLDEST_BACKORDERED = statement(
  'oldest_backordered',
  `SELECT key.*, oldest.document, oldest.document_id
   FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, item_id, location_id)
   CROSS JOIN LATERAL (
     SELECT document, document_id FROM inventory.stock_demand_line line
     WHERE line.account_id = key.account_id AND line.item_id = key.item_id AND line.location_id = key.location_id
       AND line.taken < line.wanted
       AND (line.account_id, line.document, line.document_id) NOT IN (SELECT * FROM unnest($4::int[], $5::text[], $6::bigint[]))
     ORDER BY document_id, document LIMIT 1
   ) oldest`,
);

/** A document's place in the queue for stock. Ids of different kinds are compared as they are. */
export interface Place {
  readonly document: string;
  readonly document_id: number;
}

/** Whether one place comes before the other; the SQL of the queues compares `(document_id, document)`. */
export const isBefore = (one: Place, other: Place): boolean =>
  one.document_id < other.document_id || (one.document_id === other.document_id && one.document < other.document);

/** Names a document of one account. */
export interface DocumentName extends Place {
  readonly account_id: number;
}

/** Levels by name, each with the cost that it shares with the item's other locations. */
export class LockedStock {
  private readonly levels = new Map<string, Level>();
  private readonly costs = new Map<string, ItemCost>();

  private constructor(rows: readonly LockedRow[], subscribed: ReadonlySet<number>) {
    for (const row of rows) {
      const location = { stock_warning: row.location_warning, stock_danger: row.location_danger };
      const is_subscribed = subscribed.has(row.account_id);
      this.levels.set(stockName(row), { location, is_subscribed, cost: this.itemCost(row), ...row });
    }
  }

  /**
   * Locks stock until the end of the transaction, with what it is worth. Stock that does not exist yet comes to be, with nothing
   * on hand; that of an unknown item stays unlocked. Where documents are to be settled, also reads which other document is the
   * oldest that waits for it. To be called once a transaction: a second call could lock against the order.
   */
  static async of(tx: Tx, keys: readonly StockKey[], settling?: readonly DocumentName[]): Promise<LockedStock> {
    if (!keys.length) return new LockedStock([], new Set());
    const distinct = [...new Map(keys.map((key) => [stockName(key), key])).values()];
    const columns = keyColumnsOf(distinct);
    const others = settling && [...columns, ...documentColumnsOf(settling)];
    const [subscribed, rows, backordered] = await Promise.all([
      tx.query<Pick<StockKey, 'account_id'>>(CREATE, columns),
      tx.query<LockedRow>(forList(LOCK, distinct.length), columns),
      others ? tx.query<StockKey & Place>(forList(OLDEST_BACKORDERED, distinct.length), others) : [],
    ]);
    const locked = new LockedStock(rows, new Set(subscribed.map(({ account_id }) => account_id)));
    for (const { document, document_id, ...key } of backordered)
      locked.level(key).oldest_backordered = { document, document_id };
    return locked;
  }

  has(key: StockKey): boolean {
    return this.levels.has(stockName(key));
  }

  level(key: StockKey): Level {
    const level = this.levels.get(stockName(key));
    if (!level) throw new Error(`The stock ${stockName(key)} is not locked.`);
    return level;
  }

  private itemCost(row: LockedRow): ItemCost {
    const { account_id, item_id, total_added, total_deducted, stock_facts, bundle } = row;
    const name = `${account_id}/${item_id}`;
    const known = this.costs.get(name);
    if (known) return known;
    const holding = { quantity: row.quantity, average: new Big(row.average_cost) };
    const cost = { account_id, item_id, holding, total_added, total_deducted, stock_facts, bundle };
    this.costs.set(name, cost);
    return cost;
  }
}

/** The keys as three lists, one a column. */
export const keyColumnsOf = (keys: readonly StockKey[]): number[][] => [
  keys.map(({ account_id }) => account_id),
  keys.map(({ item_id }) => item_id),
  keys.map(({ location_id }) => location_id),
];

/** Documents as three lists, one a column. */
export const documentColumnsOf = (documents: readonly DocumentName[]): (number | string)[][] => [
  documents.map(({ account_id }) => account_id),
  documents.map(({ document }) => document),
  documents.map(({ document_id }) => document_id),
];

const stockName = ({ account_id, item_id, location_id }: StockKey): string => `${account_id}/${item_id}/${location_id}`;
