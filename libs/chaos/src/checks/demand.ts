import { type Check, invariant } from './check.js';

/** The current demand of each line of each order. */
const WANTED = `SELECT line.account_id, line.order_id, line.order_product_id, line.item_id, sale.location_id, line.taken, line.short,
    CASE WHEN sale.deducts AND sale.date_deleted IS NULL AND line.date_deleted IS NULL THEN line.quantity ELSE 0 END AS wanted
  FROM sales.sale_order_product line JOIN sales.sale_order sale USING (account_id, order_id) WHERE line.item_id > 0`;

const LINE = 'account_id, order_id, order_product_id, item_id, location_id';

/** The stock has followed the orders, and sales knows it. */
export const demandChecks: readonly Check[] = [
  invariant(
    'inventory has not seen the last change of an order',
    `SELECT account_id, order_id, sale.version, known.version AS known_version
     FROM sales.sale_order sale LEFT JOIN inventory.order_stock known USING (account_id, order_id)
     WHERE known.version IS DISTINCT FROM sale.version`,
  ),
  invariant(
    'a line wants of the stock what its order does not say',
    `SELECT ${LINE}, line.wanted, known.wanted AS known_wanted
     FROM (${WANTED}) line FULL JOIN inventory.order_line_stock known USING (${LINE})
     WHERE COALESCE(line.wanted, 0) <> COALESCE(known.wanted, 0)`,
  ),
  invariant(
    'a line has taken what its flow rows do not add up to',
    `SELECT ${LINE}, known.taken, flow.taken AS flow_taken, flow.operations
     FROM inventory.order_line_stock known FULL JOIN (
       SELECT account_id, split_part(operation, '/', 2)::bigint AS order_id, line AS order_product_id, item_id, location_id,
         -sum(quantity) AS taken, array_agg(operation ORDER BY item_flow_id) AS operations
       FROM inventory.item_flow WHERE operation LIKE 'order/%' GROUP BY 1, 2, 3, 4, 5
     ) flow USING (${LINE})
     WHERE COALESCE(known.taken, 0) <> COALESCE(flow.taken, 0)`,
  ),
  invariant(
    'a line has taken more than it wants',
    `SELECT ${LINE}, wanted, taken FROM inventory.order_line_stock WHERE taken > wanted`,
  ),
  {
    name: 'a line waits though its pieces are there',
    sql: `SELECT ${LINE}, wanted, taken, stock.on_hand
      FROM inventory.order_line_stock line JOIN inventory.item_stock stock USING (account_id, item_id, location_id)
      WHERE taken < wanted
        AND (account_id = ANY ($1::int[]) OR wanted - taken <= stock.on_hand - stock.reserved AND NOT EXISTS (
          SELECT FROM inventory.order_line_stock older
          WHERE (older.account_id, older.item_id, older.location_id) = (line.account_id, line.item_id, line.location_id)
            AND older.taken < older.wanted
            AND (older.order_id, older.order_product_id) < (line.order_id, line.order_product_id)
        ))`,
    values: ({ accounts }) => [
      accounts.filter((account) => account.allow_negative_stock).map(({ account_id }) => account_id),
    ],
  },
  invariant(
    'sales has not heard what the stock gave for a line',
    `SELECT ${LINE}, line.taken, line.short, known.taken AS known_taken, known.wanted AS known_wanted
     FROM (${WANTED}) line LEFT JOIN inventory.order_line_stock known USING (${LINE})
     WHERE line.taken <> COALESCE(known.taken, 0) OR line.short <> COALESCE(known.wanted - known.taken, 0)`,
  ),
];
