import { type OrderChange, SYSTEM } from '@stockbook/contracts';
import { type OutboxRow, publishAll } from '@stockbook/messaging';
import { groupBy, type Statement, type Tx } from '@stockbook/persistence';
import { unitCostOf } from '../record/order-sums.js';
import { type LineRecord, type OrderRecord, type OrderState, readOrders } from '../record/order-records.js';
import { recordRow } from './order-facts.js';

type Change = OrderChange['change'];

export function settlementChanges(before: readonly LineRecord[], changed: readonly LineRecord[]): Change[] {
  const stored = new Map(before.map((line) => [line.order_product_id, line]));
  const some = (holds: (now: LineRecord, then: LineRecord) => boolean) =>
    changed.some((line) => holds(line, stored.get(line.order_product_id) ?? line));
  const changes: (Change | false)[] = [
    some((now, then) => now.taken < then.taken) && 'restocked',
    some((now, then) => now.taken > then.taken || isCostedAnew(now, then)) && 'deducted',
    some((now, then) => now.short > 0 && now.short !== then.short) && 'short',
  ];
  return changes.filter((change) => change !== false);
}

/** Several answers at once may give pieces back and take as many at another cost. */
const isCostedAnew = (now: LineRecord, then: LineRecord): boolean =>
  now.taken === then.taken && unitCostOf(now) !== unitCostOf(then);

/** Tells whether the order shows other lines than before: an answer may only settle how many pieces it waits for. */
export function isShownChange(before: readonly LineRecord[], changed: readonly LineRecord[]): boolean {
  const stored = new Map(before.map((line) => [line.order_product_id, line]));
  return changed.some((line) => {
    const then = stored.get(line.order_product_id);
    return !line.date_deleted && !(then?.taken === line.taken && unitCostOf(then) === unitCostOf(line));
  });
}

export interface SettledOrder {
  readonly head: Pick<OrderRecord, 'account_id' | 'order_id' | 'version'>;
  /** The lines as they were, those taken out of the order too. */
  readonly stored: readonly LineRecord[];
  readonly changed: readonly LineRecord[];
  /** Each raises the version, and is a fact where somebody subscribes. */
  readonly changes: readonly Change[];
  readonly isSubscribed: boolean;
}

/** The columns of an order that a settlement writes, but for the version. */
type SettledHead = Pick<OrderRecord, 'order_id' | 'cost' | 'deducted' | 'date_modified'>;

/** The statement returns `SettledHead`. */
export async function publishSettlements(
  tx: Tx,
  settled: readonly SettledOrder[],
  { apply, values }: { readonly apply: Statement; readonly values: readonly unknown[] },
): Promise<void> {
  const orders = settled.filter(({ changes, isSubscribed }) => isSubscribed && changes.length);
  if (!orders.length) return tx.send(apply, values);
  const [before, written] = await Promise.all([readHeads(tx, orders), tx.query<SettledHead>(apply, values)]);
  const after = new Map(written.map((head) => [head.order_id, head]));
  publishAll(
    tx,
    orders.flatMap((order) => settlementRows(order, before.get(order.head.order_id), after.get(order.head.order_id))),
  );
}

/** Sends all statements at once: a write after it changes none of them. */
async function readHeads(tx: Tx, orders: readonly SettledOrder[]): Promise<ReadonlyMap<number, OrderRecord>> {
  const ofAccounts = groupBy(orders, ({ head }) => head.account_id);
  const found = await Promise.all(
    [...ofAccounts].map(([account_id, own]) =>
      readOrders(
        tx,
        account_id,
        own.map(({ head }) => head.order_id),
      ),
    ),
  );
  return new Map(found.flat().map((order) => [order.order_id, order]));
}

function settlementRows(
  { head, stored, changed, changes }: SettledOrder,
  before: OrderRecord | undefined,
  after: SettledHead | undefined,
): OutboxRow[] {
  if (!before || !after) throw new Error(`The locked order ${head.order_id} is gone.`);
  const lines = stored.filter(({ date_deleted }) => !date_deleted);
  const now = new Map(changed.map((line) => [line.order_product_id, line]));
  const linesNow = lines.map((line) => now.get(line.order_product_id) ?? line);
  let shown: OrderState = { order: before, lines };
  return changes.map((change, i) => {
    const settled = { order: { ...before, ...after, version: head.version + i + 1 }, lines: linesNow };
    const row = recordRow({ change, actor: SYSTEM, before: shown, after: settled });
    shown = settled;
    return row;
  });
}
