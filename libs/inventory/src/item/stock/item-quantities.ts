import type { Caller, ItemEdit } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { availableOf, LockedStock } from '../../stock/ledger/locked-stock.js';
import { move, type StockLine } from '../../stock/ledger/stock-ledger.js';

const INTEGRITY = statement(
  'inventory_integrity',
  'SELECT FROM inventory.stock_policy WHERE account_id = $1 AND inventory_integrity',
);

/**
 * Books what brings an item's quantities to those that its request gives, a rise at the item's own cost where it has one; with
 * inventory integrity on, nothing. Sets its thresholds. The locations named show with the item from then on.
 */
export async function bookQuantities(
  tx: Tx,
  caller: Caller,
  { item_id, version, cost = 0 }: { item_id: number; version: number; cost?: number },
  locations: ItemEdit['locations'] = [],
): Promise<void> {
  if (!locations.length) return;
  const keyOf = (location_id: number) => ({ account_id: caller.account_id, item_id, location_id });
  const locked = await LockedStock.of(
    tx,
    locations.map(({ location_id }) => keyOf(location_id)),
  );
  const [integrity] = await tx.query(INTEGRITY, [caller.account_id]);
  const lines = locations.map(({ location_id, quantity, stock_warning, stock_danger }, line): StockLine => {
    const available = availableOf(locked.level(keyOf(location_id)));
    const change = integrity ? 0 : (quantity ?? available) - available;
    const unit_cost = change > 0 && cost > 0 ? String(cost) : undefined;
    const key = { line, item_id, location_id, field: `locations[${line}].quantity` };
    return { ...key, quantity: change, unit_cost, thresholds: { stock_warning, stock_danger } };
  });
  const adds_item = version === 1;
  const comment = adds_item ? 'Opening stock' : 'Item edited';
  const { user_id, username } = caller;
  const document = { document: 'item', document_id: item_id, document_version: version };
  const operation = { ...document, user_id, username, comment, adds_item };
  await move(tx, operation, lines, locked);
}
