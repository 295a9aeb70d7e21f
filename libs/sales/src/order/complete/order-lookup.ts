import {
  type Caller,
  itemsNamed,
  type ItemSnapshot,
  namesItem,
  type OrderProductAdd,
  type ScopedPromotions,
} from '@stockbook/contracts';
import type { IncompleteOrder, LineRecord, OrderRecord } from '../record/order-records.js';
import type { PendingLine, PendingLookup } from '../record/order.entity.js';
import { costShown, excessOf, sumsOf } from '../record/order-sums.js';
import { withAllocations } from '../promotion/total-allocations.js';

/** An order whose items have been looked up. */
export interface Completion {
  readonly order: OrderRecord;
  readonly orderer: Pick<Caller, 'user_id' | 'username'>;
  readonly lines: readonly LineRecord[];
  /** The sentences for its history. */
  readonly comments: readonly string[];
}

/** Returns the item lookups of a new order; null when no product names an item. */
export function pendingLookup(
  { user_id, username, channel_group_ids }: Caller,
  products: readonly OrderProductAdd[],
): PendingLookup | null {
  const lines = products.flatMap((product, position) =>
    namesItem(product) ? [{ position, has_cost: product.cost !== undefined }] : [],
  );
  return lines.length ? { user_id, username, channel_group_ids, lines } : null;
}

export const isPending = ({ lookup }: Pick<OrderRecord, 'lookup'>, { position }: LineRecord): boolean =>
  pendingLine(lookup, position) !== undefined;

const pendingLine = (lookup: PendingLookup | null, position: number) =>
  lookup?.lines.find((line) => line.position === position);

/** Gives an order the items that its lines name, by the rules of a new order. */
export function complete(
  stored: IncompleteOrder,
  storedLines: readonly LineRecord[],
  items: readonly ItemSnapshot[],
  scopes: ScopedPromotions,
): Completion {
  const comments: string[] = [];
  const lines = storedLines.map((line) => {
    const pending = pendingLine(stored.lookup, line.position);
    return pending ? completeLine(line, pending, items, comments) : line;
  });
  const { decimal_place } = stored;
  // The items only now tell which lines a promotion of a category reduces.
  const totals = withAllocations(stored.totals, { lines, decimal_place, scopes, isPending: false }, []);
  const order = { ...stored, ...sumsOf(lines), totals, lookup: null, version: stored.version + 1 };
  return { order, orderer: stored.lookup, lines, comments };
}

function completeLine(
  line: LineRecord,
  { has_cost }: PendingLine,
  items: readonly ItemSnapshot[],
  comments: string[],
): LineRecord {
  const [item, ...others] = itemsNamed(line, items);
  const components = item?.components ?? null;
  const excess = excessOf({ ...line, components });
  if (item && !others.length && !excess)
    return {
      ...line,
      item_id: item.item_id,
      components,
      thumb: item.image,
      name: line.name || item.name,
      model: line.model || item.model,
      sku: line.sku || item.sku,
      weight: item.weight,
      cost: has_cost ? line.cost : costShown(item.average_cost),
    };
  const reason = excess
    ? `it takes too many pieces of component ${excess.item_id}`
    : item
      ? `several items have the sku ${line.sku}`
      : `there is no item ${line.item_id}`;
  if (item || line.item_id) comments.push(`Line ${line.position + 1} (${line.name}) stays as free text: ${reason}.`);
  return { ...line, item_id: 0 };
}
