import type { Fault } from '@stockbook/contracts';
import type { OrderRow } from './order.entity.js';

type Lockable = Pick<OrderRow, 'order_id' | 'order_status' | 'status_locks' | 'user_locked' | 'payouts'>;

/** Tells whether an order is locked from editing: by its status, by a payout, or by a user. */
export const isLocked = (order: Lockable): boolean => reasonOf(order) !== undefined;

/** Refuses what a locked order forbids, naming the reason. */
export function lockFaults(order: Lockable): Fault[] {
  const reason = reasonOf(order);
  return reason ? [{ code: 'locked', message: `Order ${order.order_id} is locked: ${reason}.` }] : [];
}

function reasonOf({ order_status, status_locks, user_locked, payouts }: Lockable): string | undefined {
  if (status_locks) return `its status ${order_status} forbids changes`;
  if (payouts.length) return 'a payout is recorded for it';
  return user_locked ? 'a user locked it' : undefined;
}
