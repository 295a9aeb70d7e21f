import { type Call, type Fault, isUnanswered, type ItemEdit, orderItem, ownCall, Refused } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import type { Services } from '@stockbook/rpc';
import { inUse } from '@stockbook/service';
import type { ItemRow } from '../record/item.entity.js';

type Known = Pick<ItemRow, 'item_id' | 'bundle'>;

/** A change of what an item is: it becomes a bundle, or stops being one. */
export interface KindChange {
  readonly item_id: number;
  readonly bundle: boolean;
  /** If there are none, sales takes no line that shows what the item was. */
  readonly faults: readonly Fault[];
}

const LIST = 'item_bundles';
/** Keeps this lock apart from others of the database. */
const LOCK_CLASS = 7_082_019;

const HOLD = statement('hold_kinds', `SELECT pg_advisory_xact_lock_shared(${LOCK_CLASS}, $1)`);
const LOCK = statement('lock_kinds', `SELECT pg_advisory_xact_lock(${LOCK_CLASS}, $1)`);

/** Documents that name items without moving their stock need this. */
export const holdKinds = (tx: Tx): void => tx.send(HOLD, [tx.account_id]);

/** Waits for the documents that are being written, so that a look behind it finds them. */
export const lockKinds = (tx: Tx): void => tx.send(LOCK, [tx.account_id]);

/** Undefined means that the edit leaves the item what it is. */
export const isToBeBundle = ({ bundle, item_bundles }: Pick<ItemEdit, 'bundle' | 'item_bundles'>) =>
  bundle === false ? false : item_bundles && item_bundles.length > 0;

export async function askSales(
  services: Services,
  call: Call,
  { item_id }: Known,
  bundle: boolean,
): Promise<KindChange> {
  const { output } = await services.ask(orderItem.close, ownCall(call, { item_id, bundle }));
  const faults = [
    ...inUse(LIST, `Item ${item_id} still has open lines of`, 'order', output.orders),
    ...inUse(LIST, `Item ${item_id} is still to move with`, 'credit note', output.credit_notes),
  ];
  return { item_id, bundle, faults };
}

/** Refuses an edit that changes an item for which sales was not asked: another request has changed it since. */
export function requireAsked({ item_id }: Known, bundle: boolean, asked: KindChange | undefined): void {
  if (asked?.item_id === item_id && asked.bundle === bundle) return;
  const message = `Another request has just changed item ${item_id}: repeat the request.`;
  throw new Refused({ code: 'unavailable', message });
}

/** Without an answer nobody knows whether the change was made. */
export async function withReopening<T>(
  services: Services,
  call: Call,
  asked: KindChange | undefined,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const { item_id, bundle, faults } = asked ?? {};
    const isClosed = item_id !== undefined && bundle !== undefined && !faults?.length;
    if (isClosed && error instanceof Refused && !isUnanswered(error))
      await services.ask(orderItem.open, ownCall(call, { item_id, bundle }));
    throw error;
  }
}
