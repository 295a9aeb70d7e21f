import { type Fault, Refused } from '@stockbook/contracts';
import type { PromotionConfiguration } from '@stockbook/promotions';
import { statement, type Tx } from '@stockbook/persistence';

/** The counters of a promotion. Whoever changes them, or a use or hold of it, has its row lock first, by ascending id. */
export interface LockedPromotion {
  readonly promotion_id: number;
  readonly name: string;
  readonly configuration: PromotionConfiguration;
  readonly total_limit: number;
  readonly total_used: number;
  readonly total_held: number;
  readonly is_deleted: boolean;
}
/** The order that a hold waits for: its channel, and the key of the till or of the request. */
export interface HoldKey {
  readonly channel_id: number;
  readonly key: string;
}
export interface Hold {
  readonly promotion_id: number;
  readonly key: string;
  readonly date_expire: Date;
}

const LOCK = statement(
  'lock_promotions',
  `SELECT promotion_id, name, configuration, total_limit, total_used, total_held, date_deleted IS NOT NULL AS is_deleted
   FROM integration.promotion WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[]) ORDER BY promotion_id FOR UPDATE`,
);
const HOLDS = statement(
  'holds_of_key',
  `SELECT promotion_id, key, date_expire, order_id FROM integration.promotion_hold
   WHERE account_id = $1 AND channel_id = $2 AND key = $3 AND promotion_id = ANY ($4::bigint[])`,
);
const HELD_BY_KEY = statement(
  'promotions_held_by_key',
  `SELECT promotion_id FROM integration.promotion_hold WHERE account_id = $1 AND channel_id = $2 AND key = $3 AND order_id = 0`,
);
const CUSTOMER_USES = statement(
  'customer_uses',
  `SELECT promotion_id, sum(uses)::int AS uses FROM (
     SELECT promotion_id, count(*) AS uses FROM integration.promotion_history
     WHERE account_id = $1 AND customer_id = $2 AND promotion_id = ANY ($3::bigint[]) AND date_deleted IS NULL GROUP BY 1
     UNION ALL SELECT promotion_id, count(*) FROM integration.promotion_hold
     WHERE account_id = $1 AND customer_id = $2 AND promotion_id = ANY ($3::bigint[]) AND order_id = 0 GROUP BY 1
   ) AS each GROUP BY 1`,
);
const HOLD = statement(
  'hold_promotions',
  `WITH held AS (
     INSERT INTO integration.promotion_hold (account_id, promotion_id, channel_id, key, customer_id, date_expire)
     SELECT $1, id, $3, $4, $5, clock_timestamp() + make_interval(secs => $6) FROM unnest($2::bigint[]) AS id
     RETURNING promotion_id, key, date_expire
   ), counted AS (
     UPDATE integration.promotion SET total_held = total_held + 1 WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[])
   )
   SELECT promotion_id, key, date_expire FROM held`,
);
const PROLONG = statement(
  'prolong_holds',
  `UPDATE integration.promotion_hold
   SET date_expire = greatest(date_expire, clock_timestamp() + make_interval(secs => $5))
   WHERE account_id = $1 AND channel_id = $3 AND key = $4 AND promotion_id = ANY ($2::bigint[]) AND order_id = 0
   RETURNING promotion_id, key, date_expire`,
);
/** Gives up holds whose order has not come: those of a key, or with `$5` those that are over. */
const RELEASE = statement(
  'release_holds',
  `WITH gone AS (
     DELETE FROM integration.promotion_hold
     WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[]) AND channel_id = $3 AND key = $4 AND order_id = 0
       AND (NOT $5 OR date_expire <= clock_timestamp())
     RETURNING promotion_id
   )
   UPDATE integration.promotion SET total_held = total_held - 1
   WHERE account_id = $1 AND promotion_id IN (SELECT promotion_id FROM gone) RETURNING promotion_id`,
);

export async function lockPromotions(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, LockedPromotion>> {
  const rows = await tx.query<LockedPromotion>(LOCK, [tx.account_id, ids]);
  return new Map(rows.map((row) => [row.promotion_id, row]));
}

/** The customer's uses and holds by promotion. */
export async function customerUses(
  tx: Tx,
  customer_id: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (!customer_id) return new Map();
  const values = [tx.account_id, customer_id, ids];
  const rows = await tx.query<{ promotion_id: number; uses: number }>(CUSTOMER_USES, values);
  return new Map(rows.map(({ promotion_id, uses }) => [promotion_id, uses]));
}

/** Why one more use of a promotion passes a limit; undefined where it does not. */
export function limitFault(promotion: LockedPromotion, customer_id: number, uses: number): Fault | undefined {
  const { promotion_id, name, total_limit, total_used, total_held, configuration } = promotion;
  const { customer_limit = 0 } = configuration;
  if (total_limit && total_used + total_held >= total_limit) {
    const message = `Promotion ${promotion_id} (${name}) has reached its limit of ${total_limit} uses.`;
    return { code: 'limit_reached', message };
  }
  if (!customer_limit || !customer_id || uses < customer_limit) return undefined;
  const message = `Customer ${customer_id} has reached the limit of ${customer_limit} uses of promotion ${promotion_id} (${name}).`;
  return { code: 'limit_reached', message };
}

/** Holds one use of each of these promotions, or refuses with every limit that is reached. A key that holds one already keeps it, at least as long. */
export async function grantHolds(
  tx: Tx,
  { channel_id, key, customer_id, seconds }: HoldKey & { customer_id: number; seconds: number },
  ids: readonly number[],
): Promise<(Hold & { readonly is_new: boolean })[]> {
  const promotions = await lockPromotions(tx, ids);
  const known = await tx.query<Hold>(HOLDS, [tx.account_id, channel_id, key, ids]);
  const uses = await customerUses(tx, customer_id, ids);
  const isKnown = new Set(known.map(({ promotion_id }) => promotion_id));
  const wanted = [...promotions.values()].filter((each) => !isKnown.has(each.promotion_id));
  const faults = wanted.flatMap((each) => limitFault(each, customer_id, uses.get(each.promotion_id) ?? 0) ?? []);
  Refused.ifAny(faults);
  const wantedIds = wanted.map(({ promotion_id }) => promotion_id);
  const added = wantedIds.length
    ? await tx.query<Hold>(HOLD, [tx.account_id, wantedIds, channel_id, key, customer_id, seconds])
    : [];
  const prolonged = known.length
    ? await tx.query<Hold>(PROLONG, [tx.account_id, [...isKnown], channel_id, key, seconds])
    : [];
  const now = new Map([...known, ...prolonged, ...added].map((hold) => [hold.promotion_id, hold]));
  return [...now.values()]
    .map((hold) => ({ ...hold, is_new: !isKnown.has(hold.promotion_id) }))
    .sort((a, b) => a.promotion_id - b.promotion_id);
}

/** Gives up the holds of a key whose order has not come, all or those on some promotions, and answers how many there were. */
export async function releaseHolds(tx: Tx, { channel_id, key }: HoldKey, only?: readonly number[]): Promise<number> {
  const held = only ?? (await heldBy(tx, { channel_id, key }));
  return dropHolds(tx, { channel_id, key }, held, false);
}

async function heldBy(tx: Tx, { channel_id, key }: HoldKey): Promise<number[]> {
  const held = await tx.query<{ promotion_id: number }>(HELD_BY_KEY, [tx.account_id, channel_id, key]);
  return held.map(({ promotion_id }) => promotion_id);
}

/** Gives up the hold of a key on one promotion if its time is over. */
export const expireHold = (tx: Tx, key: HoldKey, promotion_id: number): Promise<number> =>
  dropHolds(tx, key, [promotion_id], true);

async function dropHolds(tx: Tx, { channel_id, key }: HoldKey, ids: readonly number[], isOver: boolean) {
  if (!ids.length) return 0;
  await lockPromotions(tx, ids);
  return (await tx.query(RELEASE, [tx.account_id, ids, channel_id, key, isOver])).length;
}
