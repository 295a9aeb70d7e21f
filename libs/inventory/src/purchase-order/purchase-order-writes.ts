import type { Caller, Fault, PurchaseOrderLine } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { matchLines } from '@stockbook/service';
import { Big } from 'big.js';
import { itemsOfLines, shownLineName } from '../document/document-items.js';
import { cappedCost, isBeyondMoney, MONEY_LIMIT } from '../ledger/arrival-cost.js';
import { orderedPieces, type Pieces } from './purchase-order-progress.js';
import type { PurchaseOrderLineRow } from './purchase-order.entity.js';
import type { StoredPurchaseOrder } from './purchase-orders.js';

const LOCK_ITEMS = statement(
  'lock_ordered_items',
  `SELECT item_id FROM inventory.item WHERE account_id = $1 AND item_id = ANY ($2::bigint[]) AND date_deleted IS NULL
   ORDER BY item_id FOR SHARE`,
);

interface LineTerms {
  readonly rate: number;
  /** Stored lines with pieces still to arrive then need living items, as new ones do. */
  readonly is_awaited_again?: boolean;
}

/** Returns the lines of a request as rows, and why they cannot be ordered. */
export async function orderLines(
  tx: Tx,
  caller: Caller,
  stored: readonly PurchaseOrderLineRow[],
  given: readonly (PurchaseOrderLine & { readonly quantity_received: number })[],
  { rate, is_awaited_again = false }: LineTerms,
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
  const { items, faults } = await itemsOfLines(tx, caller, 'item', judged);
  const rows = lines.map((line) => {
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
  return { lines: rows, faults };
}

/** Costs that a request does not give are no reason to refuse it: its user may not see them. */
export const totalFaults = (given: readonly PricedLine[]): Fault[] =>
  isBeyondMoney(sumCosts(given))
    ? [{ code: 'invalid', field: 'item', message: `The total of item must be less than ${MONEY_LIMIT}.` }]
    : [];

export const purchaseTotal = (lines: readonly PricedLine[]): number => cappedCost(sumCosts(lines)).toNumber();

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
