import type { Check, Evidence } from '../checks/check.js';
import { deadlockChecks } from '../checks/deadlocks.js';
import { demandChecks } from '../checks/stock/demand.js';
import { eventChecks } from '../checks/events.js';
import { orderChecks } from '../checks/orders.js';
import { accountChecks, ledgerChecks } from '../checks/stock/ledger.js';
import { stockStateChecks } from '../checks/stock/stock-states.js';
import { rowCountChecks } from '../checks/row-counts.js';
import { subscriptions } from '../system/subscriptions.js';
import type { ShopModel } from './model.js';

/** The knowledge of the random operations' clients. */
export interface OperationsEvidence extends Evidence {
  readonly models: readonly ShopModel[];
}

export const evidenceOf = (models: readonly ShopModel[]): OperationsEvidence => ({
  models,
  accounts: models.map(({ account }) => account),
  orders: models.flatMap(({ orders }) => orders),
  records: [],
  components: [],
  entries: [],
  additions: [],
  receipts: [],
  acknowledged: [],
  planted: [],
  subscriptions,
});

/** Rows of every account under its id, as JSON. */
const rowsOf =
  (rows: (model: ShopModel) => readonly object[]) =>
  ({ models }: OperationsEvidence) => [
    JSON.stringify(
      models.flatMap((model) => rows(model).map((row) => ({ account_id: model.account.account_id, ...row }))),
    ),
  ];

/** Longer than a transaction may last: changes closer together have no known order. */
const SAME_TIME = `interval '5 seconds'`;

const knownChecks: readonly Check<OperationsEvidence>[] = [
  {
    name: 'an acknowledged entry is not in the history of its order exactly once',
    sql: `SELECT expected.*, count(found.order_id) AS times
      FROM json_to_recordset($1) AS expected (account_id int, order_id bigint, comment text)
      LEFT JOIN sales.sale_order_history found USING (account_id, order_id, comment)
      GROUP BY 1, 2, 3 HAVING count(found.order_id) <> 1`,
    values: rowsOf(({ orders }) =>
      orders.flatMap(({ order_id, comments }) => comments.map((comment) => ({ order_id, comment }))),
    ),
  },
  {
    name: 'the movements of editStock are not the acknowledged ones',
    sql: `SELECT * FROM (
        SELECT account_id, item_id, location_id, quantity, count(*) AS acknowledged
        FROM json_to_recordset($1) AS expected (account_id int, item_id bigint, location_id bigint, quantity bigint)
        GROUP BY 1, 2, 3, 4
      ) expected FULL JOIN (
        SELECT account_id, item_id, location_id, balance AS quantity, count(*) AS moved
        FROM inventory.item_flow WHERE document = 'item_stock' GROUP BY 1, 2, 3, 4
      ) flow USING (account_id, item_id, location_id, quantity)
      WHERE acknowledged IS DISTINCT FROM moved`,
    values: rowsOf(({ quantities }) => quantities),
  },
  {
    name: 'an item is not as its last acknowledged change has left it',
    sql: `SELECT * FROM json_to_recordset($1) AS expected (account_id int, item_id bigint, name text, living boolean)
      FULL JOIN (
        SELECT account_id, item_id, name AS found_name, date_deleted IS NULL AS found_living FROM inventory.item
      ) found USING (account_id, item_id)
      WHERE (name, living) IS DISTINCT FROM (found_name, found_living)`,
    values: rowsOf(({ items }) => items.map(({ item_id, name, living }) => ({ item_id, name, living: living.last }))),
  },
  {
    name: 'a location is there that was deleted, or gone that was not',
    sql: `SELECT account_id, location_id, expected.location_id IS NOT NULL AS deleted
      FROM json_to_recordset($1) AS expected (account_id int, location_id bigint)
      FULL JOIN inventory.location found USING (account_id, location_id)
      WHERE (expected.location_id IS NOT NULL) IS DISTINCT FROM (date_deleted IS NOT NULL)`,
    values: rowsOf(({ deletedLocations }) => deletedLocations.map((location_id) => ({ location_id }))),
  },
  {
    name: 'orders with one e-mail are not of one customer',
    sql: `SELECT account_id, email, array_agg(DISTINCT customer_id) AS customer_ids FROM sales.sale_order
      WHERE email <> '' GROUP BY 1, 2 HAVING count(DISTINCT customer_id) > 1`,
    values: () => [],
  },
  {
    name: 'a newer order has taken pieces while an older one waited',
    sql: `SELECT line.account_id, line.document_id AS order_id, line.item_id, line.location_id, line.wanted - line.taken AS missing,
        since.created_at AS since, flow.document_id AS newer_id, flow.quantity, flow.balance, flow.date_added
      FROM inventory.stock_demand_line line
      JOIN inventory.stock_demand demand USING (account_id, document, document_id)
      JOIN sales.outbox_archive event ON event.account_id = line.account_id AND event.topic = 'sale.order'
        AND event.aggregate_id = line.document_id AND (event.payload->'demand'->>'version')::bigint = demand.version
      JOIN inventory.inbox since ON since.consumer = 'inventory' AND since.event_id = event.event_id
      JOIN inventory.item_flow flow ON flow.account_id = line.account_id AND flow.item_id = line.item_id
        AND flow.location_id = line.location_id AND flow.document = 'order' AND flow.quantity < 0
        AND flow.document_id > line.document_id
      WHERE line.document = 'order' AND line.taken < line.wanted AND line.account_id <> ALL ($1::int[])
        AND flow.date_added > since.created_at + ${SAME_TIME}`,
    values: ({ accounts }) => [
      accounts.filter((account) => account.allow_negative_stock).map(({ account_id }) => account_id),
    ],
  },
];

export const operationsChecks: readonly Check<OperationsEvidence>[] = [
  ...orderChecks,
  ...demandChecks,
  ...ledgerChecks,
  ...eventChecks,
  ...accountChecks,
  ...rowCountChecks,
  ...stockStateChecks,
  ...deadlockChecks,
  ...knownChecks,
];
