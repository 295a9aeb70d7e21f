import type { Order, OrderGet, OrderHistoryAdd } from '@stockbook/client';
import { readOrdersAnew } from '../../api/orders.js';
import { api } from '../../session/session.js';
import { UserWork } from '../../session/user-work.js';
import { isRefusal, staleFault, wordsOf } from '../../server/failures.js';

/** Small enough that the progress moves, and large enough that thousands take seconds. */
const AT_ONCE = 50;

export type KnownOrder = Pick<
  Order,
  'order_id' | 'imported_order_id' | 'order_status_id' | 'order_status' | 'revision'
>;

const FIELDS = 'imported_order_id,order_status_id,order_status,revision';

export interface Outcome {
  readonly order: KnownOrder;
  /** Empty means done. */
  readonly words: string;
  /** The status that somebody else has set meanwhile. */
  readonly theirs?: string;
}

/** The orders that a job changes: those that somebody has chosen, or all that a list finds. */
export type Target = { readonly orders: readonly KnownOrder[] } | FoundOrders;

export interface FoundOrders {
  readonly found: OrderGet;
  readonly total: number;
  /** More orders match than `total` says. */
  readonly isMinimum: boolean;
}

interface StatusJob {
  readonly change: Required<Pick<OrderHistoryAdd, 'order_status_id' | 'comment'>>;
  /** The key of the form. An order that was changed by it is not changed twice. */
  readonly key: string;
  readonly status: string;
  /** The job takes a former one back: each order gets the status that it had. */
  readonly former?: ReadonlyMap<number, number>;
  readonly target: Target;
  readonly orders?: readonly KnownOrder[];
  /** The revisions of orders that the stock has changed since they were read. */
  readonly revisions: Map<number, number>;
  readonly outcomes: readonly Outcome[];
  /** The job has stopped there, and goes on from there. Empty: it runs, or is done. */
  readonly failure: string;
  /** Somebody has stopped the job; it goes on from there, too. */
  readonly isStopped: boolean;
  readonly isRunning: boolean;
}

const work = new UserWork<StatusJob>();
let isStopping = false;

export const { forget: forgetStatusJob, use: useStatusJob } = work;

/** Ends the job behind the orders that are sent already. */
export function stopStatusJob(): void {
  isStopping = true;
}

const RUNNING = { failure: '', isStopped: false, isRunning: true };

type Begun = Pick<StatusJob, 'target' | 'change' | 'status' | 'key' | 'former'>;

export const beginStatusJob = (begun: Begun): Promise<void> =>
  run({ ...begun, revisions: new Map(), outcomes: [], ...RUNNING });

/** Gives the orders that a job has changed their former statuses, where they still have what it has set. */
export function undoStatusJob({
  outcomes,
  change: { order_status_id },
  status: order_status,
}: StatusJob): Promise<void> {
  const changed = outcomes.flatMap(({ order, words }) => (words ? [] : order));
  return beginStatusJob({
    target: { orders: changed.map((order) => ({ ...order, order_status_id, order_status })) },
    change: { order_status_id, comment: '' },
    former: new Map(changed.map((order) => [order.order_id, order.order_status_id])),
    status: order_status,
    key: crypto.randomUUID(),
  });
}

/** Goes on with the part that has got no answer; the part that was sent has the same keys again. */
export const continueStatusJob = (job: StatusJob): Promise<void> => run({ ...job, ...RUNNING });

async function run(job: StatusJob): Promise<void> {
  isStopping = false;
  const progress = work.begin(job);
  let { outcomes } = job;
  try {
    const orders = job.orders ?? (await ordersOf(job.target));
    let isMine = orders !== undefined && progress({ orders });
    while (orders && isMine && !isStopping && outcomes.length < orders.length) {
      const { order: calls } = api().batched().sale;
      const part = orders.slice(outcomes.length, outcomes.length + AT_ONCE);
      outcomes = [...outcomes, ...(await Promise.all(part.map((order) => changeOne(job, calls, order))))];
      isMine = progress({ outcomes });
    }
    progress({ isRunning: false, isStopped: outcomes.length !== orders?.length });
  } catch (error) {
    progress({ failure: wordsOf(error), isRunning: false });
  }
  void readOrdersAnew();
}

/** Returns undefined if the job is stopped before all are read. */
async function ordersOf(target: Target): Promise<readonly KnownOrder[] | undefined> {
  if ('orders' in target) return target.orders;
  const { page: _, limit: __, ...filters } = target.found;
  const orders: KnownOrder[] = [];
  for await (const order of api().sale.order.each({ ...filters, fields: FIELDS })) {
    if (isStopping) return undefined;
    orders.push(order);
  }
  return isStopping ? undefined : orders;
}

type Calls = ReturnType<typeof api>['sale']['order'];

async function changeOne(job: StatusJob, calls: Calls, order: KnownOrder): Promise<Outcome> {
  const { order_id, order_status_id, revision } = order;
  const ifRevision = job.revisions.get(order_id) ?? revision;
  try {
    const change = { ...job.change, order_status_id: job.former?.get(order_id) ?? job.change.order_status_id };
    await calls.addHistory({ ...change, order_id }, { idempotencyKey: `${job.key}/${order_id}`, ifRevision });
    return { order, words: '' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [now] = staleFault(error) ? (await calls.get({ order_id, fields: FIELDS })).orders : [];
    if (!now) return { order, words: wordsOf(error) };
    if (now.order_status_id !== order_status_id) return { order, words: wordsOf(error), theirs: now.order_status };
    // Stock changes an order too, and its status stays.
    job.revisions.set(order_id, now.revision);
    return changeOne(job, calls, order);
  }
}
