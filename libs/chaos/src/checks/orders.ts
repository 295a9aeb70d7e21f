import { orderChanged, orderStockSettled, services } from '@stockbook/contracts';
import { ACCOUNTS, type Checks } from './check.js';

const EXPECTED = `json_to_recordset($orders) AS expected (account_id int, order_id bigint, token text, version bigint,
  order_status_id int, deducts boolean, deleted boolean, location_id bigint)`;

/**
 * Changes without a client's request. Sales completes an order that it took without the inventory. For subscribers it
 * also publishes settled stock and merged customers, which leave the demand as it is.
 */
const UNASKED = `(
    SELECT account_id, aggregate_id AS order_id, count(*) AS times FROM sales.outbox_archive
    WHERE topic = '${orderChanged.topic}' AND (payload ->> 'change' = 'completed' OR payload -> 'demand' IS NULL)
    GROUP BY account_id, aggregate_id
  ) unasked`;

/**
 * In accounts without subscribers, no event says how often settled stock has changed an order. An answer of the
 * inventory is up to three changes, and an order that has pieces has had one.
 */
const UNTOLD = `(
    SELECT account_id, aggregate_id AS order_id, 3 * count(*) AS most, EXISTS (
      SELECT FROM sales.sale_order_product line
      WHERE (line.account_id, line.order_id) = (answer.account_id, answer.aggregate_id) AND line.taken > 0
    )::int AS least
    FROM inventory.outbox_archive answer
    WHERE topic = '${orderStockSettled.topic}'
      AND account_id NOT IN (SELECT account_id FROM sales.subscribed_account WHERE is_subscribed)
    GROUP BY account_id, aggregate_id
  ) untold`;

/** In such accounts no event says that an order has moved with its merged customer, once a merge. */
const MOVES = `(
    SELECT count(*) FROM sales.customer merged
    WHERE merged.account_id = found.account_id AND merged.merged_into = found.customer_id AND merged.merged_into <> 0
      AND account_id NOT IN (SELECT account_id FROM sales.subscribed_account WHERE is_subscribed)
  )`;

const STORED = services
  .map((service) => `SELECT '${service}' AS service, account_id, request_key FROM ${service}.request_key`)
  .join(' UNION ALL ');

export const orderChecks: Checks = {
  'an acknowledged order is missing': `
    SELECT expected.account_id, expected.order_id, expected.token, found.shipping_tracking AS found
    FROM ${EXPECTED} LEFT JOIN sales.sale_order found USING (account_id, order_id)
    WHERE found.shipping_tracking IS DISTINCT FROM expected.token`,
  'a request has placed more than one order': `
    SELECT account_id, shipping_tracking AS token, array_agg(order_id) AS order_ids
    FROM sales.sale_order WHERE account_id IN ${ACCOUNTS}
    GROUP BY account_id, shipping_tracking HAVING count(*) > 1`,
  'an order exists that no client placed': `
    SELECT found.account_id, found.order_id, found.shipping_tracking AS token, found.date_added
    FROM sales.sale_order found LEFT JOIN ${EXPECTED} USING (account_id, order_id)
    WHERE expected.order_id IS NULL AND found.account_id IN ${ACCOUNTS}`,
  'an order is not as its last acknowledged change has left it': `
    SELECT expected.*, found.version AS found_version, found.order_status_id AS found_status,
      found.deducts AS found_deducts, found.date_deleted AS found_deleted
    FROM ${EXPECTED} JOIN sales.sale_order found USING (account_id, order_id)
    LEFT JOIN ${UNASKED} USING (account_id, order_id)
      LEFT JOIN ${UNTOLD} USING (account_id, order_id)
    WHERE found.version - COALESCE(unasked.times, 0) - expected.version
        NOT BETWEEN COALESCE(untold.least, 0) AND COALESCE(untold.most, 0) + ${MOVES}
      OR (found.order_status_id, found.deducts, found.date_deleted IS NOT NULL)
        <> (expected.order_status_id, expected.deducts, expected.deleted)
      OR found.location_id <> expected.location_id`,
  'an acknowledged entry is not in the history of its order exactly once': `
    SELECT expected.*, count(found.order_id) AS times
    FROM (
      SELECT account_id, order_id, comment
      FROM json_to_recordset($orders) AS sale (account_id int, order_id bigint, comments json)
      CROSS JOIN json_array_elements_text(comments) AS history (comment)
    ) expected LEFT JOIN sales.sale_order_history found USING (account_id, order_id, comment)
    GROUP BY 1, 2, 3 HAVING count(found.order_id) <> 1`,
  'the lines of an order are not the last acknowledged ones': `
    SELECT account_id, order_id, place, expected.item_id, expected.quantity,
      found.item_id AS found_item, found.quantity AS found_quantity
    FROM (
      SELECT account_id, order_id, line.*
      FROM json_to_recordset($orders) AS sale (account_id int, order_id bigint, lines json) CROSS JOIN LATERAL
        ROWS FROM (json_to_recordset(lines) AS (item_id bigint, quantity int))
        WITH ORDINALITY AS line (item_id, quantity, place)
    ) expected FULL JOIN (
      SELECT account_id, order_id, item_id, quantity,
        row_number() OVER (PARTITION BY account_id, order_id ORDER BY position) AS place
      FROM sales.sale_order_product WHERE date_deleted IS NULL AND account_id IN ${ACCOUNTS}
    ) found USING (account_id, order_id, place)
    WHERE (expected.item_id, expected.quantity) IS DISTINCT FROM (found.item_id, found.quantity)`,
  'an acknowledged write has no stored answer': `
    SELECT done.* FROM json_to_recordset($acknowledged) AS done (account_id int, service text, request_key uuid)
    LEFT JOIN (
      ${STORED}
    ) stored ON stored.service = done.service AND stored.account_id = done.account_id
      AND stored.request_key = done.request_key
    WHERE stored.request_key IS NULL`,
};
