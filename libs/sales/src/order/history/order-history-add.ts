import { type CallOf, type order, Refused } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { actorOf, publishActions } from '@stockbook/service';
import { holdItems } from '../../item/changing-items.js';
import { holdLocation } from '../../location/closed-locations.js';
import { restockUses } from '../credit/order-credits.js';
import { changeRow, orderSubscriptions } from '../facts/order-facts.js';
import { nextPromotionSequence, promotionRows } from '../promotion/order-promotions.js';
import { lockFaults } from '../record/editing-lock.js';
import { readLines } from '../record/order-records.js';
import { claimOrder } from '../record/order-visibility.js';
import { recordHistory, updateOrder } from '../record/order-writes.js';
import type { StatusTerms } from '../reference/order-terms.js';
import { locationOf, relocation } from '../stock/order-location.js';

/** The input names one record. */
export type Add = CallOf<typeof order.addHistory> & { readonly input: { readonly order_id: number } };
/** Changes that come with a new status. */
export interface Terms {
  readonly status: StatusTerms;
  /** The order's channel takes its stock here now; 0 means nowhere. */
  readonly channels_location_id: number;
}

/** A comment alone changes nothing of the order: it is no new version, and only the audit log records it. */
export async function addHistory(tx: Tx, call: Add, terms: Terms | undefined): Promise<object> {
  const { caller, input } = call;
  const { order_id, comment = '' } = input;
  const [is_subscribed, stored] = await Promise.all([orderSubscriptions.has(tx), claimOrder(tx, caller, order_id)]);
  if (!terms || isAsBefore(terms.status, stored)) {
    await recordHistory(tx, [stored], caller, comment);
    publishActions(tx, call, { change: 'commented', resource: 'sale/order' }, [order_id]);
    return {};
  }
  const { status, channels_location_id } = terms;
  if (status.deducts !== stored.deducts) Refused.ifAny(lockFaults(stored));
  if (stored.deducts && !status.deducts) Refused.ifAny(await restockUses(tx, order_id));
  const [lines, isOpen] = await Promise.all([
    readLines(tx, tx.account_id, [order_id]),
    status.deducts ? holdLocation(tx, stored.location_id) : true,
  ]);
  if (stored.voids) await holdItems(tx, lines);
  const location_id = await locationOf(tx, { ...stored, ...status }, lines, channels_location_id, isOpen);
  const changed = { ...stored, ...status, location_id };
  const promotion_sequence = nextPromotionSequence(stored, changed);
  const row = await updateOrder(tx, stored, { ...changed, promotion_sequence });
  await recordHistory(tx, [row], caller, comment);
  if (location_id !== stored.location_id)
    await recordHistory(tx, [row], caller, relocation(stored.location_id, location_id));
  const states = { before: { order: stored, lines }, after: { order: row, lines } };
  publishAll(tx, [
    changeRow({ change: 'status_changed', actor: actorOf(call), ...states }, is_subscribed),
    ...promotionRows(stored, row),
  ]);
  return {};
}

/** A status that has begun to lock, to deduct or to be void since is a new one to the order. */
const isAsBefore = (status: StatusTerms, stored: StatusTerms): boolean =>
  status.order_status_id === stored.order_status_id &&
  status.deducts === stored.deducts &&
  status.status_locks === stored.status_locks &&
  status.voids === stored.voids;
