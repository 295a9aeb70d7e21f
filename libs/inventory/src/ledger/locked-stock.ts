import type { StockState } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { Big } from 'big.js';
import type { Thresholds } from './stock-state.js';
import type { Holding } from './moving-average.js';
import { forList } from './list-plan.js';
import { Queue, type QueueRow, QUEUES } from './queue.js';
import type { StockKey } from './stock-key.js';

export { MAX_ON_HAND } from './queue.js';
export type { StockKey } from './stock-key.js';

/** The location of pieces in transit. No location has this id, so requests cannot name it. */
export const IN_TRANSIT = 0;

export interface Level extends StockKey {
  on_hand: number;
  reserved: number;
  seq: number;
  state: StockState;
  /** The item's own thresholds here; null means the location's. */
  stock_warning: number | null;
  stock_danger: number | null;
  readonly location: Thresholds;
  readonly cost: ItemCost;
  /** True if the account's company allows stock below zero. */
  readonly allow_negative_stock: boolean;
  /** True if somebody subscribes to changes of the account's stock. */
  readonly is_subscribed: boolean;
  readonly location_name: string | null;
  readonly is_closed: boolean;
  /** Null means that inventory has no policy of the account. */
  readonly default_location_id: number | null;
  /** The lines that wait for this stock; absent while there is none. */
  queue?: Queue;
}

/** Returns the available quantity, as lists show it and requests set it: on hand less reserved. */
export const availableOf = ({ on_hand, reserved }: Level): number => on_hand - reserved;

export interface ItemCost {
  readonly account_id: number;
  readonly item_id: number;
  holding: Holding;
  total_added: number;
  total_deducted: number;
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
  readonly location_name: string | null;
  readonly is_closed: boolean;
  readonly default_location_id: number | null;
  readonly allow_negative_stock: boolean;
  readonly quantity: number;
  readonly average_cost: string;
  readonly total_added: number;
  readonly total_deducted: number;
  readonly stock_facts: number;
  readonly bundle: boolean;
}

/** SQL for keys of stock, with those of the stock that gets what comes back to deleted locations. */
const KEYS = `(
     SELECT account_id, item_id, location_id
     FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, item_id, location_id)
     UNION
     SELECT account_id, item_id, fallback.location_id
     FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, item_id, location_id)
     JOIN inventory.location closed USING (account_id, location_id)
     JOIN inventory.stock_policy policy USING (account_id)
     JOIN inventory.location fallback USING (account_id)
     WHERE closed.date_deleted IS NOT NULL AND fallback.location_id = policy.default_location_id
       AND fallback.date_deleted IS NULL
   ) key`;

/**
 * Inserts missing rows, because a lock on a row that is not there locks nothing. They are never deleted, and unknown
 * items get none.
 *
 * The statement returns the accounts that have subscribers to changes of stock. PostgreSQL looks for them before it
 * inserts, so before any lock on stock.
 */
const CREATE = statement(
  'create_stock',
  `WITH key AS (
     SELECT account_id, item_id, location_id FROM ${KEYS} JOIN inventory.item USING (account_id, item_id)
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
     COALESCE(location.stock_danger, 0) AS location_danger, location.name AS location_name,
     location.date_deleted IS NOT NULL AS is_closed, policy.default_location_id,
     cost.quantity, cost.average_cost, cost.total_added, cost.total_deducted, cost.stock_facts, cost.bundle,
     COALESCE(policy.allow_negative_stock, false) AS allow_negative_stock
   FROM ${KEYS}
   JOIN inventory.item_cost cost USING (account_id, item_id)
   JOIN inventory.item_stock stock USING (account_id, item_id, location_id)
   LEFT JOIN inventory.location USING (account_id, location_id)
   LEFT JOIN inventory.stock_policy policy USING (account_id)
   ORDER BY account_id, item_id, location_id FOR UPDATE OF cost, stock`,
);

export interface DocumentName {
  readonly account_id: number;
  readonly document: string;
  readonly document_id: number;
}

export interface LineName extends DocumentName {
  readonly line_id: number;
}

/** Holds levels by name, each with the cost that it shares with the item's other locations. */
export class LockedStock {
  /** This stock got the pieces that came back to deleted locations. */
  readonly openings: StockKey[] = [];
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
   * Locks stock until the end of the transaction, with what it is worth. Stock that does not exist yet is created with
   * nothing on hand; that of an unknown item stays unlocked. If lines are to be settled, it also reads how the other
   * lines wait for it. Call this once a transaction: a second call could lock against the order.
   */
  static async of(tx: Tx, keys: readonly StockKey[], settling?: readonly LineName[]): Promise<LockedStock> {
    if (!keys.length) return new LockedStock([], new Set());
    const distinct = [...new Map(keys.map((key) => [stockName(key), key])).values()];
    const columns = keyColumnsOf(distinct);
    const others = settling && [...columns, ...lineColumnsOf(settling)];
    const [subscribed, rows, queues] = await Promise.all([
      tx.query<Pick<StockKey, 'account_id'>>(CREATE, columns),
      tx.query<LockedRow>(forList(LOCK, distinct.length), columns),
      others ? tx.query<QueueRow>(forList(QUEUES, distinct.length), others) : [],
    ]);
    const locked = new LockedStock(rows, new Set(subscribed.map(({ account_id }) => account_id)));
    for (const { oldest, documents, ...key } of queues) locked.level(key).queue = new Queue(oldest, documents);
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

export const keyColumnsOf = (keys: readonly StockKey[]): number[][] => [
  keys.map(({ account_id }) => account_id),
  keys.map(({ item_id }) => item_id),
  keys.map(({ location_id }) => location_id),
];

export const documentColumnsOf = (documents: readonly DocumentName[]): (number | string)[][] => [
  documents.map(({ account_id }) => account_id),
  documents.map(({ document }) => document),
  documents.map(({ document_id }) => document_id),
];

const lineColumnsOf = (lines: readonly LineName[]): (number | string)[][] => [
  ...documentColumnsOf(lines),
  lines.map(({ line_id }) => line_id),
];

const stockName = ({ account_id, item_id, location_id }: StockKey): string => `${account_id}/${item_id}/${location_id}`;
