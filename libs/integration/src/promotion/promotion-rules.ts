import type { CategoryRule, PromotionRule } from '@stockbook/promotions';
import { type Reader, statement } from '@stockbook/persistence';

const PROMOTION = `promotion_id, name, title, total_promotion, type, status, sort_order, configuration, total, total_limit,
  total_used, total_held, coalesce(date_start::text, '') AS date_start, coalesce(date_end::text, '') AS date_end, categories`;

/** The promotions that a cart may ask for: automatic ones unless they are over, those of its coupons, or with `$6` all. */
const RULES = statement(
  'promotion_rules',
  `WITH candidate AS MATERIALIZED (
     SELECT ${PROMOTION} FROM integration.promotion
     WHERE account_id = $1 AND date_deleted IS NULL AND ($6 OR configuration -> 'coupons' ?| $2::text[]
       OR (status AND coalesce(date_end >= $7::date, true)
         AND coalesce(jsonb_array_length(configuration -> 'coupons'), 0) = 0))
   )
   SELECT (SELECT coalesce(json_agg(candidate), '[]') FROM candidate) AS promotions,
     (SELECT coalesce(json_agg(category), '[]') FROM (
        SELECT promotion_category_id, (SELECT coalesce(json_agg(item), '[]')
          FROM jsonb_to_recordset(items) AS item (item_id bigint) WHERE item.item_id = ANY ($3::bigint[])) AS items
        FROM integration.promotion_category
        WHERE account_id = $1 AND promotion_category_id IN (
          SELECT unnest(categories) FROM candidate
          UNION SELECT jsonb_array_elements_text(configuration -> 'get_categories')::bigint FROM candidate)
      ) AS category) AS categories,
     (SELECT coalesce(json_agg(used), '[]') FROM (
        SELECT promotion_id, sum(uses)::int AS uses FROM (
          SELECT promotion_id, count(*) AS uses FROM integration.promotion_history
          WHERE account_id = $1 AND customer_id = $4::bigint AND $4::bigint > 0 AND date_deleted IS NULL
            AND promotion_id IN (SELECT promotion_id FROM candidate) GROUP BY promotion_id
          UNION ALL SELECT promotion_id, count(*) FROM integration.promotion_hold
          WHERE account_id = $1 AND customer_id = $4::bigint AND $4::bigint > 0 AND order_id = 0
            AND promotion_id IN (SELECT promotion_id FROM candidate) GROUP BY promotion_id
        ) AS each GROUP BY promotion_id
      ) AS used) AS uses,
     ARRAY (
       SELECT promotion_id FROM integration.promotion_hold WHERE account_id = $1 AND channel_id = $8 AND key = $5 AND $5 > ''
       UNION SELECT promotion_id FROM integration.promotion_order JOIN integration.promotion_history USING (account_id, order_id)
       WHERE account_id = $1 AND promotion_order.channel_id = $8 AND imported_order_id = $5 AND $5 > '' AND date_deleted IS NULL
     ) AS granted,
     (SELECT md5(string_agg(record, ',' ORDER BY record)) FROM (
        SELECT 'p' || promotion_id || ':' || version FROM integration.promotion WHERE account_id = $1 AND date_deleted IS NULL
        UNION ALL SELECT 'c' || promotion_category_id || ':' || version FROM integration.promotion_category
        WHERE account_id = $1 AND date_deleted IS NULL
      ) AS known (record)) AS revision`,
);

/** The promotions of an account, as one cart needs them. */
export interface StoredRules {
  readonly promotions: readonly PromotionRule[];
  readonly categories: readonly CategoryRule[];
  readonly uses: readonly { readonly promotion_id: number; readonly uses: number }[];
  readonly granted: readonly number[];
  /** null: the account has neither promotions nor categories. */
  readonly revision: string | null;
}
export interface RulesWanted {
  readonly coupons: readonly string[];
  readonly item_ids: readonly number[];
  readonly customer_id: number;
  readonly channel_id: number;
  readonly key: string;
  readonly all: boolean;
  /** The day in the account's time zone: promotions that ended before it are left out. */
  readonly day: string;
}

/** Reads the rules in one statement, so that all are of one moment. */
export async function readRules(reader: Reader, account_id: number, wanted: RulesWanted): Promise<StoredRules> {
  const { coupons, item_ids, customer_id, channel_id, key, all, day } = wanted;
  const values = [account_id, coupons, item_ids, customer_id, key, all, day, channel_id];
  const [found] = await reader.query<StoredRules>(RULES, values);
  return found ?? { promotions: [], categories: [], uses: [], granted: [], revision: null };
}
