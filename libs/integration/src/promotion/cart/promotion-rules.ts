import type { CategoryRule, PromotionRule } from '@stockbook/promotions';
import { type Reader, statement } from '@stockbook/persistence';
import { grantsOf } from '../use/promotion-holds.js';

const PROMOTION = `promotion_id, name, title, total_promotion, type, status,
  sort_order, configuration, total, total_limit,
  total_used, total_held, coalesce(date_start::text, '') AS date_start,
  coalesce(date_end::text, '') AS date_end, categories`;

/** The rules of one cart, and those of an account that are kept, have at most this many characters of JSON. */
export const MOST_CHARACTERS = 4 * 1024 * 1024;

export const REVISION = `(SELECT revision::text FROM integration.promotion_revision WHERE account_id = $1)`;

/** `customer` and `among`, which selects the promotions, are SQL. */
export const usesSql = (customer: string, among: string): string => `(SELECT coalesce(json_agg(used), '[]') FROM (
    SELECT promotion_id, sum(uses)::int AS uses FROM (
      SELECT promotion_id, count(*) AS uses FROM integration.promotion_history
      WHERE account_id = $1 AND customer_id = ${customer} AND ${customer} > 0 AND date_deleted IS NULL AND counted
        AND promotion_id ${among}
      GROUP BY promotion_id
      UNION ALL SELECT promotion_id, count(*) FROM integration.promotion_hold
      WHERE account_id = $1 AND customer_id = ${customer} AND ${customer} > 0 AND order_id = 0 AND promotion_id ${among}
      GROUP BY promotion_id
    ) AS each GROUP BY promotion_id
  ) AS used)`;

/** `channel` and `key` are SQL. */
export const grantedTo = (channel: string, key: string): string =>
  `ARRAY (SELECT promotion_id FROM (${grantsOf(channel, `ARRAY[${key}::text]`)}) AS granted)`;

/** Returns SQL that is true if the channel of a cart exists or the cart names none; `channel` is SQL. */
export const channelExists = (channel: string): string => `(${channel} = 0 OR EXISTS (
    SELECT FROM integration.channel WHERE account_id = $1 AND channel_id = ${channel} AND date_deleted IS NULL))`;

/** A cart may ask for automatic promotions that are not over, those of its coupons, or with `$6` all. */
const RULES = statement(
  'promotion_rules',
  `WITH candidate AS MATERIALIZED (
     SELECT ${PROMOTION} FROM integration.promotion
     WHERE account_id = $1 AND date_deleted IS NULL AND ($6 OR configuration -> 'coupons' ?| $2::text[]
       OR (status AND coalesce(date_end >= $7::date, true)
         AND coalesce(jsonb_array_length(configuration -> 'coupons'), 0) = 0))
   ), rule AS MATERIALIZED (
     SELECT (SELECT coalesce(json_agg(candidate), '[]') FROM candidate) AS promotions,
     (SELECT coalesce(json_agg(category), '[]') FROM (
        SELECT promotion_category_id, (SELECT coalesce(json_agg(item), '[]')
          FROM jsonb_to_recordset(items) AS item (item_id bigint)
          WHERE $3::bigint[] IS NULL OR item.item_id = ANY ($3::bigint[])) AS items
        FROM integration.promotion_category
        WHERE account_id = $1 AND promotion_category_id IN (
          SELECT unnest(categories) FROM candidate
          UNION SELECT jsonb_array_elements_text(configuration -> 'get_categories')::bigint FROM candidate)
      ) AS category) AS categories
   ), size AS MATERIALIZED (
     SELECT length(promotions::text) + length(categories::text) <= ${MOST_CHARACTERS} AS is_small FROM rule
   )
   SELECT is_small,
     CASE WHEN is_small THEN promotions ELSE '[]' END AS promotions,
     CASE WHEN is_small THEN categories ELSE '[]' END AS categories,
     ${usesSql('$4::bigint', 'IN (SELECT promotion_id FROM candidate)')} AS uses,
     ${grantedTo('$8', '$5')} AS granted,
     ${channelExists('$8')} AS channel_exists,
     ${REVISION} AS revision
   FROM rule, size`,
);

export interface CustomerUses {
  readonly promotion_id: number;
  readonly uses: number;
}
/** The promotions of an account, as one cart needs them. */
export interface StoredRules {
  readonly promotions: readonly PromotionRule[];
  readonly categories: readonly CategoryRule[];
  readonly uses: readonly CustomerUses[];
  readonly granted: readonly number[];
  readonly channel_exists: boolean;
  /** Counts the changes of promotions and categories; null means that there was none. */
  readonly revision: string | null;
}
export interface RulesWanted {
  readonly coupons: readonly string[];
  readonly item_ids: readonly number[];
  readonly customer_id: number;
  readonly channel_id: number;
  readonly key: string;
  readonly all: boolean;
  /** Yesterday in the account's time zone, whose night may go on: promotions that ended before it are left out. */
  readonly ended_since: string;
}

/** One statement reads all rules of one moment; returns undefined if they are too large. */
export async function readRules(
  reader: Reader,
  account_id: number,
  wanted: RulesWanted,
  isWhole = false,
): Promise<StoredRules | undefined> {
  const { coupons, item_ids, customer_id, channel_id, key, all, ended_since } = wanted;
  const narrowed = isWhole ? { items: null, ended_since: null } : { items: item_ids, ended_since };
  const values = [account_id, coupons, narrowed.items, customer_id, key, all, narrowed.ended_since, channel_id];
  const [found] = await reader.query<StoredRules & { is_small: boolean }>(RULES, values);
  return found?.is_small ? found : undefined;
}
