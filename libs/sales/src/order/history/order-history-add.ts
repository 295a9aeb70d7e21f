import { type CallOf, type Fault, type ItemSnapshot, noRecord, type order, Refused } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { Db, type Tx } from '@stockbook/persistence';
import { actorOf, publishActions } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { holdItems } from '../../item/changing-items.js';
import { holdLocation } from '../../location/closed-locations.js';
import { restockUses } from '../credit/order-credits.js';
import { changeRow, orderSubscriptions } from '../facts/order-facts.js';
import { nextPromotionSequence, promotionRows } from '../promotion/order-promotions.js';
import { lockFaults } from '../record/editing-lock.js';
import { readLines } from '../record/order-records.js';
import { claimOrder, findOrder } from '../record/order-visibility.js';
import { recordHistory, updateOrder } from '../record/order-writes.js';
import { OrderItems } from '../reference/order-items.js';
import { OrderReferences } from '../reference/order-references.js';
import { type CallerReference, channelsLocation, type StatusTerms, statusTerms } from '../reference/order-terms.js';
import { locationOf, relocation } from '../stock/order-location.js';
import { findReopened, kindFaults } from '../stock/reopened-lines.js';

/** The input names one record. */
type Add = CallOf<typeof order.addHistory> & { readonly input: { readonly order_id: number } };
/** Changes that come with a new status. */
interface Terms {
  readonly status: StatusTerms;
  /** The order's channel takes its stock here now; 0 means nowhere. */
  readonly channels_location_id: number;
  /** The items of an order that is void no more, as they are now. */
  readonly items: readonly ItemSnapshot[];
}

@Injectable()
export class OrderHistoryAdding {
  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly items: OrderItems,
  ) {}

  async add(call: Add): Promise<object> {
    const terms = call.input.order_status_id ? await this.termsOf(call) : undefined;
    return this.db.transact(call, (tx) => addHistory(tx, call, terms));
  }

  private async termsOf(call: Add): Promise<Terms> {
    const { caller, input } = call;
    const stored = await findOrder(this.db, caller, input.order_id);
    const terms = await this.references.apply(caller.account_id, (reference) => ({
      status: givenStatus(input, { ...reference, caller, stored }),
      channels_location_id: channelsLocation(stored?.channel_id ?? 0, reference),
    }));
    return { ...terms, items: await findReopened(this.items, this.db, call, stored, terms.status) };
  }
}

function givenStatus({ order_id, order_status_id = 0 }: Add['input'], reference: CallerReference): StatusTerms {
  const faults: Fault[] = [];
  const terms = statusTerms(order_status_id, reference, faults);
  if (faults.length && !reference.stored) faults.unshift(noRecord('order', order_id));
  Refused.ifAny(faults);
  return terms;
}

/** A comment alone changes nothing of the order: it is no new version, and only the audit log records it. */
async function addHistory(tx: Tx, call: Add, terms: Terms | undefined): Promise<object> {
  const { caller, input } = call;
  const { order_id, comment = '' } = input;
  const [is_subscribed, stored] = await Promise.all([orderSubscriptions.has(tx), claimOrder(tx, caller, order_id)]);
  if (!terms || isAsBefore(terms.status, stored)) {
    await recordHistory(tx, [stored], caller, comment);
    publishActions(tx, call, { change: 'commented', resource: 'sale/order' }, [order_id]);
    return {};
  }
  const { status, channels_location_id, items } = terms;
  if (status.deducts !== stored.deducts) Refused.ifAny(lockFaults(stored));
  if (stored.deducts && !status.deducts) Refused.ifAny(await restockUses(tx, order_id));
  const [lines, isOpen] = await Promise.all([
    readLines(tx, tx.account_id, [order_id]),
    status.deducts ? holdLocation(tx, stored.location_id) : true,
  ]);
  Refused.ifAny(kindFaults(items, { order: stored, lines }, { order: { ...stored, ...status }, lines }));
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
