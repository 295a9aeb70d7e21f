import { positiveIn, oneOf, textIn } from '../frame/search-values.js';
import { type Mode, MODES } from './move/line.js';

/** The address holds what the page moves, and where. */
export interface StockSearch {
  mode?: Mode | undefined;
  location?: number | undefined;
  to?: number | undefined;
  order?: number | undefined;
  job?: number | undefined;
  note?: string | undefined;
}

export const readStockSearch = (given: Record<string, unknown>): StockSearch => ({
  mode: oneOf(MODES, given['mode']),
  location: positiveIn(given['location']),
  to: positiveIn(given['to']),
  order: positiveIn(given['order']),
  job: positiveIn(given['job']),
  note: textIn(given['note']),
});
