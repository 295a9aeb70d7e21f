import { type Fault, Refused } from '@stockbook/contracts';
import type { PromotionConfiguration } from '@stockbook/promotions';
import { statement, type Tx } from '@stockbook/persistence';

/** Every change of its counters, uses or holds locks this row first, by ascending id. */
export interface LockedPromotion {
  readonly promotion_id: number;
  readonly name: string;
  readonly configuration: PromotionConfiguration;
  readonly total_limit: number;
  readonly total_used: number;
  readonly total_held: number;
}
/** The order that a hold waits for: its channel (0 for all), and the key of the till or of the request. */
export interface HoldKey {
  readonly channel_id: number;
  readonly key: string;
}
export interface Hold {
  readonly promotion_id: number;
  readonly channel_id: number;
  readonly key: string;
  readonly date_expire: Date;
}
/** The customer whose use is judged. E-mail and telephone identify a new customer, who has no id yet. */
export interface LimitedCustomer {
  readonly customer_id: number;
  readonly contacts?: readonly string[];
}
interface KnownHold extends Hold {
  readonly customer_id: number;
  readonly contacts: readonly string[];
  readonly order_id: number;
}

const LOCK = statement(
  'lock_promotions',
  `SELECT promotion_id, name, configuration, total_limit, total_used, total_held, date_deleted IS NOT NULL AS is_deleted
   FROM integration.promotion WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[]) ORDER BY promotion_id
   FOR UPDATE`,
);
interface CustomerUses {
  readonly promotion_id: number;
  readonly uses: number;
}

/** `hold` and `condition` (on `used`) are SQL. */
const isInUse = (hold: string, condition = 'true'): string => `EXISTS (
    SELECT FROM integration.promotion_history AS used
    WHERE used.account_id = ${hold}.account_id AND used.order_id = ${hold}.order_id
      AND used.promotion_id = ${hold}.promotion_id
      AND used.date_deleted IS NULL AND used.counted AND ${condition})`;

/**
 * Returns SQL for the holds and the living uses of an order, by its channel and these keys, of which the first is its
 * imported_order_id. A hold that an order has taken grants its use again, in the channel of that order alone. `channel`
 * (0 if none is named) and `keys` are SQL.
 */
export const grantsOf = (channel: string, keys: string): string => `
  SELECT promotion_id, channel_id, key, date_expire, customer_id, contacts, order_id
  FROM integration.promotion_hold AS hold
  WHERE account_id = $1 AND channel_id IN (${channel}, 0) AND key = ANY (${keys}) AND key > ''
    AND (order_id = 0 OR ${isInUse('hold', `(${channel} = 0 OR used.channel_id = ${channel})`)})
  UNION ALL SELECT promotion_id, promotion_order.channel_id, imported_order_id, date_added, customer_id, '{}', order_id
  FROM integration.promotion_order JOIN integration.promotion_history USING (account_id, order_id)
  WHERE account_id = $1 AND promotion_order.channel_id = ${channel} AND imported_order_id = (${keys})[1]
    AND imported_order_id > '' AND date_deleted IS NULL AND counted`;

/** The last one of a promotion counts: of its channel rather than of all, still held rather than taken or used. */
const HOLDS = statement(
  'holds_of_keys',
  `SELECT * FROM (${grantsOf('$2', '$3::text[]')}) AS granted WHERE promotion_id = ANY ($4::bigint[])
   ORDER BY channel_id, order_id DESC, date_expire`,
);
const HELD_BY_KEY = statement(
  'promotions_held_by_key',
  `SELECT promotion_id, channel_id FROM integration.promotion_hold
   WHERE account_id = $1 AND ($2::bigint[] IS NULL OR channel_id = ANY ($2)) AND key = $3 AND order_id = 0`,
);
/** A customer who was looked up too early to have an id has the uses of the taken holds, too. */
const CUSTOMER_USES = statement(
  'customer_uses',
  `SELECT promotion_id, sum(uses)::int AS uses FROM (
     SELECT promotion_id, count(*) AS uses FROM integration.promotion_history
     WHERE account_id = $1 AND customer_id = $2 AND $2 > 0
       AND promotion_id = ANY ($3::bigint[]) AND date_deleted IS NULL AND counted
     GROUP BY 1
     UNION ALL SELECT promotion_id, count(*) FROM integration.promotion_hold AS hold
     WHERE account_id = $1 AND promotion_id = ANY ($3::bigint[])
       AND (customer_id = $2 AND $2 > 0 OR (customer_id = 0 OR $2 = 0) AND contacts && $4::text[])
       AND (order_id = 0 OR $2 = 0 AND ${isInUse('hold')}) GROUP BY 1
   ) AS each GROUP BY 1`,
);
/** A row of the key that is there already was taken, and its use given back. */
const HOLD = statement(
  'hold_promotions',
  `WITH held AS (
     INSERT INTO integration.promotion_hold (account_id, promotion_id,
       channel_id, key, customer_id, contacts, date_expire)
     SELECT $1, id, $3, $4, $5, $7, clock_timestamp() + make_interval(secs => $6) FROM unnest($2::bigint[]) AS id
     ON CONFLICT (account_id, promotion_id, channel_id, key) DO UPDATE
       SET customer_id = excluded.customer_id, contacts = excluded.contacts,
         date_expire = excluded.date_expire, order_id = 0, requests = 1
     RETURNING promotion_id, channel_id, key, date_expire
   ), counted AS (
     UPDATE integration.promotion SET total_held = total_held + 1
     WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[])
   )
   SELECT promotion_id, channel_id, key, date_expire FROM held`,
);
const PROLONG = statement(
  'prolong_holds',
  `UPDATE integration.promotion_hold AS hold
   SET date_expire = greatest(date_expire, clock_timestamp() + make_interval(secs => $5)), requests = requests + 1,
     customer_id = coalesce(nullif($6, 0), customer_id), contacts = coalesce(nullif($7::text[], '{}'), contacts)
   FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS known (promotion_id, channel_id, key)
   WHERE account_id = $1 AND hold.channel_id = known.channel_id AND hold.promotion_id = known.promotion_id
     AND hold.key = known.key AND order_id = 0
   RETURNING hold.promotion_id, hold.channel_id, hold.key, date_expire`,
);
/** Gives up holds whose order has not come: those of a key, or with `$5` those that are over. */
const RELEASE = statement(
  'release_holds',
  `WITH gone AS (
     DELETE FROM integration.promotion_hold
     WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[])
       AND channel_id = ANY ($3::bigint[]) AND key = $4 AND order_id = 0
       AND (NOT $5 OR date_expire <= clock_timestamp())
     RETURNING promotion_id
   ), counted AS (
     UPDATE integration.promotion SET total_held = total_held - holds
     FROM (SELECT promotion_id, count(*) AS holds FROM gone GROUP BY promotion_id) AS each
     WHERE account_id = $1 AND promotion.promotion_id = each.promotion_id
   )
   SELECT promotion_id FROM gone`,
);

/** A request that is refused leaves the hold to the others that it has served. */
const LEAVE = statement(
  'leave_holds',
  `UPDATE integration.promotion_hold SET requests = requests - 1
   WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[]) AND channel_id = $3
     AND key = $4 AND order_id = 0 AND requests > 1
   RETURNING promotion_id`,
);

const lockPromotions = (tx: Tx, ids: readonly number[]) =>
  tx.query<LockedPromotion & { readonly is_deleted: boolean }>(LOCK, [tx.account_id, ids]);

export function limitFault(promotion: LockedPromotion, customer: LimitedCustomer, uses: number): Fault | undefined {
  const { promotion_id, name, total_limit, total_used, total_held } = promotion;
  if (total_limit && total_used + total_held >= total_limit) {
    const message = `Promotion ${promotion_id} (${name}) has reached its limit of ${total_limit} uses.`;
    return { code: 'limit_reached', message };
  }
  return customerFault(promotion, customer, uses);
}

export function customerFault(
  promotion: LockedPromotion,
  { customer_id, contacts = [] }: LimitedCustomer,
  uses: number,
): Fault | undefined {
  const { promotion_id, name, configuration } = promotion;
  const { customer_limit = 0 } = configuration;
  const [contact] = contacts;
  if (!customer_limit || !(customer_id || contact) || uses < customer_limit) return undefined;
  const who = customer_id ? `Customer ${customer_id}` : `The customer with ${contact}`;
  const message = `${who} has reached the limit of ${customer_limit} uses of promotion ${promotion_id} (${name}).`;
  return { code: 'limit_reached', message };
}

/** Holds for an order: under the last of its keys, unless there is a hold under one of them. */
interface Granting {
  readonly channel_id: number;
  readonly keys: readonly string[];
  readonly customer: LimitedCustomer;
  readonly seconds: number;
}

/** A hold that is there stays, at least as long. */
export async function grantHolds(tx: Tx, granting: Granting, ids: readonly number[]): Promise<Hold[]> {
  const { channel_id, keys, customer, seconds } = granting;
  const { customer_id, contacts = [] } = customer;
  // All three are sent at once: the two behind the lock see all that was committed before it.
  const [locked, held, customers] = await Promise.all([
    lockPromotions(tx, ids),
    tx.query<KnownHold>(HOLDS, [tx.account_id, channel_id, keys, ids]),
    customer_id || contacts.length
      ? tx.query<CustomerUses>(CUSTOMER_USES, [tx.account_id, customer_id, ids, contacts])
      : [],
  ]);
  // One that was deleted a moment ago refuses and holds nothing.
  const promotions = locked.filter(({ is_deleted }) => !is_deleted);
  const known = new Map<number, KnownHold>();
  for (const key of keys.toReversed())
    for (const hold of held) if (hold.key === key) known.set(hold.promotion_id, hold);
  const uses = new Map(customers.map((each) => [each.promotion_id, each.uses]));
  const wanted = promotions.filter(({ promotion_id }) => !known.has(promotion_id));
  const faults = promotions.map((each) => {
    const hold = known.get(each.promotion_id);
    const faultOf = hold ? customerFault : limitFault;
    const isCovered = hold && (hold.order_id > 0 || isHeldFor(hold, customer));
    return isCovered ? undefined : faultOf(each, customer, uses.get(each.promotion_id) ?? 0);
  });
  Refused.ifAny(faults.filter((fault) => fault !== undefined));
  const wantedIds = wanted.map(({ promotion_id }) => promotion_id);
  const kept = [...known.values()];
  const keptKeys = [
    [...known.keys()],
    kept.map((hold) => hold.channel_id),
    kept.map(({ key }) => key),
    seconds,
    customer_id,
    contacts,
  ];
  const [added, prolonged] = await Promise.all([
    wantedIds.length
      ? tx.query<Hold>(HOLD, [tx.account_id, wantedIds, channel_id, keys.at(-1), customer_id, seconds, contacts])
      : [],
    kept.length ? tx.query<Hold>(PROLONG, [tx.account_id, ...keptKeys]) : [],
  ]);
  const now = new Map([...kept, ...prolonged, ...added].map((hold) => [hold.promotion_id, hold]));
  return [...now.values()].sort((a, b) => a.promotion_id - b.promotion_id);
}

const isHeldFor = (hold: KnownHold, { customer_id, contacts = [] }: LimitedCustomer): boolean =>
  hold.customer_id === customer_id ||
  ((!hold.customer_id || !customer_id) && contacts.some((contact) => hold.contacts.includes(contact)));

interface ReleasedKey {
  readonly channel_ids: readonly number[];
  readonly key: string;
}

/** Gives up the holds of a key whose order has not come, and returns the promotion of each. Null means all channels. */
export async function releaseHolds(tx: Tx, channel_ids: readonly number[] | null, key: string): Promise<number[]> {
  const held = await tx.query<HoldKey & { promotion_id: number }>(HELD_BY_KEY, [tx.account_id, channel_ids, key]);
  const ids = held.map(({ promotion_id }) => promotion_id);
  return dropHolds(tx, { channel_ids: held.map(({ channel_id }) => channel_id), key }, ids, false);
}

/** Gives up what one request has claimed. A request with the same key may still write its order with these holds. */
export async function unclaimHolds(tx: Tx, { channel_id, key }: HoldKey, ids: readonly number[]): Promise<void> {
  await lockPromotions(tx, ids);
  const left = await tx.query<{ promotion_id: number }>(LEAVE, [tx.account_id, ids, channel_id, key]);
  const stay = new Set(left.map(({ promotion_id }) => promotion_id));
  const own = ids.filter((id) => !stay.has(id));
  await dropHolds(tx, { channel_ids: [channel_id], key }, own, false);
}

export const expireHold = (tx: Tx, { channel_id, key }: HoldKey, promotion_id: number): Promise<number[]> =>
  dropHolds(tx, { channel_ids: [channel_id], key }, [promotion_id], true);

async function dropHolds(tx: Tx, { channel_ids, key }: ReleasedKey, ids: readonly number[], isOver: boolean) {
  if (!ids.length) return [];
  await lockPromotions(tx, ids);
  const gone = await tx.query<{ promotion_id: number }>(RELEASE, [tx.account_id, ids, channel_ids, key, isOver]);
  return gone.map(({ promotion_id }) => promotion_id);
}
