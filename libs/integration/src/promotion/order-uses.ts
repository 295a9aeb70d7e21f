import {
  type Event,
  type OrderPromotions,
  orderPromotionChanged,
  promotionOverLimit,
  type PromotionUse,
} from '@stockbook/contracts';
import { perAccount, publish } from '@stockbook/messaging';
import { statement, type Tx } from '@stockbook/persistence';
import { Consumes } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import type { PromotionHistoryRow } from './promotion-use.entity.js';
import { customerUses, limitFault, lockPromotions } from './promotion-ledger.js';

/** Locks the order; answers nothing where a later version is recorded. */
const ARRIVE = statement(
  'arrive_order_uses',
  `INSERT INTO integration.promotion_order (account_id, order_id, version, channel_id, imported_order_id)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id, order_id) DO UPDATE SET version = excluded.version
   WHERE promotion_order.version < excluded.version RETURNING order_id`,
);
const USES = statement(
  'uses_of_order',
  `SELECT promotion_history_id, promotion_id, date_deleted IS NOT NULL AS is_deleted FROM integration.promotion_history
   WHERE account_id = $1 AND order_id = $2 ORDER BY promotion_id`,
);
const PROMOTIONS_OF_ORDERS = statement(
  'promotions_of_orders',
  `SELECT DISTINCT promotion_id FROM integration.promotion_history WHERE account_id = $1 AND order_id = ANY ($2::bigint[])`,
);
/** The order that comes takes its hold: one held use becomes a recorded one. */
const TAKE_HOLD = statement(
  'take_promotion_hold',
  `WITH hold AS (
     UPDATE integration.promotion_hold SET order_id = $5
     WHERE account_id = $1 AND promotion_id = $2 AND channel_id = $3 AND order_id = 0
       AND key = (SELECT key FROM integration.promotion_hold
         WHERE account_id = $1 AND promotion_id = $2 AND channel_id = $3 AND order_id = 0 AND key = ANY ($4::text[]) AND key > ''
         ORDER BY key LIMIT 1)
     RETURNING promotion_id
   )
   UPDATE integration.promotion SET total_held = total_held - 1
   WHERE account_id = $1 AND promotion_id IN (SELECT promotion_id FROM hold) RETURNING promotion_id`,
);
const RECORD = statement(
  'record_promotion_use',
  `INSERT INTO integration.promotion_history AS known
     (account_id, promotion_id, order_id, customer_id, coupon, total, over_limit, times_over, channel_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $7 THEN 1 ELSE 0 END, $8)
   ON CONFLICT (account_id, order_id, promotion_id) DO UPDATE SET customer_id = excluded.customer_id, coupon = excluded.coupon,
     total = excluded.total, date_deleted = NULL, times_over = known.times_over + excluded.times_over,
     over_limit = CASE WHEN known.date_deleted IS NULL THEN known.over_limit ELSE excluded.over_limit END
   RETURNING promotion_history_id, times_over`,
);
const COUNT = statement(
  'count_promotion_uses',
  `UPDATE integration.promotion SET total_used = total_used + $3 WHERE account_id = $1 AND promotion_id = $2`,
);
const GIVE_BACK = statement(
  'give_back_promotion_uses',
  `WITH gone AS (
     UPDATE integration.promotion_history SET date_deleted = clock_timestamp()
     WHERE account_id = $1 AND order_id = $2 AND promotion_id = ANY ($3::bigint[]) AND date_deleted IS NULL
     RETURNING promotion_id
   )
   UPDATE integration.promotion SET total_used = total_used - 1
   WHERE account_id = $1 AND promotion_id IN (SELECT promotion_id FROM gone)`,
);

type OrderEvent = Event<OrderPromotions>;
interface KnownUse {
  readonly promotion_history_id: number;
  readonly promotion_id: number;
  readonly is_deleted: boolean;
}

/** Records the uses of promotions by orders: the difference between an order's whole set and what is recorded. */
@Injectable()
export class OrderUses {
  @Consumes(orderPromotionChanged)
  onChanged(events: readonly OrderEvent[], tx: Tx): Promise<void> {
    return perAccount(tx, events, recordAll);
  }
}

type WrittenUse = Pick<PromotionHistoryRow, 'promotion_history_id' | 'times_over'>;

/** All promotions of the batch are locked at once, so that no other transaction has them in another order. */
async function recordAll(tx: Tx, events: readonly OrderEvent[]): Promise<void> {
  const orders = [...new Set(events.map(({ payload }) => payload.order_id))];
  const known = await tx.query<{ promotion_id: number }>(PROMOTIONS_OF_ORDERS, [tx.account_id, orders]);
  const named = events.flatMap(({ payload }) => payload.uses.map(({ promotion_id }) => promotion_id));
  await lockPromotions(tx, [...new Set([...named, ...known.map(({ promotion_id }) => promotion_id)])]);
  for (const event of events) await record(tx, event);
}

/** Recorded uses are never judged again: the limits are for those that come new. */
async function record(tx: Tx, { payload, sequence }: OrderEvent): Promise<void> {
  const { order_id, channel_id, imported_order_id, counts, uses } = payload;
  const arrived = await tx.query(ARRIVE, [tx.account_id, order_id, sequence, channel_id, imported_order_id]);
  if (!arrived.length) return;
  const known = await tx.query<KnownUse>(USES, [tx.account_id, order_id]);
  const wanted = counts ? uses : [];
  const living = new Set(known.filter(({ is_deleted }) => !is_deleted).map(({ promotion_id }) => promotion_id));
  const gone = [...living].filter((id) => !wanted.some(({ promotion_id }) => promotion_id === id));
  if (gone.length) await tx.query(GIVE_BACK, [tx.account_id, order_id, gone]);
  for (const use of wanted) {
    if (living.has(use.promotion_id)) await write(tx, payload, use, false);
    else await grant(tx, payload, use);
  }
}

/** A new use takes its hold. Without one it is recorded all the same, and marked where it passes a limit. */
async function grant(tx: Tx, order: OrderPromotions, use: PromotionUse): Promise<void> {
  const { order_id, channel_id, customer_id, imported_order_id, claim_key } = order;
  const { promotion_id } = use;
  const keys = [imported_order_id, claim_key];
  const held = await tx.query(TAKE_HOLD, [tx.account_id, promotion_id, channel_id, keys, order_id]);
  const promotion = (await lockPromotions(tx, [promotion_id])).get(promotion_id);
  const uses = await customerUses(tx, promotion?.configuration.customer_limit ? customer_id : 0, [promotion_id]);
  const fault = held.length || !promotion ? undefined : limitFault(promotion, customer_id, uses.get(promotion_id) ?? 0);
  const { promotion_history_id, times_over } = await write(tx, order, use, fault !== undefined);
  await tx.query(COUNT, [tx.account_id, promotion_id, 1]);
  if (!fault) return;
  const { message } = fault;
  publish(tx, promotionOverLimit, { promotion_history_id, promotion_id, order_id, customer_id, message }, times_over);
}

async function write(tx: Tx, order: OrderPromotions, use: PromotionUse, over_limit: boolean): Promise<WrittenUse> {
  const values = [
    tx.account_id,
    use.promotion_id,
    order.order_id,
    order.customer_id,
    use.coupon,
    use.total,
    over_limit,
    order.channel_id,
  ];
  const [row] = await tx.query<WrittenUse>(RECORD, values);
  return row ?? { promotion_history_id: 0, times_over: 0 };
}
