import type { Action, Actions } from '../action.js';
import type { Desk } from '../desk.js';
import { drawPlace } from './lines.js';

/** Adds pieces to a stock at the quantity that was read; the write is refused as stale when others were faster. */
const addStock: Action = async (desk) => {
  const { account, model, random, journal } = desk;
  const { account_id } = account;
  const place = { item_id: random.pick(account.goods.all), location_id: drawPlace(desk) };
  const seen = (await levelAt(desk, place.item_id, place.location_id))?.quantity;
  if (seen === undefined) return undefined;
  const pieces = Math.max(seen, 0) + random.between(1, 60);
  const unit_cost = journal.nextCost();
  const line = { ...place, quantity: pieces, compare_quantity: seen, cost: unit_cost };
  const done = () => {
    journal.additions.push({ ...place, account_id, quantity: pieces - seen, unit_cost });
    model.quantities.push({ ...place, quantity: pieces, difference: pieces - seen });
  };
  return desk.write('inventory/item/editStock', { items: [line] }, { done, mayBe: ['stale'] });
};

/** Returns an item's stock at a location, or undefined when the read has no answer. */
export async function levelAt({ api }: Desk, item_id: number, location_id: number) {
  const read = await api.inventory.item.get({ item_id });
  const [item] = read.error ? [] : read.items;
  return item?.locations.find((level) => level.location_id === location_id);
}

export const stockActions: Actions = { 'add pieces to a stock that was read': [100, addStock] };
