import { commonChecks } from '../checker.js';
import { BELOW_ZERO, type Checks, type Evidence } from '../checks/check.js';
import { recordChecks } from '../checks/records.js';
import { jobChecks } from '../checks/stock/jobs.js';
import { subscriptions } from '../system/subscriptions.js';
import type { ShopModel } from './model.js';

/** The knowledge of the random operations' clients. */
export function evidenceOf(models: readonly ShopModel[]): Evidence {
  const ofEach = (rows: (model: ShopModel) => readonly object[]) =>
    models.flatMap((model) => rows(model).map((row) => ({ account_id: model.account.account_id, ...row })));
  return {
    accounts: models.map(({ account }) => account),
    orders: models.flatMap(({ orders }) => orders),
    records: models.flatMap(({ records }) => records),
    entries: [],
    quantities: ofEach(({ quantities }) => quantities),
    items: ofEach(({ items }) => items.map(({ item_id, name, living }) => ({ item_id, name, living: living.last }))),
    locations: ofEach(({ deletedLocations }) => deletedLocations.map((location_id) => ({ location_id }))),
    // The typed client does not show under which key an answer is stored.
    acknowledged: [],
    planted: [],
    subscriptions,
  };
}

/** Longer than a transaction may last: changes closer together have no known order. */
const SAME_TIME = `interval '5 seconds'`;

export const operationsChecks: Checks = {
  ...commonChecks,
  ...recordChecks,
  ...jobChecks,
  'an acknowledged entry is not in the history of its order exactly once': `
    SELECT expected.*, count(found.order_id) AS times
    FROM (
      SELECT account_id, order_id, comment
      FROM json_to_recordset($orders) AS sale (account_id int, order_id bigint, comments json)
      CROSS JOIN json_array_elements_text(comments) AS history (comment)
    ) expected LEFT JOIN sales.sale_order_history found USING (account_id, order_id, comment)
    GROUP BY 1, 2, 3 HAVING count(found.order_id) <> 1`,
  'the movements of editStock are not the acknowledged ones': `
    SELECT * FROM (
      SELECT account_id, item_id, location_id, quantity, count(*) AS acknowledged
      FROM json_to_recordset($quantities) AS expected (account_id int, item_id bigint, location_id bigint, quantity bigint)
      GROUP BY 1, 2, 3, 4
    ) expected FULL JOIN (
      SELECT account_id, item_id, location_id, balance AS quantity, count(*) AS moved
      FROM inventory.item_flow WHERE document = 'item_stock' GROUP BY 1, 2, 3, 4
    ) flow USING (account_id, item_id, location_id, quantity)
    WHERE acknowledged IS DISTINCT FROM moved`,
  'an item is not as its last acknowledged change has left it': `
    SELECT * FROM json_to_recordset($items) AS expected (account_id int, item_id bigint, name text, living boolean)
    FULL JOIN (
      SELECT account_id, item_id, name AS found_name, date_deleted IS NULL AS found_living FROM inventory.item
    ) found USING (account_id, item_id)
    WHERE (name, living) IS DISTINCT FROM (found_name, found_living)`,
  'a location is there that was deleted, or gone that was not': `
    SELECT account_id, location_id, expected.location_id IS NOT NULL AS deleted
    FROM json_to_recordset($locations) AS expected (account_id int, location_id bigint)
    FULL JOIN inventory.location found USING (account_id, location_id)
    WHERE (expected.location_id IS NOT NULL) IS DISTINCT FROM (date_deleted IS NOT NULL)`,
  'orders with one e-mail are not of one customer': `
    SELECT account_id, email, array_agg(DISTINCT customer_id) AS customer_ids FROM sales.sale_order
    WHERE email <> '' GROUP BY 1, 2 HAVING count(DISTINCT customer_id) > 1`,
  // A line has the place at which it took its pieces until the next version of its order.
  'an order has taken pieces while one that began to wait before it waited': `
    SELECT line.account_id, line.document_id AS order_id, line.item_id, line.location_id, line.wanted - line.taken AS missing,
      since.created_at AS since, flow.document_id AS newer_id, flow.quantity, flow.balance, flow.date_added
    FROM inventory.stock_demand_line line
    JOIN inventory.stock_demand demand USING (account_id, document, document_id)
    JOIN sales.outbox_archive event ON event.account_id = line.account_id AND event.topic = 'sale.order'
      AND event.aggregate_id = line.document_id AND (event.payload->'demand'->>'version')::bigint = demand.version
    JOIN inventory.inbox since ON since.consumer = 'inventory' AND since.event_id = event.event_id
    JOIN inventory.item_flow flow ON flow.account_id = line.account_id AND flow.item_id = line.item_id
      AND flow.location_id = line.location_id AND flow.document = 'order' AND flow.quantity < 0
    JOIN inventory.stock_demand taker ON taker.account_id = flow.account_id AND taker.document = flow.document
      AND taker.document_id = flow.document_id AND taker.version = flow.document_version
    JOIN inventory.stock_demand_line newer ON newer.account_id = flow.account_id AND newer.document = flow.document
      AND newer.document_id = flow.document_id AND newer.line_id = flow.line AND newer.item_id = flow.item_id
      AND newer.location_id = flow.location_id AND (newer.place = 0 OR newer.place > line.place)
    WHERE line.document = 'order' AND line.taken < line.wanted AND line.account_id NOT IN ${BELOW_ZERO}
      AND flow.date_added > since.created_at + ${SAME_TIME}`,
};
