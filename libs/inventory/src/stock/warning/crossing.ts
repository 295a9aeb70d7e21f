import { type StockLevel, stockStateChanged, SYSTEM } from '@stockbook/contracts';
import type { OutboxRow } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { factRow } from '@stockbook/service';
import { availableOf, IN_TRANSIT, type Level } from '../ledger/locked-stock.js';
import { alertOf, stateOf, type Thresholds } from './stock-state.js';

/** The user who changes a level. */
export interface Author {
  readonly user_id: number;
  readonly username: string;
}

/** A level that a posting changes. */
export interface Touched {
  /** As the posting found it. */
  readonly found: StockLevel;
  readonly hadStock: boolean;
  /** The last of those who change it. */
  by: Author;
}

export const touched = (level: Level, by: Author): Touched => ({
  found: shownLevel(level),
  hadStock: level.seq > 0,
  by,
});

/** Whether a level has another state than its thresholds say now. */
export const isOutdated = (level: Level): boolean =>
  stateOf(availableOf(level), thresholdsOf(level), level.state) !== level.state;

/**
 * Sets the state of a changed level. A threshold that it has crossed is a fact, numbered under the lock of the item's cost; a location
 * that gets its first pieces crosses none. Pieces in transit have no thresholds.
 */
export function settleState(tx: Tx, level: Level, { found, hadStock, by }: Touched): OutboxRow[] {
  if (level.location_id === IN_TRANSIT) return [];
  level.state = stateOf(availableOf(level), thresholdsOf(level), hadStock ? level.state : 'ok');
  const change = alertOf(level.state);
  if (!hadStock || change === alertOf(found.stock_state)) return [];
  const { account_id, item_id: id } = level;
  const sequence = ++level.cost.crossings;
  const actor = { ...SYSTEM, user_id: by.user_id, username: by.username };
  const states = { before: found, after: shownLevel(level) };
  return [factRow(tx.forAccount(account_id), stockStateChanged, { id, sequence, change, actor, ...states })];
}

const thresholdsOf = ({ stock_warning, stock_danger, location }: Level): Thresholds => ({
  stock_warning: stock_warning ?? location.stock_warning,
  stock_danger: stock_danger ?? location.stock_danger,
});

const shownLevel = (level: Level): StockLevel => ({
  item_id: level.item_id,
  location_id: level.location_id,
  quantity: availableOf(level),
  on_hand: level.on_hand,
  reserved: level.reserved,
  ...thresholdsOf(level),
  stock_state: level.state,
});
