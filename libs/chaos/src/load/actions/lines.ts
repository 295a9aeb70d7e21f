import type { Random } from '../../random.js';
import type { Desk } from '../desk.js';
import type { ExpectedLine } from '../journal.js';
import type { Goods } from '../shop.js';

export const drawDistinctLines = ({ account: { goods }, random }: Desk, most = 3): ExpectedLine[] =>
  random
    .shuffled(goods.all)
    .slice(0, random.between(1, most))
    .map((item_id) => ({ item_id, quantity: random.between(1, 4) }));

/** A line of a bundle of the account, whichever client made it; none without a bundle. */
export function drawBundleLine({ account: { account_id }, random, journal }: Desk): ExpectedLine[] {
  const bundles = journal.records.filter((record) => record.kind === 'bundle' && record.account_id === account_id);
  return bundles.length ? [{ item_id: random.pick(bundles).id, quantity: random.between(1, 2) }] : [];
}

/** Lines of an order: the same two items in either order, or up to so many, now and then two of them of one item. */
export function drawOrderLines(
  random: Random,
  goods: Goods,
  most: number,
  drawItem = () => random.pick(goods.all),
): ExpectedLine[] {
  const lineOf = (item_id: number) => ({ item_id, quantity: random.between(1, 4) });
  if (random.chance(0.3)) return random.shuffled(goods.hot).map(lineOf);
  const lines = Array.from({ length: random.between(1, most) }, () => lineOf(drawItem()));
  const [first] = lines;
  return first && random.chance(0.15) ? [...lines.slice(0, most - 1), lineOf(first.item_id)] : lines;
}
