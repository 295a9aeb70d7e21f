import { publishAll } from '@stockbook/messaging';
import { groupBy, statement, type Tx } from '@stockbook/persistence';
import { type Author, isOutdated, settleState, type Touched, touched } from './crossing.js';
import {
  availableOf,
  type ItemCost,
  type Level,
  type LockedStock,
  MAX_ON_HAND,
  type StockKey,
} from './locked-stock.js';
import { Queue } from './queue.js';
import type { Moved, Movement, Outcome, Short, StockLine, StockOperation } from './movement.js';
import { valued } from './moving-average.js';
import { forList } from './list-plan.js';

const FLOW = `account_id, item_id, location_id, seq, quantity, balance, unit_cost, value, variance, average_cost,
  document, document_id, document_version, line, user_id, username, comment`;

const WRITE = statement(
  'write_stock',
  `WITH level AS (
     UPDATE inventory.item_stock old
       SET on_hand = new.on_hand, reserved = new.reserved, seq = new.seq, state = new.state,
       stock_warning = new.stock_warning, stock_danger = new.stock_danger
     FROM json_populate_recordset(NULL::inventory.item_stock, $1) new
     WHERE old.account_id = new.account_id AND old.item_id = new.item_id AND old.location_id = new.location_id
   ), cost AS (
     UPDATE inventory.item_cost old SET quantity = new.quantity, average_cost = new.average_cost,
       pool_cost = new.quantity * new.average_cost, total_added = new.total_added, total_deducted = new.total_deducted,
       stock_facts = new.stock_facts
     FROM json_populate_recordset(NULL::inventory.item_cost, $2) new
     WHERE old.account_id = new.account_id AND old.item_id = new.item_id
   )
   INSERT INTO inventory.item_flow (${FLOW}) SELECT ${FLOW}
   FROM json_populate_recordset(NULL::inventory.item_flow, $3)`,
);

/** Computes movements on locked stock one after the other, and writes them in one statement. */
export class Posting {
  /** The stock of which more is available. */
  readonly arrivals: StockKey[] = [];
  private readonly levels = new Map<Level, Touched>();
  private readonly costs = new Set<ItemCost>();
  private readonly flows: object[] = [];

  constructor(private readonly stock: LockedStock) {}

  /** Works out each line that does not fall short; first what comes in, since the same operation may take it. */
  post({ account_id, operation, lines, place }: Movement): Outcome {
    const moved: Moved[] = [];
    const short: Short[] = [];
    const entries = lines.map((line) => {
      const level = this.stock.level({ account_id, ...line });
      const { quantity, hold = 0 } = line;
      return { line, level, floor: floorOf(level), change: quantity - hold, is_moving: quantity !== 0 || hold !== 0 };
    });
    for (const { line, level } of entries) this.setThresholds(level, line.thresholds, operation);
    if (place !== undefined && entries.some((entry) => isShort(entry, place)))
      return {
        moved,
        short: entries.filter(({ is_moving }) => is_moving).map((entry) => waitAt(place, entry, operation)),
      };
    const giving = entries.filter(({ change, is_moving }) => is_moving && change >= 0);
    const taking = entries.filter(({ change }) => change < 0);
    for (const entry of [...giving, ...taking]) {
      const { line, level, change } = entry;
      if (isShort(entry)) {
        short.push({ account_id, ...line, quantity: change, available: Math.max(0, availableOf(level)) });
      } else {
        this.touch(level, operation);
        hold(level, line);
        if (line.quantity) moved.push(this.book(level, operation, line));
        if (change > 0) this.arrivals.push(level);
      }
    }
    this.leaveClosed(moved, operation);
    return { moved, short };
  }

  /** The default location is locked with the stock if it lives. */
  private leaveClosed(moved: readonly Moved[], operation: StockOperation): void {
    for (const [level, lines] of groupBy(moved, (line) => this.stock.level(line))) {
      const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
      const { account_id, item_id, location_id, default_location_id } = level;
      const key = { account_id, item_id, location_id: default_location_id ?? 0 };
      if (!level.is_closed || quantity <= 0 || !this.stock.has(key)) continue;
      const open = this.stock.level(key);
      const comment =
        `${operation.comment}: location ${titleOf(level)} is deleted, ` + `the pieces go to location ${titleOf(open)}.`;
      const { user_id, username } = operation;
      const document = { document: 'location', document_id: location_id, document_version: null } as const;
      const by = { ...document, user_id, username, comment, counts_as: 'neither' } as const;
      this.touch(open, by);
      this.book(level, by, { line: 0, item_id, location_id, quantity: -quantity });
      this.book(open, by, { line: 0, ...key, quantity });
      this.arrivals.push(open);
      this.stock.openings.push(open);
    }
  }

  /** Judges stock by the thresholds that its location has now. */
  review(level: Level, by: Author): void {
    if (isOutdated(level)) this.touch(level, by);
  }

  /** Writes everything, and publishes edits and the thresholds that were crossed. */
  write(tx: Tx): void {
    if (!this.levels.size) return;
    const facts = [...this.levels].flatMap(([level, changed]) => {
      const published = settleState(level, changed);
      if (published.length) this.costs.add(level.cost);
      return published;
    });
    const levels = [...this.levels.keys()].map(
      ({ account_id, item_id, location_id, on_hand, reserved, seq, state, stock_warning, stock_danger }) => {
        return { account_id, item_id, location_id, on_hand, reserved, seq, state, stock_warning, stock_danger };
      },
    );
    const costs = [...this.costs].map(({ holding: { quantity, average }, ...cost }) => {
      return { quantity, average_cost: average, ...cost };
    });
    tx.send(
      forList(WRITE, Math.max(this.levels.size, this.flows.length)),
      [levels, costs, this.flows].map((rows) => JSON.stringify(rows)),
    );
    publishAll(tx, facts);
  }

  private touch(level: Level, by: Author): void {
    this.levels.set(level, { ...(this.levels.get(level) ?? touched(level, by)), by });
  }

  private setThresholds(level: Level, given: StockLine['thresholds'], by: Author): void {
    const { stock_warning = level.stock_warning, stock_danger = level.stock_danger } = given ?? {};
    if (stock_warning === level.stock_warning && stock_danger === level.stock_danger) return;
    this.touch(level, by);
    Object.assign(level, { stock_warning, stock_danger });
  }

  private book(level: Level, by: StockOperation, line: StockLine): Moved {
    const { quantity, item_id, location_id, field } = line;
    const { unit_cost, value, variance, holding } = valued(level.cost.holding, quantity, line);
    level.cost.holding = holding;
    level.on_hand += quantity;
    level.seq++;
    countTotal(level.cost, by.counts_as ?? (quantity > 0 ? 'added' : 'deducted'), quantity);
    this.costs.add(level.cost);
    const moved: Moved = {
      account_id: level.account_id,
      line: line.line,
      item_id,
      location_id,
      quantity,
      balance: level.on_hand,
      unit_cost: unit_cost.toFixed(8),
      value: value.toFixed(8),
      field,
    };
    const { document, document_id, document_version, user_id, username } = by;
    this.flows.push({
      document,
      document_id,
      document_version,
      user_id,
      username,
      comment: line.comment ?? by.comment,
      seq: level.seq,
      variance,
      average_cost: holding.average,
      ...moved,
    });
    return moved;
  }
}

const titleOf = ({ location_id, location_name }: Level): string => `${location_id} (${location_name})`;

function hold(level: Level, { line, hold = 0 }: StockLine): void {
  if (level.reserved + hold < 0) throw new Error(`Line ${line} releases ${-hold} pieces of ${level.reserved} held.`);
  level.reserved += hold;
}

/** A line to be moved, with the change of what is available by it. */
interface Entry {
  readonly line: StockLine;
  readonly level: Level;
  readonly floor: number;
  readonly change: number;
}

/** Tells whether an entry takes more pieces than there are, or pieces for which older lines wait. */
const isShort = ({ level, floor, change }: Entry, place?: number): boolean =>
  change < 0 && (isBehind(level, place) || availableOf(level) + change < floor);

const isBehind = ({ queue, allow_negative_stock }: Level, place?: number): boolean =>
  place !== undefined && !allow_negative_stock && queue !== undefined && queue.isAheadOf(place);

function waitAt(place: number, { line, level, change }: Entry, { document, document_id }: StockOperation): Short {
  const name = `${document}/${document_id}`;
  const behind = isBehind(level, place) ? level.queue?.documentsAheadOf(place, name) : undefined;
  level.queue ??= new Queue();
  level.queue.add(place, name);
  const { account_id, location_name: location } = level;
  return { account_id, ...line, quantity: change, available: Math.max(0, availableOf(level)), behind, location };
}

/** Stock may not fall below nothing, or below what it was if it is negative already. */
const floorOf = (level: Level): number => (level.allow_negative_stock ? -MAX_ON_HAND : Math.min(0, availableOf(level)));

function countTotal(cost: ItemCost, total: StockOperation['counts_as'], quantity: number): void {
  if (total === 'added') cost.total_added += quantity;
  if (total === 'deducted') cost.total_deducted -= quantity;
}
