import type { DemandLine, StockDemand } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { isDeepStrictEqual } from 'node:util';
import { type ChangedNote, changeRow, demandOf } from '../record/credit-note-facts.js';
import type { CreditNoteState } from '../record/credit-note-records.js';

/** Rolls back a change that takes pieces back which inventory has not taken out of the stock. */
export class UntakenPieces extends Error {
  constructor(readonly demand: StockDemand) {
    super('Inventory has not taken the pieces of this change.');
  }
}

/** Publishes a change of a locked credit note, for which inventory has made the stock follow the demand `taken`. */
export function publishChange(
  tx: Tx,
  { before, ...changed }: ChangedNote & { readonly before: CreditNoteState },
  taken: StockDemand | undefined,
): void {
  const demand = demandOf(before, changed.actor);
  const lines = linesLess(demand.lines, demandOf(changed.after, changed.actor).lines);
  if (lines && !(taken?.version === demand.version && isDeepStrictEqual(lines, taken.lines)))
    throw new UntakenPieces({ ...demand, lines });
  publishAll(tx, [changeRow(tx, changed.change === 'deleted' ? changed : { ...changed, before })]);
}

/**
 * Returns the lines less the pieces that have to be taken out of the stock so that the rest may follow. For each item,
 * these are as many as all lines together give back less than before. Returns undefined if they give back no less.
 * Quantities are below 0, and all lines are at one location.
 */
function linesLess(before: readonly DemandLine[], after: readonly DemandLine[]): DemandLine[] | undefined {
  const taking = new Map<number, number>();
  for (const { item_id, quantity } of after) taking.set(item_id, (taking.get(item_id) ?? 0) + quantity);
  for (const { item_id, quantity } of before) taking.set(item_id, (taking.get(item_id) ?? 0) - quantity);
  if (![...taking.values()].some((pieces) => pieces > 0)) return undefined;
  const kept = new Map(after.map((line) => [entryName(line), line.quantity]));
  return before.map((line) => {
    const left = taking.get(line.item_id) ?? 0;
    const less = Math.max(0, Math.min(left, (kept.get(entryName(line)) ?? 0) - line.quantity));
    taking.set(line.item_id, left - less);
    return { ...line, quantity: line.quantity + less };
  });
}

const entryName = ({ line_id, item_id }: DemandLine): string => `${line_id}/${item_id}`;
