import type { Order, OrderGet, OrderHistoryAdd } from '@stockbook/client';
import { useSyncExternalStore } from 'react';
import { readOrdersAnew } from '../../api/orders.js';
import { api, onSessionChange } from '../../session/session.js';
import { isRefusal, wordsOf } from '../../server/failures.js';

/** Small enough that the progress moves, and large enough that thousands take seconds. */
const AT_ONCE = 50;

export type NamedOrder = Pick<Order, 'order_id' | 'imported_order_id'>;

export interface Outcome {
  readonly order: NamedOrder;
  /** Empty means done. */
  readonly words: string;
}

export interface StatusJob {
  readonly status: string;
  readonly total: number;
  readonly outcomes: readonly Outcome[];
  /** The job has stopped there, and goes on from there. Empty: it runs, or is done. */
  readonly failure: string;
  readonly isDone: boolean;
}

/** The orders that a job changes: those that somebody has chosen, or all that a list finds. */
export type Target = { readonly orders: readonly NamedOrder[] } | { readonly found: OrderGet; readonly total: number };

interface Begun {
  readonly change: Pick<OrderHistoryAdd, 'order_status_id' | 'comment'>;
  readonly key: string;
  orders: readonly NamedOrder[] | undefined;
  readonly target: Target;
}

let shown: StatusJob | undefined;
let begun: Begun | undefined;
const listeners = new Set<() => void>();

function show(job: StatusJob | undefined): void {
  shown = job;
  for (const listener of listeners) listener();
}

// The next user sees nothing of this one, whose job ends.
onSessionChange((session) => {
  if (session) return;
  begun = undefined;
  show(undefined);
});

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The job goes on while somebody works on other pages. */
export const useStatusJob = (): StatusJob | undefined => useSyncExternalStore(listen, () => shown);

export const forgetStatusJob = (): void => {
  begun = undefined;
  show(undefined);
};

/** The key is that of the form, so orders that were changed by it are not changed twice. */
export function beginStatusJob(target: Target, change: Begun['change'], status: string, key: string): void {
  begun = { target, change, key, orders: undefined };
  show({
    status,
    total: 'orders' in target ? target.orders.length : target.total,
    outcomes: [],
    failure: '',
    isDone: false,
  });
  void run(begun);
}

/** Goes on with the part that has got no answer; the part that was sent has the same key again. */
export function continueStatusJob(): void {
  if (!begun || !shown?.failure) return;
  show({ ...shown, failure: '' });
  void run(begun);
}

async function run(job: Begun): Promise<void> {
  try {
    job.orders ??= await ordersOf(job.target);
    if (begun === job) update({ total: job.orders.length });
    while (begun === job && shown && shown.outcomes.length < job.orders.length) {
      const from = shown.outcomes.length;
      const outcomes = await changeSome(job, job.orders.slice(from, from + AT_ONCE), from);
      if (begun === job) update({ outcomes: [...shown.outcomes, ...outcomes] });
    }
    if (begun === job) update({ isDone: true });
  } catch (error) {
    if (begun === job) update({ failure: wordsOf(error) });
  }
  void readOrdersAnew();
}

function update(fields: Partial<StatusJob>): void {
  if (shown) show({ ...shown, ...fields });
}

async function ordersOf(target: Target): Promise<readonly NamedOrder[]> {
  if ('orders' in target) return target.orders;
  const { page: _, limit: __, ...filters } = target.found;
  const orders: NamedOrder[] = [];
  for await (const order of api().sale.order.each({ ...filters, fields: 'imported_order_id' })) orders.push(order);
  return orders;
}

async function changeSome({ change, key }: Begun, orders: readonly NamedOrder[], from: number): Promise<Outcome[]> {
  const idempotencyKey = `${key}/${from}`;
  const batch_id = orders.map(({ order_id }) => order_id);
  try {
    const { results = [] } = await api().sale.order.addHistory({ ...change, batch_id }, { idempotencyKey });
    return orders.map((order, place) => ({ order, words: (results[place]?.error ?? []).join(' ') }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return orders.map((order) => ({ order, words: wordsOf(error) }));
  }
}
