import { type Call, type Caller, type Fault, noReference, type PurchaseOrderLine, Refused } from '@stockbook/contracts';
import { maySee, statement, type Tx, visibleIds } from '@stockbook/persistence';
import { inUse, matchLines, type ReferrerRow, referrersOf, MOST_NAMED } from '@stockbook/service';
import { Big } from 'big.js';
import { itemsOfLines, shownLineName } from '../document/document-items.js';
import { hiddenDocument } from '../document/document-scope.js';
import { openLocations } from '../location/open-locations.js';
import { cappedCost, isBeyondMoney, MONEY_LIMIT } from '../ledger/arrival-cost.js';
import { orderedPieces, type Pieces } from './purchase-order-progress.js';
import type { PurchaseOrderLineRow } from './purchase-order.entity.js';
import type { StoredPurchaseOrder } from './purchase-orders.js';

const SUPPLIER = statement(
  'lock_supplier',
  `SELECT channel_group_id FROM inventory.supplier
   WHERE account_id = $1 AND supplier_id = $2 AND date_deleted IS NULL FOR SHARE`,
);
const LOCK_ITEMS = statement(
  'lock_ordered_items',
  `SELECT item_id FROM inventory.item WHERE account_id = $1 AND item_id = ANY ($2::bigint[]) AND date_deleted IS NULL
   ORDER BY item_id FOR SHARE`,
);

/** Where goods come from and where they arrive; 0 and absent: not to be checked. */
export interface OrderPlaces {
  readonly location_id?: number;
  readonly supplier_id?: number;
}

/** Looks for the location and the supplier, which cannot be deleted before the transaction ends. */
export async function placeFaults(tx: Tx, caller: Caller, { location_id, supplier_id }: OrderPlaces): Promise<Fault[]> {
  const faults: Fault[] = [];
  if (location_id !== undefined) {
    const isOpen = await openLocations(tx, [location_id], []);
    if (!isOpen(location_id)) faults.push(noReference('location_id', 'location', location_id));
  }
  if (supplier_id) {
    const [found] = await tx.query<{ channel_group_id: number }>(SUPPLIER, [tx.account_id, supplier_id]);
    if (!found || !maySee(caller, found)) faults.push(noReference('supplier_id', 'supplier', supplier_id));
  }
  return faults;
}

interface LineTerms {
  readonly rate: number;
  /** The order did not await goods before: stored lines with pieces still to arrive need living items, as new ones do. */
  readonly is_awaited_again?: boolean;
}

/** The lines of a request as rows. */
export async function orderLines(
  tx: Tx,
  caller: Caller,
  stored: readonly PurchaseOrderLineRow[],
  given: readonly (PurchaseOrderLine & { readonly quantity_received: number })[],
  { rate, is_awaited_again = false }: LineTerms,
  faults: Fault[],
) {
  const lines = matchLines(
    stored,
    given,
    ({ item_id }) => String(item_id),
    () => true,
  );
  await tx.query(LOCK_ITEMS, [tx.account_id, [...new Set(given.map(({ item_id }) => item_id))]]);
  const judged = lines.map((line) => {
    const isNew = is_awaited_again && line.given.quantity_received < line.given.quantity;
    return isNew ? { ...line, stored: undefined } : line;
  });
  const items = await itemsOfLines(tx, caller, 'item', judged, faults);
  return lines.map((line) => {
    const { item_id, quantity, quantity_received, cost } = line.given;
    const item = items.get(item_id);
    const own = () =>
      cappedCost(new Big(item?.cost ?? 0).times(rate))
        .round(4)
        .toNumber();
    const { line_id, stored: before } = line;
    const name = shownLineName(line, item);
    return { line_id, item_id, name, quantity, quantity_received, cost: cost ?? before?.cost ?? own() };
  });
}

/** The sum of all lines. A request is refused for costs that it gives itself, and for no others: its user may not see them. */
export function purchaseTotal(lines: readonly PricedLine[], given: readonly PricedLine[], faults: Fault[]): number {
  if (isBeyondMoney(sumCosts(given)))
    faults.push({ code: 'invalid', field: 'item', message: `The total of item must be less than ${MONEY_LIMIT}.` });
  return cappedCost(sumCosts(lines)).toNumber();
}

type PricedLine = Pick<PurchaseOrderLine, 'quantity' | 'cost'>;
const sumCosts = (lines: readonly PricedLine[]): Big =>
  lines.reduce((sum, { quantity, cost = 0 }) => sum.plus(new Big(cost).times(quantity)), new Big(0));

/** An order keeps asking for what it has received, unless it asked for less already. */
export function loweredFaults(
  { header, lines: stored }: StoredPurchaseOrder,
  lines: readonly { readonly item_id: number; readonly quantity: number }[],
  received: Pieces,
): Fault[] {
  const [before, after] = [orderedPieces(stored), orderedPieces(lines)];
  return [...before].flatMap(([item_id, wanted]): Fault[] => {
    const [now, arrived] = [after.get(item_id) ?? 0, received.get(item_id) ?? 0];
    if (now >= wanted || now >= arrived) return [];
    const order = `Purchase order ${header.purchase_order_id}`;
    const message = `${order} has received ${arrived} pieces of item ${item_id}: it cannot ask for ${now}.`;
    return [{ code: 'in_use', field: 'item', message }];
  });
}

const RECEIPT = { table: 'addition', key: 'item_addition_id' } as const;
const RECEIPTS = statement(
  'receipts_of_order',
  `SELECT item_addition_id AS id, '' AS name, count(*) OVER ()::int AS total, ${hiddenDocument(RECEIPT, '$3')}
   FROM inventory.addition WHERE account_id = $1 AND purchase_order_id = $2 AND date_deleted IS NULL
   ORDER BY hidden, item_addition_id LIMIT ${MOST_NAMED}`,
);

/** Refuses to delete an order that has receipts. */
export async function refuseReceived(tx: Tx, { caller, input }: Call<{ purchase_order_id: number }>): Promise<void> {
  const { purchase_order_id: id } = input;
  const key = [tx.account_id, id, visibleIds(caller, 'channel_group_id')];
  const receipts = referrersOf(await tx.query<ReferrerRow>(RECEIPTS, key));
  Refused.ifAny(inUse('purchase_order_id', `Purchase order ${id} still has a receipt in`, 'addition', receipts));
}
