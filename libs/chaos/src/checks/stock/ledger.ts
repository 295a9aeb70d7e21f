import { stockStateChanged } from '@stockbook/contracts';
import { ACCOUNTS, BELOW_ZERO, type Checks } from '../check.js';

const ADDITIONS = `json_to_recordset($additions)
  AS addition (account_id int, item_id bigint, location_id bigint, quantity bigint, unit_cost numeric)`;

export const ledgerChecks: Checks = {
  'a balance is not the one before plus the quantity': `
    SELECT account_id, item_id, location_id, seq, quantity, balance, balance_before, place, document, document_id FROM (
      SELECT *, row_number() OVER chain AS place, lag(balance, 1, 0::bigint) OVER chain AS balance_before
      FROM inventory.item_flow WINDOW chain AS (PARTITION BY account_id, item_id, location_id ORDER BY seq)
    ) flow WHERE balance <> balance_before + quantity OR seq <> place`,
  'a stock is not what its flow adds up to': `
    SELECT account_id, item_id, location_id, on_hand, stock.seq, flow.quantity, flow.balance, flow.last
    FROM inventory.item_stock stock FULL JOIN (
      SELECT account_id, item_id, location_id, sum(quantity) AS quantity, max(seq) AS last,
        (array_agg(balance ORDER BY seq DESC))[1] AS balance
      FROM inventory.item_flow GROUP BY account_id, item_id, location_id
    ) flow USING (account_id, item_id, location_id)
    WHERE (COALESCE(on_hand, 0), COALESCE(on_hand, 0), COALESCE(stock.seq, 0))
      <> (COALESCE(flow.quantity, 0), COALESCE(flow.balance, 0), COALESCE(flow.last, 0))`,
  'the worth of an item is not the sum of its values': `
    SELECT account_id, item_id, cost.quantity, pool_cost, average_cost, stock.on_hand, flow.worth
    FROM inventory.item_cost cost
    LEFT JOIN (SELECT account_id, item_id, sum(on_hand) AS on_hand FROM inventory.item_stock GROUP BY 1, 2) stock
      USING (account_id, item_id)
    FULL JOIN (SELECT account_id, item_id, sum(value + variance) AS worth FROM inventory.item_flow GROUP BY 1, 2) flow
      USING (account_id, item_id)
    WHERE COALESCE(cost.quantity, 0) <> COALESCE(stock.on_hand, 0) OR COALESCE(pool_cost, 0) <> COALESCE(flow.worth, 0)
      OR abs(pool_cost - cost.quantity * average_cost) > 0.000001`,
  'stock is below zero where that is not allowed': `
    SELECT account_id, item_id, location_id, seq, balance, document, document_id FROM inventory.item_flow
    WHERE balance < 0 AND account_id NOT IN ${BELOW_ZERO}`,
};

/** In SQL, the stocks that editStock has moved, as its facts show them; it sets the quantity beside reserved pieces. */
const EDITED = `(SELECT account_id, (payload #>> '{record,item_id}')::bigint AS item_id,
      (payload #>> '{record,location_id}')::bigint AS location_id,
      (payload #>> '{record,quantity}')::bigint AS quantity, (payload #>> '{record,on_hand}')::bigint AS balance,
      (payload #>> '{record,reserved}')::bigint AS reserved
    FROM inventory.outbox_archive
    WHERE topic = '${stockStateChanged.topic}' AND payload ->> 'change' = 'edited' AND account_id IN ${ACCOUNTS}
  ) fact`;

export const editedStockChecks: Checks = {
  'an acknowledged addition of stock is not there exactly once': `
    SELECT addition.*, count(flow.seq) AS times, array_agg(flow.quantity) AS found
    FROM ${ADDITIONS} LEFT JOIN inventory.item_flow flow ON flow.document = 'item_stock'
      AND flow.account_id = addition.account_id AND flow.item_id = addition.item_id
      AND flow.location_id = addition.location_id AND flow.unit_cost = addition.unit_cost AND flow.quantity > 0
    GROUP BY 1, 2, 3, 4, 5 HAVING count(flow.seq) <> 1 OR min(flow.quantity) <> addition.quantity`,
  'the quantities that editStock has set are not the acknowledged ones': `
    SELECT account_id, item_id, location_id, quantity, acknowledged, published FROM (
      SELECT account_id, item_id, location_id, quantity, count(*) AS acknowledged
      FROM json_to_recordset($quantities)
        AS known (account_id int, item_id bigint, location_id bigint, quantity bigint)
      GROUP BY 1, 2, 3, 4
    ) expected FULL JOIN (
      SELECT account_id, item_id, location_id, quantity, count(*) AS published FROM ${EDITED} GROUP BY 1, 2, 3, 4
    ) edited USING (account_id, item_id, location_id, quantity)
    WHERE acknowledged IS DISTINCT FROM published`,
  'the balances that editStock has left are not those of its facts': `
    SELECT account_id, item_id, location_id, balance, moved, published, is_available FROM (
      SELECT account_id, item_id, location_id, balance, count(*) AS moved
      FROM inventory.item_flow WHERE document = 'item_stock' AND account_id IN ${ACCOUNTS} GROUP BY 1, 2, 3, 4
    ) flow FULL JOIN (
      SELECT account_id, item_id, location_id, balance, count(*) AS published,
        bool_and(quantity = balance - reserved) AS is_available
      FROM ${EDITED} GROUP BY 1, 2, 3, 4
    ) edited USING (account_id, item_id, location_id, balance)
    WHERE moved IS DISTINCT FROM published OR NOT is_available`,
  'editStock has not moved the difference from a quantity that was compared': `
    SELECT expected.*, edited.times FROM (
      SELECT account_id, item_id, location_id, difference, count(*) AS acknowledged
      FROM json_to_recordset($quantities)
        AS known (account_id int, item_id bigint, location_id bigint, difference bigint)
      WHERE difference IS NOT NULL GROUP BY 1, 2, 3, 4
    ) expected LEFT JOIN (
      SELECT account_id, item_id, location_id, quantity AS difference, count(*) AS times
      FROM inventory.item_flow WHERE document = 'item_stock' GROUP BY 1, 2, 3, 4
    ) edited USING (account_id, item_id, location_id, difference)
    WHERE acknowledged > COALESCE(times, 0)`,
};

/** Finds rows of a table that refer to no record of their own account; 0 refers to none. */
const foreignReferences = ([table, owner, key, reference = key, condition = 'true']: readonly string[]) => [
  `${table} refers to another account's ${owner}`,
  `SELECT referrer.* FROM ${table} referrer LEFT JOIN ${owner} owner
     ON owner.account_id = referrer.account_id AND owner.${key} = referrer.${reference}
   WHERE owner.${key} IS NULL AND referrer.${reference} <> 0 AND ${condition}`,
];

/** No row refers to a record of another account: one sequence gives the ids of all accounts. */
export const accountChecks: Checks = Object.fromEntries(
  [
    ['inventory.item_flow', 'inventory.item', 'item_id'],
    ['inventory.item_stock', 'inventory.item', 'item_id'],
    ['inventory.item_stock', 'inventory.location', 'location_id'],
    ['inventory.stock_demand_line', 'inventory.item', 'item_id'],
    ['inventory.stock_demand_line', 'sales.sale_order', 'order_id', 'document_id', "referrer.document = 'order'"],
    ['inventory.stock_demand', 'sales.sale_order', 'order_id', 'document_id', "referrer.document = 'order'"],
    ['sales.sale_order_product', 'inventory.item', 'item_id'],
    ['sales.sale_order_product', 'sales.sale_order', 'order_id'],
    ['sales.sale_order_history', 'sales.sale_order', 'order_id'],
    ['sales.sale_order', 'sales.customer', 'customer_id'],
    ['sales.sale_credit_note', 'sales.sale_order', 'order_id'],
    ['sales.customer_reward', 'sales.customer', 'customer_id'],
    ['sales.channel_payout', 'sales.sale_order', 'order_id'],
    ['inventory.addition', 'inventory.purchase_order', 'purchase_order_id'],
    ['inventory.reservation', 'sales.sale_order', 'order_id'],
    ['sales.sale_order', 'integration.channel', 'channel_id'],
    ['integration.promotion_history', 'sales.sale_order', 'order_id'],
    ['integration.promotion_history', 'integration.promotion', 'promotion_id', 'promotion_id', 'referrer.counted'],
    ['sales.sale_order', 'settings.order_status', 'order_status_id'],
  ].map(foreignReferences),
);
