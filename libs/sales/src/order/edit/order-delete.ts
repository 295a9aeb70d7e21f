import { type CallOf, type order, Refused } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { type Db, groupBy } from '@stockbook/persistence';
import { actorOf, namedIds } from '@stockbook/service';
import { creditNoteUses } from '../credit/order-credits.js';
import { changeRow, orderSubscriptions } from '../facts/order-facts.js';
import { promotionRows } from '../promotion/order-promotions.js';
import { lockFaults } from '../record/editing-lock.js';
import { readLines } from '../record/order-records.js';
import { claimOrders } from '../record/order-visibility.js';
import { deleteOrders, recordHistory } from '../record/order-writes.js';

type Delete = CallOf<typeof order.delete>;

/** Deletes all orders that the call names, or none of them. */
export function deleteNamedOrders(db: Db, call: Delete): Promise<{ order_id?: number; order_ids?: number[] }> {
  const { caller, input } = call;
  const ids = namedIds('order_id', input);
  return db.transact(call, async (tx) => {
    const [is_subscribed, claimed, uses] = await Promise.all([
      orderSubscriptions.has(tx),
      claimOrders(tx, caller, ids),
      creditNoteUses(tx, ids),
    ]);
    Refused.ifAny([...claimed.flatMap(lockFaults), ...uses]);
    const deleted = await deleteOrders(tx, claimed);
    const lines = groupBy(await readLines(tx, caller.account_id, ids), ({ order_id }) => order_id);
    await recordHistory(tx, deleted, caller, 'Deleted.');
    const changes = deleted.map((order) => {
      const after = { order, lines: lines.get(order.order_id) ?? [] };
      return changeRow({ change: 'deleted', actor: actorOf(call), after }, is_subscribed);
    });
    const former = new Map(claimed.map((order) => [order.order_id, order]));
    publishAll(tx, [...changes, ...deleted.flatMap((order) => promotionRows(former.get(order.order_id), order))]);
    return input.batch_id?.length ? { order_ids: ids } : { order_id: input.order_id };
  });
}
