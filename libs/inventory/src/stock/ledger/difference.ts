import { Big } from 'big.js';
import type { StockLine } from './movement.js';
import { atScale } from './moving-average.js';

/** The pieces that a document's line has moved so far and their cost, both signed as the flow is. */
export interface Booked extends Pick<StockLine, 'line' | 'item_id' | 'location_id' | 'quantity'> {
  /** Decimal text in the base currency. */
  readonly value: string;
}

/** What is left to move until a line has moved what `line` says in all. Pieces that go back go at their share of the original cost. */
export function remainder({ quantity, value }: Booked, line: StockLine): StockLine {
  const left = line.quantity - quantity;
  if (left * quantity >= 0) return { ...line, quantity: left };
  if (line.quantity * quantity < 0) throw new Error(`Line ${line.line} cannot change its direction.`);
  const { unit_cost: _, ...kept } = line;
  const share = atScale(new Big(value).times(left).div(quantity)).abs();
  return { ...kept, quantity: left, value: share.toFixed(8) };
}
