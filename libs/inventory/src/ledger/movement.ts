import type { Author } from './crossing.js';
import type { Thresholds } from './stock-state.js';
import type { StockKey } from './locked-stock.js';
import type { GivenCost } from './moving-average.js';

/** Moves pieces of one item to a location (positive) or away (negative); 0 moves nothing, but may hold or release. */
export interface StockLine extends GivenCost {
  /** The line's number in its document, which distinguishes lines of one item and location. */
  readonly line: number;
  readonly item_id: number;
  readonly location_id: number;
  readonly quantity: number;
  /** A hold that is released as its pieces leave needs no other pieces. */
  readonly hold?: number;
  /** The item gets these thresholds of its own here. */
  readonly thresholds?: Partial<Thresholds>;
  /** The comment is the operation's unless given. */
  readonly comment?: string;
  /** The request field that a refusal of this line names. */
  readonly field?: string;
}

/** One change of one document. */
export interface StockOperation extends Author {
  readonly document: string;
  /** Null means that the change belongs to no record. Else the ledger refuses a second posting of this version. */
  readonly document_id: number | null;
  readonly document_version: number | null;
  readonly comment: string;
  /** The total of the items that the lines change; it follows their direction unless given. */
  readonly counts_as?: 'added' | 'deducted' | 'neither';
  /** All lines move at the average, also pieces that are given back: the costs of the items stay. */
  readonly at_average?: boolean;
  /** True if the transaction adds the item: a refusal takes its id back and so does not name it. */
  readonly adds_item?: boolean;
}

/** An operation of one account among many. */
export interface Movement {
  readonly account_id: number;
  readonly operation: StockOperation;
  readonly lines: readonly StockLine[];
  /** Lines with a place take all or nothing, and nothing for which an older line waits. */
  readonly place?: number;
}

/** A line that was moved. Costs are decimal texts in the base currency; the value has the sign of the quantity. */
export interface Moved extends StockKey {
  readonly line: number;
  readonly quantity: number;
  /** The quantity on hand at the location afterwards. */
  readonly balance: number;
  readonly unit_cost: string;
  readonly value: string;
  readonly field?: string;
}

/** A line that was not moved: it takes or holds more pieces (`quantity`, below 0) than are on hand and not reserved. */
export interface Short extends StockKey {
  readonly line: number;
  readonly quantity: number;
  readonly available: number;
  /** A line that keeps its place has 0 and is not counted. */
  readonly behind?: number | undefined;
  readonly location?: string | null;
  readonly field?: string;
}

/** The outcome of a movement's lines; incoming ones come first. */
export interface Outcome {
  readonly moved: readonly Moved[];
  readonly short: readonly Short[];
}
