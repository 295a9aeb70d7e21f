import { type Caller, type Fault, type ItemEdit, Refused } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { bundleStockOf } from '../bundle/bundle-stock.js';
import { recordCounts } from '../../count/newest-counts.js';
import { availableOf, LockedStock } from '../../ledger/locked-stock.js';
import { closedFault } from './item-stock.js';
import { move, moveNew, type StockLine } from '../../ledger/stock-ledger.js';

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

const hasIntegrity = async (tx: Tx): Promise<boolean> => (await tx.query(INTEGRITY, [tx.account_id])).length > 0;

/**
 * Books what brings an item's quantities to those of its request. A rise is booked at the item's own cost, if it has
 * one; with inventory integrity on, nothing is booked. Sets its thresholds. The named locations show with the item from
 * then on. A bundle has neither stock nor thresholds of its own: its quantities may only repeat what its components
 * make.
 */
export async function bookQuantities(tx: Tx, caller: Caller, item: Booked, locations: Locations = []): Promise<void> {
  if (!locations.length) return;
  const integrity = await hasIntegrity(tx);
  if (item.bundle) return Refused.ifAny(integrity ? [] : await quantityFaults(tx, item.item_id, locations));
  const locked = await LockedStock.of(tx, stockKeys(tx, item, locations));
  const { lines, faults } = stockLines(tx, locked, item, locations, integrity);
  Refused.ifAny(faults);
  await move(tx, { ...operationOf(caller, item), comment: 'Item edited' }, lines, locked);
  if (integrity) return;
  recordCounts(
    tx,
    locations
      .filter(({ quantity }) => quantity !== undefined)
      .map(({ location_id }) => ({ item_id: item.item_id, location_id })),
  );
}

interface Opening extends Omit<Booked, 'version'> {
  readonly caller: Caller;
  readonly locations: Locations;
}

/** Books the quantities of items that the transaction adds. Returns what refuses each of them. */
export async function bookOpenings(tx: Tx, openings: readonly Opening[]): Promise<Fault[][]> {
  if (!openings.some(({ locations }) => locations.length)) return [];
  const integrity = await hasIntegrity(tx);
  const stocked = openings.filter(({ bundle }) => !bundle);
  const [locked, ofBundles] = await Promise.all([
    LockedStock.of(
      tx,
      stocked.flatMap((item) => stockKeys(tx, item, item.locations)),
    ),
    Promise.all(
      openings.map(({ item_id, bundle, locations }) =>
        bundle && !integrity ? quantityFaults(tx, item_id, locations) : [],
      ),
    ),
  ]);
  const booked = stocked.map((item) => stockLines(tx, locked, item, item.locations, integrity));
  const movements = stocked.map((item, i) => {
    const operation = {
      ...operationOf(item.caller, { ...item, version: 1 }),
      comment: 'Opening stock',
      adds_item: true,
    };
    return { account_id: tx.account_id, operation, lines: booked[i]!.lines };
  });
  const moved = await moveNew(tx, movements, locked);
  return openings.map((item, i) => {
    const at = stocked.indexOf(item);
    return at < 0 ? ofBundles[i]! : [...booked[at]!.faults, ...moved[at]!];
  });
}

const stockKeys = ({ account_id }: Tx, { item_id }: Pick<Booked, 'item_id'>, locations: Locations) =>
  locations.map(({ location_id }) => ({ account_id, item_id, location_id }));

const operationOf = ({ user_id, username }: Caller, { item_id, version }: Booked) => {
  const document = { document: 'item', document_id: item_id, document_version: version };
  return { ...document, user_id, username };
};

function stockLines(
  { account_id }: Tx,
  locked: LockedStock,
  { item_id, cost = 0 }: Pick<Booked, 'item_id' | 'cost'>,
  locations: Locations,
  integrity: boolean,
) {
  const faults: Fault[] = [];
  const lines = locations.map(({ location_id, quantity, stock_warning, stock_danger }, line): StockLine => {
    const level = locked.level({ account_id, item_id, location_id });
    const available = availableOf(level);
    const change = integrity ? 0 : (quantity ?? available) - available;
    if (level.is_closed && change > 0) faults.push(closedFault(`locations[${line}].quantity`, location_id));
    const unit_cost = change > 0 && cost > 0 ? String(cost) : undefined;
    const key = { line, item_id, location_id, field: `locations[${line}].quantity` };
    return { ...key, quantity: change, unit_cost, thresholds: { stock_warning, stock_danger } };
  });
  return { lines, faults };
}

async function quantityFaults(tx: Tx, item_id: number, locations: Locations): Promise<Fault[]> {
  const made = (await bundleStockOf.all(tx, tx.account_id, [item_id])).get(item_id) ?? [];
  return locations.flatMap(({ location_id, quantity }, index): Fault[] => {
    const now = made.find((at) => at.location_id === location_id)?.quantity ?? 0;
    if (quantity === undefined || quantity === now) return [];
    const field = `locations[${index}].quantity`;
    const message = `${field} of a bundle follows from its components, which make ${now} there: leave it out.`;
    return [{ code: 'invalid', field, message }];
  });
}
