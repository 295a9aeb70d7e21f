import type { Desk } from '../desk.js';
import { type KnownLine, piecesByItem } from '../known.js';

const MOST_PIECES = 4;

const drawQuantity = ({ random }: Desk) => random.between(1, MOST_PIECES);

export const drawPlace = ({ account, random }: Desk): number => random.pick(account.location_ids);

export const drawDistinctLines = (desk: Desk, most = 3): KnownLine[] =>
  desk.random
    .shuffled(desk.account.goods.all)
    .slice(0, desk.random.between(1, most))
    .map((item_id) => ({ item_id, quantity: drawQuantity(desk) }));

export function drawBundledLines(desk: Desk): KnownLine[] {
  const { model, random } = desk;
  const lines = drawDistinctLines(desk);
  const bundles = model.living('bundle');
  if (!bundles.length || !random.chance(0.3)) return lines;
  return [...lines.slice(0, 2), { item_id: random.pick(bundles).id, quantity: random.between(1, 2) }];
}

export function drawOrderLines(desk: Desk): KnownLine[] {
  const { account, random } = desk;
  const lineOf = (item_id: number) => ({ item_id, quantity: drawQuantity(desk) });
  if (random.chance(0.3)) return random.shuffled(account.goods.hot).map(lineOf);
  const lines = Array.from({ length: random.between(1, 4) }, () => lineOf(drawSoldItem(desk)));
  const [first] = lines;
  return first && random.chance(0.15) ? [...lines.slice(0, 3), lineOf(first.item_id)] : lines;
}

/** Draws an item, a bundle, or 0 for a free text. */
function drawSoldItem({ account, model, random }: Desk): number {
  const [bundles, passing] = [model.living('bundle'), model.passingItems];
  if (random.chance(0.05)) return 0;
  if (random.chance(0.1) && bundles.length) return random.pick(bundles).id;
  return random.chance(0.1) && passing.length ? random.pick(passing).item_id : random.pick(account.goods.all);
}

export const pieces = (lines: readonly KnownLine[]) => lines.map(({ item_id, quantity }) => ({ item_id, quantity }));

export const distinct = (lines: readonly KnownLine[]): KnownLine[] =>
  [...piecesByItem(lines)].map(([item_id, quantity]) => ({ item_id, quantity }));
