import { STOCK_STATES, type StockState } from '@stockbook/contracts';

/** An item is running low, or nearly gone, at or below these quantities. */
export interface Thresholds {
  readonly stock_warning: number;
  readonly stock_danger: number;
}

/** An item has recovered this far above a threshold, so pieces that come and go at the threshold cross it once. */
const marginOf = (threshold: number): number => Math.ceil(threshold / 10);

export function stockState(
  quantity: number,
  { stock_warning, stock_danger }: Thresholds,
  before: StockState,
): StockState {
  if (quantity <= 0) return 'out';
  const isAt = (state: StockState, threshold: number) => {
    const was = STOCK_STATES.indexOf(before) >= STOCK_STATES.indexOf(state);
    return quantity <= threshold + (was ? marginOf(threshold) : 0);
  };
  if (isAt('danger', stock_danger)) return 'danger';
  return isAt('warning', stock_warning) ? 'warning' : 'ok';
}

/** The crossing that a fact names: nothing is at or below the least threshold. */
export type Alert = Exclude<StockState, 'out'>;
export const alertOf = (state: StockState): Alert => (state === 'out' ? 'danger' : state);
