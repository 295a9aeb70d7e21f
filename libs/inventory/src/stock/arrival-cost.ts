import type { Fault } from '@stockbook/contracts';
import { Big } from 'big.js';
import type { ItemCost } from './ledger/locked-stock.js';

/** The part of an amount beyond the 4 decimals of money. */
const COST_LIMIT = 100_000_000_000;

/** Unit cost of pieces that come without one: the item's own while it has no stock; undefined: the average. */
export function arrivalCost(own_cost: string, { holding }: ItemCost): Big | undefined {
  const own = new Big(own_cost);
  return holding.quantity <= 0 && own.gt(0) ? own : undefined;
}

/** Refuses a cost in the base currency that its column cannot hold. */
export function costFaults(field: string, unit_cost: Big | undefined): Fault[] {
  if (!unit_cost?.round(4).gte(COST_LIMIT)) return [];
  const message = `${field} is ${unit_cost.toFixed(0)} in the base currency: it must be less than ${COST_LIMIT}.`;
  return [{ code: 'invalid', field, message }];
}
