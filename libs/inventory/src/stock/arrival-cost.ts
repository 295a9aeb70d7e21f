import type { Fault } from '@stockbook/contracts';
import { Big } from 'big.js';
import type { ItemCost } from './ledger/locked-stock.js';

/** The part of an amount beyond the 4 decimals of money. */
const COST_LIMIT = 100_000_000_000;

/** Unit cost of pieces that come without one: the item's own while it has no stock; undefined: the average. */
export function arrivalCost(own_cost: string, { holding }: Pick<ItemCost, 'holding'>): Big | undefined {
  const own = new Big(own_cost);
  return holding.quantity <= 0 && own.gt(0) ? own : undefined;
}

/** Refuses a cost that its column cannot hold. */
export function costFaults(field: string, cost: Big | undefined, currency = 'the base currency'): Fault[] {
  if (!cost?.round(4).gte(COST_LIMIT)) return [];
  const message = `${field} is ${cost.toFixed(0)} in ${currency}: it must be less than ${COST_LIMIT}.`;
  return [{ code: 'invalid', field, message }];
}
