import type { Operations } from '@stockbook/client';
import { allOf } from '../records/lists.js';

/** The pieces of an item at a location: in the file, and now. */
interface Level {
  readonly item_id: number;
  readonly location_id: number;
  readonly given: number;
  readonly on_hand: number;
  readonly reserved: number;
}

/**
 * Proves a quantity by the ledger: the location had the quantity of the file, and the movements since add up to what is
 * on hand. Without the time of the import only the opening stock of an item can have been the file's.
 */
export async function movedSince(client: Operations, level: Level, since?: string): Promise<string | undefined> {
  const { item_id: filter_item_id, location_id: filter_location_id, given, on_hand, reserved } = level;
  const filter = { filter_item_id, filter_location_id, ...(since && { filter_date_added_start: since }) };
  const flows = await allOf(client, 'inventory/flow', filter);
  const [first] = flows;
  if (!since && first?.['document'] !== 'item') return undefined;
  const before = first ? Number(first['balance']) - Number(first['quantity']) : on_hand;
  const balances = [before, ...flows.map(({ balance }) => Number(balance))];
  const from = since ? balances.lastIndexOf(given) : balances[1] === given ? 1 : -1;
  const later = flows.slice(from);
  const sum = later.reduce((total, { quantity }) => total + Number(quantity), 0);
  if (from < 0 || given + sum !== on_hand) return undefined;
  const moves = later.length ? [`${later.length} later movements add up to ${sum}`] : [];
  return [...moves, ...(reserved ? [`documents hold ${reserved}`] : [])].join(', and ') || undefined;
}
