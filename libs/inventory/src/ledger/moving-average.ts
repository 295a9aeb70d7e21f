import { Big } from 'big.js';

/** Costs are kept at 8 decimals. */
export const atScale = (amount: Big): Big => amount.round(8);

/** The pieces that an item has over all locations, and their average cost; the pool is their product. */
export interface Holding {
  readonly quantity: number;
  readonly average: Big;
}

/** The cost that a movement brings along, unsigned, for one piece or for all. Without it the average counts. */
export interface GivenCost {
  readonly unit_cost?: string;
  readonly value?: string;
}

export interface Valued {
  readonly unit_cost: Big;
  /** Signed as the quantity is: pieces that go out have a negative value. */
  readonly value: Big;
  /** The pool changes by this beyond the value. */
  readonly variance: Big;
  readonly holding: Holding;
}

/**
 * Values a movement by the moving average. Pieces that come in while there is stock, and pieces that go out at a cost
 * of their own, move the average. At no stock or less, the cost of incoming pieces becomes the average. The pool stays
 * exactly average times quantity: the remainder is the variance.
 */
export function valued({ quantity, average }: Holding, moved: number, given: GivenCost): Valued {
  const total = given.value === undefined ? undefined : atScale(new Big(given.value)).times(Math.sign(moved));
  const unit_cost = total ? atScale(total.div(moved)) : atScale(new Big(given.unit_cost ?? average));
  const value = total ?? unit_cost.times(moved);
  const pool = average.times(quantity);
  const left = quantity + moved;
  const newAverage = () => {
    if (given.unit_cost === undefined && !total) return average;
    if (quantity > 0 && left > 0) return averageOf(pool.plus(value), left);
    return moved > 0 ? unit_cost : average;
  };
  const holding = { quantity: left, average: newAverage() };
  return { unit_cost, value, variance: holding.average.times(left).minus(pool).minus(value), holding };
}

/** If the pieces that went out cost more than all there was, the rest is worth nothing, not less. */
const averageOf = (pool: Big, quantity: number): Big => (pool.lt(0) ? new Big(0) : atScale(pool.div(quantity)));
