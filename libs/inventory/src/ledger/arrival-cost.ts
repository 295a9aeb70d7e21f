import type { Fault } from '@stockbook/contracts';
import { Big } from 'big.js';
import type { ItemCost } from './locked-stock.js';

/** Amounts of money are below it. */
export const MONEY_LIMIT = 100_000_000_000;
const MOST_MONEY = new Big('99999999999.9999');

/** The item's own cost counts while it has no stock; undefined means the average. */
export function arrivalCost(own_cost: string, { holding }: Pick<ItemCost, 'holding'>): Big | undefined {
  const own = new Big(own_cost);
  return holding.quantity <= 0 && own.gt(0) ? own : undefined;
}

/** Refuses a cost that its column cannot hold. The refusal does not say what it is. */
export function costFaults(field: string, cost: Big | undefined, currency = 'the base currency'): Fault[] {
  if (!cost || !isBeyondMoney(cost)) return [];
  return [{ code: 'invalid', field, message: `${field} must be less than ${MONEY_LIMIT} in ${currency}.` }];
}

export const isBeyondMoney = (amount: Big): boolean => amount.round(4).gt(MOST_MONEY);

/** Caps a cost at what money holds, for callers who may not see it: a refusal would reveal how high it is. */
export const cappedCost = (amount: Big): Big => (isBeyondMoney(amount) ? MOST_MONEY : amount);
