// These statements are written out: each serves a batch of orders while the promotions of all of them are locked.
import { statement } from '@stockbook/persistence';
import { RETURNED_USE } from './promotion-history.js';

/** Locks the promotions that the orders use, and those of `$3`. */
export const LOCK_USED = statement(
  'lock_used_promotions',
  `SELECT promotion_id, name, configuration, total_limit, total_used, total_held
   FROM integration.promotion WHERE account_id = $1 AND promotion_id = ANY (ARRAY (
     SELECT unnest($3::bigint[]) UNION SELECT promotion_id FROM integration.promotion_history
     WHERE account_id = $1 AND order_id = ANY ($2::bigint[])))
   ORDER BY promotion_id FOR UPDATE`,
);

/** Answers the orders of which no later version is recorded. */
export const ARRIVE = statement(
  'arrive_order_uses',
  `INSERT INTO integration.promotion_order (account_id, order_id, version, channel_id, imported_order_id)
   SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) AS arriving (order_id)
   ORDER BY order_id
   ON CONFLICT (account_id, order_id) DO UPDATE SET version = excluded.version
   WHERE promotion_order.version < excluded.version RETURNING order_id`,
);

export const USES = statement(
  'uses_of_orders',
  `SELECT order_id, promotion_id, customer_id, counted FROM integration.promotion_history
   WHERE account_id = $1 AND order_id = ANY ($2::bigint[]) AND date_deleted IS NULL ORDER BY order_id, promotion_id`,
);

/** The orders that come take their holds: held uses become recorded ones. */
export const TAKE_HOLDS = statement(
  'take_promotion_holds',
  `WITH found AS (
     SELECT DISTINCT ON (promotion_id, hold.channel_id, key) wanted.order_id,
       wanted.promotion_id, hold.channel_id, hold.key
     FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
       AS wanted (order_id, promotion_id, channel_id, imported_order_id, claim_key)
     CROSS JOIN LATERAL (SELECT channel_id, key FROM integration.promotion_hold AS hold
       WHERE account_id = $1 AND hold.promotion_id = wanted.promotion_id AND hold.channel_id IN (wanted.channel_id, 0)
         AND hold.order_id = 0 AND key = ANY (ARRAY[wanted.imported_order_id, wanted.claim_key]) AND key > ''
       ORDER BY channel_id DESC, key LIMIT 1) AS hold
     ORDER BY promotion_id, hold.channel_id, key, order_id
   ), taken AS (
     UPDATE integration.promotion_hold AS hold SET order_id = found.order_id FROM found
     WHERE hold.account_id = $1 AND hold.promotion_id = found.promotion_id AND hold.channel_id = found.channel_id
       AND hold.key = found.key
     RETURNING hold.order_id, hold.promotion_id, hold.customer_id
   ), counted AS (
     UPDATE integration.promotion SET total_held = total_held - holds
     FROM (SELECT promotion_id, count(*) AS holds FROM taken GROUP BY promotion_id) AS each
     WHERE account_id = $1 AND promotion.promotion_id = each.promotion_id
   )
   SELECT order_id, promotion_id, customer_id FROM taken`,
);

export const USES_OF_CUSTOMERS = statement(
  'promotion_uses_of_customers',
  `SELECT promotion_id, customer_id, sum(uses)::int AS uses FROM (
     SELECT promotion_id, customer_id, count(*) AS uses FROM integration.promotion_history
     WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[])
       AND customer_id = ANY ($3::bigint[]) AND date_deleted IS NULL AND counted
     GROUP BY 1, 2
     UNION ALL SELECT promotion_id, customer_id, count(*) FROM integration.promotion_hold
     WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[]) AND customer_id = ANY ($3::bigint[]) AND order_id = 0
     GROUP BY 1, 2
   ) AS each GROUP BY 1, 2`,
);

export const RECORD = statement(
  'record_promotion_uses',
  `INSERT INTO integration.promotion_history
     (account_id, promotion_id, order_id, customer_id, coupon, total, message, times_over, channel_id, counted)
   SELECT $1, promotion_id, order_id, customer_id, coupon, total, message, (message <> '')::int, channel_id, counted
   FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::numeric[], $7::text[], $8::bigint[],
     $9::boolean[]) AS used (promotion_id, order_id, customer_id, coupon, total, message, channel_id, counted)
   ON CONFLICT (account_id, order_id, promotion_id)
     DO UPDATE SET customer_id = excluded.customer_id, coupon = excluded.coupon,
     total = excluded.total, date_deleted = NULL, times_over = promotion_history.times_over + excluded.times_over,
     message = CASE WHEN promotion_history.date_deleted IS NULL THEN promotion_history.message
       ELSE excluded.message END,
     counted = CASE WHEN promotion_history.date_deleted IS NULL THEN promotion_history.counted ELSE excluded.counted END
   RETURNING times_over, ${RETURNED_USE}`,
);

export const GIVE_BACK = statement(
  'give_back_promotion_uses',
  `UPDATE integration.promotion_history AS used SET date_deleted = clock_timestamp()
   FROM unnest($2::bigint[], $3::bigint[]) AS gone (order_id, promotion_id)
   WHERE account_id = $1 AND used.order_id = gone.order_id
     AND used.promotion_id = gone.promotion_id AND date_deleted IS NULL`,
);

export const COUNT = statement(
  'count_promotion_uses',
  `UPDATE integration.promotion SET total_used = total_used + more
   FROM unnest($2::bigint[], $3::bigint[]) AS counted (id, more)
   WHERE account_id = $1 AND promotion_id = id`,
);
