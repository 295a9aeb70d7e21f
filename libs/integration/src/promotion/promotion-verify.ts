import { noRecord, Refused } from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';

const COUNTERS = statement(
  'verify_promotions',
  `SELECT promotion_id, total_limit, total_used, total_held,
     (SELECT count(*) FROM integration.promotion_history use WHERE use.account_id = promotion.account_id
        AND use.promotion_id = promotion.promotion_id AND use.date_deleted IS NULL AND use.counted) AS uses,
     (SELECT count(*) FROM integration.promotion_history use WHERE use.account_id = promotion.account_id
        AND use.promotion_id = promotion.promotion_id AND use.date_deleted IS NULL
        AND use.counted AND use.message <> '') AS over,
     (SELECT count(*) FROM integration.promotion_hold hold WHERE hold.account_id = promotion.account_id
        AND hold.promotion_id = promotion.promotion_id AND hold.order_id = 0) AS holds
   FROM integration.promotion
   WHERE account_id = $1 AND ($2::bigint IS NULL OR (promotion_id = $2 AND date_deleted IS NULL))
   ORDER BY promotion_id`,
);
interface Counters {
  readonly promotion_id: number;
  readonly total_limit: number;
  readonly total_used: number;
  readonly total_held: number;
  readonly uses: number;
  readonly over: number;
  readonly holds: number;
}

/** Compares the counters of promotions, or of one, with their recorded uses and holds. */
export async function verifyPromotions(db: Db, account_id: number, promotion_id?: number) {
  const rows = await db.query<Counters>(COUNTERS, [account_id, promotion_id ?? null]);
  if (promotion_id !== undefined && !rows.length) throw new Refused(noRecord('promotion', promotion_id));
  return { promotions: rows.length, faults: rows.flatMap(limitFaults) };
}

function limitFaults({ promotion_id, total_limit, total_used, total_held, uses, over, holds }: Counters) {
  const granted = uses - over + holds;
  return [
    ...(total_used === uses ? [] : [`total_used is ${total_used}, but ${uses} uses are recorded.`]),
    ...(total_held === holds ? [] : [`total_held is ${total_held}, but ${holds} uses are held.`]),
    ...(!total_limit || granted <= total_limit ? [] : [`${granted} uses are granted; the limit is ${total_limit}.`]),
  ].map((message) => ({ promotion_id, message }));
}
