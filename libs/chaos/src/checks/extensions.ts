import { ACCOUNTS, type Checks } from './check.js';

/** Promotions with their living uses that count, the number of these over the limit, and the holds without an order. */
const COUNTED = `(
    SELECT account_id, promotion_id, total_limit, total_used, total_held,
      (SELECT count(*) FROM integration.promotion_history use WHERE use.account_id = promotion.account_id
         AND use.promotion_id = promotion.promotion_id AND use.date_deleted IS NULL AND use.counted) AS uses,
      (SELECT count(*) FROM integration.promotion_history use WHERE use.account_id = promotion.account_id
         AND use.promotion_id = promotion.promotion_id AND use.date_deleted IS NULL
         AND use.counted AND use.message <> '') AS over_limit,
      (SELECT count(*) FROM integration.promotion_hold hold WHERE hold.account_id = promotion.account_id
         AND hold.promotion_id = promotion.promotion_id AND hold.order_id = 0) AS holds
    FROM integration.promotion
  ) counted`;

export const extensionChecks: Checks = {
  'the uses of promotions are not those of the acknowledged orders': `
    SELECT account_id, order_id, promotion_id, expected.is_used, found.is_used AS found_used
    FROM (
      SELECT account_id, order_id, used.promotion_id::bigint AS promotion_id, true AS is_used
      FROM json_to_recordset($orders)
        AS sale (account_id int, order_id bigint, order_status_id bigint, deleted boolean, promotion_ids json)
      JOIN json_to_recordset($accounts) AS account (account_id int, void_id bigint) USING (account_id)
      CROSS JOIN json_array_elements_text(promotion_ids) AS used (promotion_id)
      WHERE NOT deleted AND order_status_id <> void_id
    ) expected FULL JOIN (
      SELECT account_id, order_id, promotion_id, true AS is_used FROM integration.promotion_history
      WHERE date_deleted IS NULL AND account_id IN ${ACCOUNTS}
    ) found USING (account_id, order_id, promotion_id)
    WHERE expected.is_used IS DISTINCT FROM found.is_used`,
  'total_used of a promotion is not the number of its uses': `SELECT * FROM ${COUNTED} WHERE total_used <> uses`,
  'total_held of a promotion is not the number of its holds': `
    SELECT * FROM ${COUNTED} WHERE total_held <> holds`,
  'a promotion has more uses and holds than its limit allows': `
    SELECT * FROM ${COUNTED} WHERE total_limit > 0 AND uses - over_limit + holds > total_limit`,
  'the numbers of a series of invoices have a gap': `
    SELECT account_id, series, last_no, count(number.invoice_no) AS numbers, max(number.invoice_no) AS highest
    FROM integration.invoice_series LEFT JOIN integration.invoice_number number USING (account_id, series)
    GROUP BY account_id, series, last_no
    HAVING count(number.invoice_no) <> last_no OR coalesce(max(number.invoice_no), 0) <> last_no`,
};
