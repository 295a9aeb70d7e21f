import type { Desk } from '../desk.js';
import type { ExpectedLine, Write } from '../journal.js';
import { drawDistinctLines } from './lines.js';

const MOST_BUNDLES = 3;

/** Adds a bundle of one to three items, or gives one other components: the lines that have it keep theirs. */
export function bundle(desk: Desk): Write {
  const bundles = desk.openRecords('bundle');
  const known = bundles.length >= MOST_BUNDLES || desk.random.chance(0.75) ? desk.take(bundles) : undefined;
  const lines = drawDistinctLines(desk);
  const item_bundles = componentFields(lines);
  if (!known) return desk.addRecord('bundle', { price: 25, item_bundles }, { lines, given: [lines] });
  // Before anybody knows whether it is done, orders may have them.
  known.given?.push(lines);
  return desk.editRecord(known, { item_bundles }, { lines });
}

const componentFields = (lines: readonly ExpectedLine[]) =>
  lines.map(({ item_id, quantity }) => ({ bundle_item_id: item_id, quantity }));
