import { type ItemSnapshot, Refused, SYSTEM } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { type Db, groupBy, statement, type Tx } from '@stockbook/persistence';
import { ownAsking } from '@stockbook/rpc';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isDeepStrictEqual } from 'node:util';
import { holdItems } from '../../item/changing-items.js';
import { changeRow, orderSubscriptions } from '../facts/order-facts.js';
import { toOrder } from '../list/order-shown.js';
import { OrderItems } from '../reference/order-items.js';
import { locationOf, relocation } from '../stock/order-location.js';
import { complete, type Completion, isPending } from './order-lookup.js';
import {
  type IncompleteOrder,
  type LineRecord,
  lockIncomplete,
  type OrderRecord,
  type OrderState,
  readIncomplete,
  readLines,
} from '../record/order-records.js';
import { OrderReferences } from '../reference/order-references.js';
import { channelsLocation, type OrderReference } from '../reference/order-terms.js';

/** At most this many orders are completed at a time. */
const BATCH = 50;
const PAUSE_MS = 2_000;

const oldest = statement(
  'incomplete_orders',
  `SELECT account_id, array_agg(order_id ORDER BY order_id) AS order_ids
   FROM (
     SELECT account_id, order_id FROM sales.sale_order
     WHERE lookup IS NOT NULL AND account_id <> ALL ($1) ORDER BY order_id LIMIT ${BATCH}
   ) oldest
   GROUP BY account_id`,
);

const idle = statement(
  'are_orders_complete',
  'SELECT NOT EXISTS (SELECT FROM sales.sale_order WHERE lookup IS NOT NULL) AS is_idle',
);

const write = statement(
  'complete_orders',
  `WITH line AS (
     UPDATE sales.sale_order_product line SET item_id = completed.item_id, components = completed.components,
       thumb = completed.thumb, name = completed.name,
       model = completed.model, sku = completed.sku, weight = completed.weight, cost = completed.cost
     FROM jsonb_populate_recordset(NULL::sales.sale_order_product, $1) AS completed
     WHERE line.account_id = completed.account_id AND line.order_id = completed.order_id
       AND line.order_product_id = completed.order_product_id
   ), history AS (
     INSERT INTO sales.sale_order_history (account_id, order_id, order_status_id, order_status, comment)
     SELECT account_id, order_id, order_status_id, order_status, comment
     FROM jsonb_populate_recordset(NULL::sales.sale_order_history, $2)
   )
   UPDATE sales.sale_order changed SET lookup = NULL, location_id = completed.location_id, cost = completed.cost,
     weight = completed.weight, totals = completed.totals, version = completed.version,
     date_modified = CASE WHEN changed.order_id = ANY ($4::bigint[])
       THEN greatest(changed.date_modified, clock_timestamp()) ELSE changed.date_modified END
   FROM jsonb_populate_recordset(NULL::sales.sale_order, $3) AS completed
   WHERE changed.account_id = completed.account_id AND changed.order_id = completed.order_id
   RETURNING changed.order_id, changed.date_modified`,
);

interface Batch {
  readonly account_id: number;
  readonly order_ids: readonly number[];
}

/** Completes the orders that were taken while the inventory did not answer; only then is their stock demanded. */
@Injectable()
export class OrderCompletion implements Job {
  readonly idle = idle;
  /** Holds accounts with an order that could not be completed: the others go on meanwhile. */
  private readonly paused = new LRUCache<number, true>({ max: 10_000, ttl: PAUSE_MS });

  constructor(
    private readonly items: OrderItems,
    private readonly references: OrderReferences,
  ) {}

  async run(db: Db): Promise<boolean> {
    const faults: unknown[] = [];
    let completed = 0;
    for (const batch of await db.query<Batch>(oldest, [[...this.paused.keys()]])) {
      try {
        completed += await this.complete(db, batch);
      } catch (fault) {
        this.paused.set(batch.account_id, true);
        faults.push(fault);
      }
    }
    if (faults.length) throw new AggregateError(faults, `Orders of ${faults.length} accounts are not completed yet.`);
    return completed > 0;
  }

  private async complete(db: Db, { account_id, order_ids }: Batch): Promise<number> {
    const orders = await readIncomplete(db, account_id, order_ids);
    const lines = groupBy(await readLines(db, account_id, order_ids), ({ order_id }) => order_id);
    const items = new Map<number, readonly ItemSnapshot[]>();
    for (const order of orders) items.set(order.order_id, await this.findItems(order, lines.get(order.order_id) ?? []));
    return this.references.apply(account_id, (reference) =>
      db.transactFor([account_id], (tx) => completeLocked(tx, items, reference)),
    );
  }

  /** Asks as the user who placed the order. */
  private findItems(order: IncompleteOrder, lines: readonly LineRecord[]): Promise<ItemSnapshot[]> {
    const own = ownAsking(order.account_id);
    const caller = { ...own.caller, channel_group_ids: order.lookup.channel_group_ids };
    const pending = lines.filter((line) => isPending(order, line));
    return this.items.find({ ...own, caller }, pending);
  }
}

/** Returns how many orders it completed; it skips locked ones. */
async function completeLocked(
  tx: Tx,
  items: ReadonlyMap<number, readonly ItemSnapshot[]>,
  reference: OrderReference,
): Promise<number> {
  const order_ids = [...items.keys()];
  const [is_subscribed, orders] = await Promise.all([orderSubscriptions.has(tx), lockIncomplete(tx, order_ids)]);
  const lines = groupBy(await readLines(tx, tx.account_id, order_ids), ({ order_id }) => order_id);
  const completions: Completion[] = [];
  for (const order of orders) {
    const { order_id, channel_id } = order;
    const completion = complete(order, lines.get(order_id) ?? [], items.get(order_id) ?? [], reference);
    completions.push(await located(tx, completion, channelsLocation(channel_id, reference)));
  }
  if (completions.length) {
    await holdItems(
      tx,
      completions.flatMap((completion) => completion.lines),
    );
    const before = new Map(orders.map((order) => [order.order_id, { order, lines: lines.get(order.order_id) ?? [] }]));
    const dates = await save(tx, completions, before);
    publishCompleted(tx, completions, before, dates, is_subscribed);
  }
  return completions.length;
}

/** Finds a location if the order's one was deleted meanwhile. If there is no other one, its history says so. */
async function located(tx: Tx, completion: Completion, channels_location_id: number): Promise<Completion> {
  const { order, lines, comments } = completion;
  try {
    const location_id = await locationOf(tx, order, lines, channels_location_id);
    if (location_id === order.location_id) return completion;
    const comment = relocation(order.location_id, location_id);
    return { ...completion, order: { ...order, location_id }, comments: [...comments, comment] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...completion, comments: [...comments, ...error.faults.map(({ message }) => message)] };
  }
}

/** Writes completed orders and returns the dates of their changes. The date of an order that looks as before stays. */
async function save(
  tx: Tx,
  completions: readonly Completion[],
  before: ReadonlyMap<number, OrderState>,
): Promise<ReadonlyMap<number, Date>> {
  const rows = [
    completions.flatMap(({ lines }) => lines),
    completions.flatMap(({ order, comments }) => comments.map((comment) => ({ ...order, comment }))),
    completions.map(({ order }) => order),
  ];
  const changed = completions.filter(({ order, lines }) => isShownChange(before.get(order.order_id), { order, lines }));
  const saved = await tx.query<Pick<OrderRecord, 'order_id' | 'date_modified'>>(write, [
    ...rows.map((each) => JSON.stringify(each)),
    changed.map(({ order }) => order.order_id),
  ]);
  return new Map(saved.map(({ order_id, date_modified }) => [order_id, date_modified]));
}

/** Tells whether the order shows more than another revision. */
const isShownChange = (before: OrderState | undefined, { order, lines }: OrderState): boolean => {
  if (!before) return true;
  const { version } = order;
  return !isDeepStrictEqual(toOrder({ ...before.order, version }, before.lines), toOrder(order, lines));
};

function publishCompleted(
  tx: Tx,
  completions: readonly Completion[],
  before: ReadonlyMap<number, OrderState>,
  dates: ReadonlyMap<number, Date>,
  is_subscribed: boolean,
): void {
  const changes = completions.map(({ order, lines, orderer: { user_id, username } }) => {
    const date_modified = dates.get(order.order_id) ?? order.date_modified;
    const states = { before: before.get(order.order_id), after: { order: { ...order, date_modified }, lines } };
    return changeRow({ change: 'completed', actor: { ...SYSTEM, user_id, username }, ...states }, is_subscribed);
  });
  publishAll(tx, changes);
}
