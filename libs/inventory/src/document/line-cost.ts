import type { Caller, Fault } from '@stockbook/contracts';
import type { MatchedLine } from '@stockbook/service';
import { Big } from 'big.js';
import { arrivalCost, cappedCost, costFaults } from '../ledger/arrival-cost.js';
import type { ItemCost } from '../ledger/locked-stock.js';

/** A line of a request, or a stored one; those of a document without costs have none. */
interface LineWithCost {
  readonly cost?: number;
  readonly cost_given?: boolean;
}
export interface CostOfLine {
  readonly cost: number;
  readonly cost_given: boolean;
}

export const requiredCosts = ({ view_cost }: Caller, list: string, lines: readonly LineWithCost[]): Fault[] =>
  lines.flatMap(({ cost }, index) => {
    const field = `${list}[${index}].cost`;
    return view_cost && cost === undefined ? [{ code: 'invalid', field, message: `${field} is required.` }] : [];
  });

/** At another cost its pieces go back at the old one and come again at the new one. */
export const costsMatch = (stored: LineWithCost, given: LineWithCost): boolean =>
  given.cost === undefined || given.cost === stored.cost;

interface Circumstances {
  readonly held: Pick<ItemCost, 'holding'>;
  /** The item's own cost, for pieces that come without one; 0 means the average. */
  readonly own_cost: string;
  /** One unit of the base currency is worth this many units of the document's currency. */
  readonly rate: number;
  readonly field: string;
  readonly caller: Caller;
  readonly faults: Fault[];
}

/** An undefined unit cost means the average. */
export function costOfLine(
  { given, stored }: MatchedLine<LineWithCost, LineWithCost>,
  { held, own_cost, rate, field, caller, faults }: Circumstances,
): { row: CostOfLine; unit_cost?: string } {
  const cost_given = stored?.cost_given ?? given.cost !== undefined;
  const known = stored?.cost ?? (cost_given ? given.cost : undefined);
  const unit_cost = cost_given ? new Big(known ?? 0).div(rate) : arrivalCost(own_cost, held);
  const cost = known === undefined ? (unit_cost ?? held.holding.average).times(rate).round(4) : new Big(known);
  if (caller.view_cost && !stored)
    faults.push(...costFaults(field, unit_cost), ...costFaults(field, cost, "the document's currency"));
  return {
    row: { cost: cappedCost(cost).toNumber(), cost_given },
    unit_cost: unit_cost && cappedCost(unit_cost).toFixed(8),
  };
}
