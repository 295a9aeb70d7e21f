import { type Caller, type Fault, type ItemEdit, Refused } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { bundleStockOf } from '../bundle/bundle-stock.js';
import { recordCounts } from '../../count/newest-counts.js';
import { availableOf, LockedStock } from '../../ledger/locked-stock.js';
import { closedFault } from './item-stock.js';
import { move, type StockLine } from '../../ledger/stock-ledger.js';

const INTEGRITY = statement(
  'inventory_integrity',
  'SELECT FROM inventory.stock_policy WHERE account_id = $1 AND inventory_integrity',
);

interface Booked {
  readonly item_id: number;
  readonly version: number;
  readonly cost?: number;
  readonly bundle: boolean;
}
type Locations = NonNullable<ItemEdit['locations']>;

/**
 * Books what brings an item's quantities to those that its request gives, a rise at the item's own cost where it has one; with
 * inventory integrity on, nothing. Sets its thresholds. The locations named show with the item from then on. A bundle has neither
 * stock nor thresholds of its own: its quantities may only repeat what its components make.
 */
export async function bookQuantities(
  tx: Tx,
  caller: Caller,
  { item_id, version, cost = 0, bundle }: Booked,
  locations: Locations = [],
): Promise<void> {
  if (!locations.length) return;
  const [integrity] = await tx.query(INTEGRITY, [caller.account_id]);
  if (bundle) {
    if (!integrity) await refuseQuantities(tx, item_id, locations);
    return;
  }
  const stockKeyAt = (location_id: number) => ({ account_id: caller.account_id, item_id, location_id });
  const locked = await LockedStock.of(
    tx,
    locations.map(({ location_id }) => stockKeyAt(location_id)),
  );
  const faults: Fault[] = [];
  const lines = locations.map(({ location_id, quantity, stock_warning, stock_danger }, line): StockLine => {
    const level = locked.level(stockKeyAt(location_id));
    const available = availableOf(level);
    const change = integrity ? 0 : (quantity ?? available) - available;
    if (level.is_closed && change > 0) faults.push(closedFault(`locations[${line}].quantity`, location_id));
    const unit_cost = change > 0 && cost > 0 ? String(cost) : undefined;
    const key = { line, item_id, location_id, field: `locations[${line}].quantity` };
    return { ...key, quantity: change, unit_cost, thresholds: { stock_warning, stock_danger } };
  });
  Refused.ifAny(faults);
  const adds_item = version === 1;
  const comment = adds_item ? 'Opening stock' : 'Item edited';
  const { user_id, username } = caller;
  const document = { document: 'item', document_id: item_id, document_version: version };
  const operation = { ...document, user_id, username, comment, adds_item };
  await move(tx, operation, lines, locked);
  if (!integrity && !adds_item)
    recordCounts(
      tx,
      locations.filter(({ quantity }) => quantity !== undefined).map(({ location_id }) => ({ item_id, location_id })),
    );
}

async function refuseQuantities(tx: Tx, item_id: number, locations: Locations): Promise<void> {
  const made = (await bundleStockOf.all(tx, tx.account_id, [item_id])).get(item_id) ?? [];
  const faults = locations.flatMap(({ location_id, quantity }, index): Fault[] => {
    const now = made.find((at) => at.location_id === location_id)?.quantity ?? 0;
    if (quantity === undefined || quantity === now) return [];
    const field = `locations[${index}].quantity`;
    const message = `${field} of a bundle follows from its components, which make ${now} there: leave it out.`;
    return [{ code: 'invalid', field, message }];
  });
  Refused.ifAny(faults);
}
