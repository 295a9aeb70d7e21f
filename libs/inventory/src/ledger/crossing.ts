import { type Actor, type StockChange, type StockLevel, stockStateChanged, SYSTEM } from '@stockbook/contracts';
import { type OutboxRow, toOutboxRow } from '@stockbook/messaging';
import { previousOf } from '@stockbook/service';
import { availableOf, IN_TRANSIT, type Level } from './locked-stock.js';
import { alertOf, stockState, type Thresholds } from './stock-state.js';

/** The user who changes a level. */
export interface Author {
  readonly user_id: number;
  readonly username: string;
  /** Present if a user edits the stock itself, which no document records: the edit is a fact. */
  readonly actor?: Actor;
}

/** A level that a posting changes. */
export interface Touched {
  /** The level before the posting. */
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

export const isOutdated = (level: Level): boolean =>
  stockState(availableOf(level), thresholdsOf(level), level.state) !== level.state;

/**
 * Sets the state of a changed level. A crossed threshold is a fact, and so is an edit; with a subscriber, each change
 * of its quantities is one too. All are numbered under the lock of the item's cost. A location that gets its first
 * pieces crosses no threshold, and pieces in transit belong to no location.
 */
export function settleState(level: Level, { found, hadStock, by }: Touched): OutboxRow[] {
  if (level.location_id === IN_TRANSIT) return [];
  level.state = stockState(availableOf(level), thresholdsOf(level), hadStock ? level.state : 'ok');
  const change = alertOf(level.state);
  const after = shownLevel(level);
  const publish = (change: StockChange, actor: Actor, previous: Partial<StockLevel>) => {
    const payload = { change, actor, record: after, previous };
    const sequence = ++level.cost.stock_facts;
    return toOutboxRow(stockStateChanged, {
      account_id: level.account_id,
      aggregate_id: level.item_id,
      sequence,
      payload,
    });
  };
  const previous = previousOf(found, after);
  // An item's facts are those of all its locations, so the former values name the location.
  const edits = by.actor ? [publish('edited', by.actor, { location_id: level.location_id, ...previous })] : [];
  const author = { ...SYSTEM, user_id: by.user_id, username: by.username };
  const isMoved = after.on_hand !== found.on_hand || after.reserved !== found.reserved;
  const moves = level.is_subscribed && isMoved ? [publish('changed', author, previous)] : [];
  const isCrossed = hadStock && change !== alertOf(found.stock_state);
  return [...edits, ...moves, ...(isCrossed ? [publish(change, author, previous)] : [])];
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
