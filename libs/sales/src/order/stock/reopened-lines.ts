import { type Call, type Fault, type ItemSnapshot, ownCall } from '@stockbook/contracts';
import type { Reader } from '@stockbook/persistence';
import { type KeptLine, type LineRecord, type OrderRecord, readLines } from '../record/order-records.js';
import type { OrderItems } from '../reference/order-items.js';
import type { StatusTerms } from '../reference/order-terms.js';

type Flags = Pick<OrderRecord, 'voids' | 'deducts'>;
interface State {
  readonly order: Flags;
  readonly lines: readonly (LineRecord | KeptLine)[];
}

/** The items of a closed order may change their kind. */
const isClosed = ({ voids, deducts }: Flags): boolean => voids && !deducts;

/** Finds the items of a closed order as they are now, if its new status opens it. An incomplete one has none yet. */
export async function findReopened(
  items: OrderItems,
  reader: Reader,
  call: Call,
  stored: OrderRecord | undefined,
  status: StatusTerms | undefined,
): Promise<ItemSnapshot[]> {
  if (!stored || stored.lookup || !status || !isClosed(stored) || isClosed(status)) return [];
  return items.find(ownCall(call, {}), await readLines(reader, stored.account_id, [stored.order_id]));
}

/** Returns why an order cannot want its lines again, or more of them: nobody can add pieces of a bundle. */
export function kindFaults(items: readonly ItemSnapshot[], before: State, after: State): Fault[] {
  const bundles = new Set(items.filter(({ components }) => components).map(({ item_id }) => item_id));
  if (!bundles.size || isClosed(after.order)) return [];
  const reopens = isClosed(before.order);
  const wanted = new Map(before.lines.map(({ order_product_id, quantity }) => [order_product_id, quantity]));
  const wantsMore = ({ order_product_id, quantity }: LineRecord | KeptLine) =>
    reopens || quantity > (wanted.get(order_product_id) ?? 0);
  return after.lines
    .filter((line) => bundles.has(line.item_id) && !line.components && wantsMore(line))
    .map(({ item_id, position }) => ({
      code: 'locked',
      field: reopens ? 'order_status_id' : `products[${position}].quantity`,
      message: `Item ${item_id} is a bundle by now: take its line out and add it again.`,
    }));
}
