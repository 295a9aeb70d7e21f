import {
  type Caller,
  type CallOf,
  type Fault,
  invalidField,
  type item,
  type ItemStockLine,
  type ItemStockResult,
  noReference,
  Refused,
} from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { actorOf } from '@stockbook/service';
import { Big } from 'big.js';
import { openLocations } from '../../location/open-locations.js';
import { arrivalCost, costFaults } from '../../ledger/arrival-cost.js';
import { recordCounts } from '../../count/newest-counts.js';
import { availableOf, type ItemCost, LockedStock } from '../../ledger/locked-stock.js';
import { move, type StockLine } from '../../ledger/stock-ledger.js';
import { resolve } from '../record/item-names.js';

/** A line of editStock whose item and location exist. */
interface Line extends ItemStockLine {
  readonly index: number;
  readonly item_id: number;
  /** The item's own cost, a decimal text in the base currency. */
  readonly own_cost: string;
}

/** Sets the stock of all lines or of none. `rate` is units of the costs' currency for one of the base currency. */
export async function editStock(
  tx: Tx,
  call: CallOf<typeof item.editStock>,
  rate: number,
  known: readonly Fault[],
): Promise<{ changed: number; results: ItemStockResult[] }> {
  const { caller, input } = call;
  const faults = [...known];
  const lines = await resolveLines(tx, caller, input.items, faults);
  const stockKeyOf = ({ item_id, location_id }: Line) => ({ account_id: caller.account_id, item_id, location_id });
  const locked = await LockedStock.of(tx, lines.map(stockKeyOf));
  const moves = lines.map((line): StockLine => {
    const { index, item_id, location_id, quantity } = line;
    const level = locked.level(stockKeyOf(line));
    const now = availableOf(level);
    faults.push(...staleness(line, now));
    if (level.is_closed && quantity > now) faults.push(closedFault(`items[${index}].quantity`, location_id));
    const unit_cost = quantity > now ? addedUnitCost(line, level.cost, rate) : undefined;
    faults.push(...costFaults(`items[${index}].cost`, unit_cost));
    return {
      line: index,
      item_id,
      location_id,
      quantity: quantity - now,
      unit_cost: unit_cost?.toFixed(8),
      field: `items[${index}].quantity`,
    };
  });
  Refused.ifAny(faults);
  const { user_id, username } = caller;
  const document = { document: 'item_stock', document_id: null, document_version: null };
  const operation = { ...document, user_id, username, actor: actorOf(call), comment: 'Stock edited' };
  await move(tx, operation, moves, locked);
  recordCounts(tx, moves);
  const results = lines.map(({ index, item_id, quantity }, at) => {
    return { index, item_id, quantity, changed: moves[at]?.quantity !== 0 };
  });
  return { changed: results.filter((result) => result.changed).length, results };
}

async function resolveLines(tx: Tx, caller: Caller, given: readonly ItemStockLine[], faults: Fault[]): Promise<Line[]> {
  const resolved = await resolve(tx, caller, given, (index) => `items[${index}]`);
  faults.push(...resolved.faults);
  const isOpen = await openLocations(
    tx,
    given.map(({ location_id }) => location_id),
    resolved.items.flatMap((item) => item?.item_id ?? []),
  );
  const seen = new Set<string>();
  return given.flatMap((line, index) => {
    const { location_id } = line;
    const { item_id, cost: own_cost = '0', bundle } = resolved.items[index] ?? {};
    if (item_id && bundle) faults.push(ofBundle(index, item_id));
    const fits = isOpen(location_id, item_id);
    if (!fits) faults.push(noReference(`items[${index}].location_id`, 'location', location_id));
    if (!item_id || !fits || bundle) return [];
    const name = `${item_id}/${location_id}`;
    if (seen.has(name)) faults.push(repetition(index, item_id, location_id));
    seen.add(name);
    return [{ ...line, index, item_id, own_cost }];
  });
}

const addedUnitCost = ({ cost, own_cost }: Line, held: ItemCost, rate: number): Big | undefined =>
  cost === undefined ? arrivalCost(own_cost, held) : new Big(cost).div(rate);

/** Refuses a deleted location: pieces may leave it, but none may come. */
export const closedFault = (field: string, location_id: number): Fault =>
  invalidField(field, `${field} cannot rise: location ${location_id} is deleted.`);

const repetition = (index: number, item_id: number, location_id: number): Fault => ({
  code: 'invalid',
  field: `items[${index}]`,
  message: `items[${index}] names item ${item_id} at location ${location_id} a second time.`,
});

const ofBundle = (index: number, item_id: number): Fault => ({
  code: 'invalid',
  field: `items[${index}]`,
  message: `items[${index}] names item ${item_id}, a bundle, which has no stock of its own: name its components.`,
});

function staleness({ index, item_id, location_id, compare_quantity }: Line, now: number): Fault[] {
  if (compare_quantity === undefined || compare_quantity === now) return [];
  const field = `items[${index}].compare_quantity`;
  const message = `${field} is ${compare_quantity}, but item ${item_id} has ${now} at location ${location_id} by now.`;
  return [{ code: 'stale', field, message }];
}
