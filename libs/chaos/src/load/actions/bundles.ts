import type { Action, Actions } from '../action.js';
import type { KnownLine } from '../known.js';
import { drawDistinctLines } from './lines.js';

const MOST_BUNDLES = 3;

const componentFields = (lines: readonly KnownLine[]) => ({
  item_bundles: lines.map(({ item_id, quantity }) => ({ bundle_item_id: item_id, quantity })),
});

const add: Action = (desk) => {
  if (desk.model.living('bundle').length >= MOST_BUNDLES) return undefined;
  const lines = drawDistinctLines(desk);
  return desk.addRecord('bundle', { price: 25, ...componentFields(lines) }, { lines, given: [lines] });
};

/** The lines that have the bundle keep their components. */
const compose: Action = (desk) => {
  const bundle = desk.take(desk.model.openRecords('bundle'));
  if (!bundle) return undefined;
  const lines = drawDistinctLines(desk);
  // Orders may have these components before anybody knows whether the write is done.
  bundle.given?.push(lines);
  return desk.editRecord(bundle, componentFields(lines), { lines });
};

export const bundleActions: Actions = {
  'add a bundle': [5, add],
  'give a bundle other components': [15, compose],
};
