import {
  type Event,
  type Fault,
  type OrderPromotions,
  orderPromotionChanged,
  promotionOverLimit,
  type PromotionUse,
  SYSTEM,
} from '@stockbook/contracts';
import { perAccount } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { Consumes, publishFact } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import {
  ARRIVE,
  COUNT,
  GIVE_BACK,
  LOCK_USED,
  RECORD,
  TAKE_HOLDS,
  USES,
  USES_OF_CUSTOMERS,
} from './order-use-statements.js';
import { type ListedUse, toHistory } from './promotion-history.js';
import type { LockedPromotion } from './promotion-holds.js';
import { type CustomerUse, UseCounts } from './use-counts.js';

type OrderEvent = Event<OrderPromotions>;
interface OrderUse extends CustomerUse {
  readonly order_id: number;
}
interface KnownUse extends OrderUse {
  readonly counted: boolean;
}
interface Difference {
  readonly order: OrderPromotions;
  readonly gone: readonly KnownUse[];
  readonly kept: readonly { readonly use: PromotionUse; readonly known: KnownUse }[];
  readonly fresh: readonly PromotionUse[];
  readonly unknown: readonly PromotionUse[];
}
interface RecordedUse {
  readonly order: OrderPromotions;
  readonly use: PromotionUse;
  readonly counted: boolean;
  /** Present if the use passes a limit. */
  readonly fault?: Fault;
}

/** Records the uses of promotions by orders: the difference between an order's whole set and what is recorded. */
@Injectable()
export class OrderUses {
  @Consumes(orderPromotionChanged)
  onChanged(events: readonly OrderEvent[], tx: Tx): Promise<void> {
    return perAccount(tx, events, async (own, ofAccount) => {
      for (const round of roundsOf(ofAccount)) await record(own, round);
    });
  }
}

/** Each round has one event of an order. */
function roundsOf(events: readonly OrderEvent[]): OrderEvent[][] {
  const rounds: OrderEvent[][] = [];
  const next = new Map<number, number>();
  for (const event of events) {
    const { order_id } = event.payload;
    const round = next.get(order_id) ?? 0;
    (rounds[round] ??= []).push(event);
    next.set(order_id, round + 1);
  }
  return rounds;
}

/** Locks all promotions of the round at once, so that no other transaction has them in another order. */
async function record(tx: Tx, events: readonly OrderEvent[]): Promise<void> {
  const orders = events.map(({ payload }) => payload);
  const ids = orders.map(({ order_id }) => order_id);
  const named = orders.flatMap(({ uses }) => uses.map(({ promotion_id }) => promotion_id));
  const [locked, arrived, known] = await Promise.all([
    tx.query<LockedPromotion>(LOCK_USED, [tx.account_id, ids, named]),
    tx.query<{ order_id: number }>(ARRIVE, [
      tx.account_id,
      ids,
      events.map(({ sequence }) => sequence),
      orders.map(({ channel_id }) => channel_id),
      orders.map(({ imported_order_id }) => imported_order_id),
    ]),
    tx.query<KnownUse>(USES, [tx.account_id, ids]),
  ]);
  const isNew = new Set(arrived.map(({ order_id }) => order_id));
  const existing = new Set(locked.map(({ promotion_id }) => promotion_id));
  const differences = orders
    .filter(({ order_id }) => isNew.has(order_id))
    .map((order) => differenceOf(order, known, existing));
  if (!differences.length) return;
  const [customers, held] = await Promise.all([customerUses(tx, locked, differences), takeHolds(tx, differences)]);
  const counts = new UseCounts(locked, customers);
  const recorded = differences.flatMap((difference) => judged(difference, counts, held));
  await writeUses(tx, { recorded, gone: differences.flatMap(({ gone }) => gone), counts });
}

function differenceOf(order: OrderPromotions, all: readonly KnownUse[], existing: ReadonlySet<number>): Difference {
  const wanted = order.counts ? order.uses : [];
  const known = all.filter(({ order_id }) => order_id === order.order_id);
  const knownOf = new Map(known.map((use) => [use.promotion_id, use]));
  const added = wanted.filter(({ promotion_id }) => !knownOf.has(promotion_id));
  return {
    order,
    gone: known.filter(({ promotion_id }) => !wanted.some((use) => use.promotion_id === promotion_id)),
    kept: wanted.flatMap((use) => {
      const before = knownOf.get(use.promotion_id);
      return before ? [{ use, known: before }] : [];
    }),
    fresh: added.filter(({ promotion_id }) => existing.has(promotion_id)),
    unknown: added.filter(({ promotion_id }) => !existing.has(promotion_id)),
  };
}

/** Reads the counts before this round, of the customers whose promotions limit them. */
async function customerUses(tx: Tx, locked: readonly LockedPromotion[], differences: readonly Difference[]) {
  const limited = locked.filter(({ configuration }) => configuration.customer_limit).map((each) => each.promotion_id);
  const customers = differences.map(({ order }) => order.customer_id).filter((id) => id > 0);
  if (!limited.length || !customers.length) return [];
  return tx.query<CustomerUse & { uses: number }>(USES_OF_CUSTOMERS, [tx.account_id, limited, customers]);
}

async function takeHolds(tx: Tx, differences: readonly Difference[]): Promise<readonly OrderUse[]> {
  const wanted = differences.flatMap(({ order, fresh }) =>
    fresh.map(({ promotion_id }) => ({ ...order, promotion_id })),
  );
  if (!wanted.length) return [];
  return tx.query<OrderUse>(TAKE_HOLDS, [
    tx.account_id,
    wanted.map(({ order_id }) => order_id),
    wanted.map(({ promotion_id }) => promotion_id),
    wanted.map(({ channel_id }) => channel_id),
    wanted.map(({ imported_order_id }) => imported_order_id),
    wanted.map(({ claim_key }) => claim_key),
  ]);
}

/** Recorded uses are never judged again: the limits are for those that come new, without a hold. */
function judged(
  { order, gone, kept, fresh, unknown }: Difference,
  counts: UseCounts,
  held: readonly OrderUse[],
): RecordedUse[] {
  const { order_id, customer_id } = order;
  for (const use of gone) if (use.counted) counts.giveBack(use);
  for (const { known } of kept) if (known.counted) counts.move(known, customer_id);
  const granted = fresh.map((use) => {
    const { promotion_id } = use;
    const hold = held.find((each) => each.order_id === order_id && each.promotion_id === promotion_id);
    if (hold) counts.takeHold(hold);
    return { order, use, counted: true, fault: counts.add({ promotion_id, customer_id }, hold) };
  });
  return [
    ...kept.map(({ use, known: { counted } }) => ({ order, use, counted })),
    ...granted,
    ...unknown.map((use) => ({ order, use, counted: false })),
  ];
}

interface Writing {
  readonly recorded: readonly RecordedUse[];
  readonly gone: readonly KnownUse[];
  readonly counts: UseCounts;
}

async function writeUses(tx: Tx, { recorded, gone, counts }: Writing): Promise<void> {
  const { account_id } = tx;
  if (gone.length)
    tx.send(GIVE_BACK, [
      account_id,
      gone.map(({ order_id }) => order_id),
      gone.map(({ promotion_id }) => promotion_id),
    ]);
  const { changes } = counts;
  if (changes.length) tx.send(COUNT, [account_id, changes.map(([id]) => id), changes.map(([, uses]) => uses)]);
  if (!recorded.length) return;
  const written = await tx.query<ListedUse & { readonly times_over: number }>(RECORD, [
    account_id,
    recorded.map(({ use }) => use.promotion_id),
    recorded.map(({ order }) => order.order_id),
    recorded.map(({ order }) => order.customer_id),
    recorded.map(({ use }) => use.coupon),
    recorded.map(({ use }) => use.total),
    recorded.map(({ fault }) => fault?.message ?? ''),
    recorded.map(({ order }) => order.channel_id),
    recorded.map(({ counted }) => counted),
  ]);
  const isOver = (row: ListedUse) =>
    recorded.some(
      ({ order, use, fault }) => fault && order.order_id === row.order_id && use.promotion_id === row.promotion_id,
    );
  for (const { times_over: sequence, ...row } of written.filter(isOver))
    publishFact(tx, promotionOverLimit, {
      id: row.promotion_history_id,
      sequence,
      change: 'over_limit',
      actor: SYSTEM,
      after: toHistory(row),
    });
}
