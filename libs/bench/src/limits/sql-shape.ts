import type { Pool } from 'pg';

const SCHEMA = 'bench_limit';

const TABLES = {
  sales: ['sale_order', 'sale_order_product', 'sale_order_history', 'outbox'],
  inventory: ['item', 'item_stock', 'item_cost', 'item_flow'],
} as const;

export interface OrderRows {
  readonly order: { readonly imported_order_id?: string };
  readonly lines: readonly object[];
  readonly history: object;
  readonly event: object;
}

/** Makes empty tables of the same columns, checks, indexes and storage as the system's. */
export async function makeLimitTables(database: Pool, account_id: number): Promise<void> {
  await database.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE; CREATE SCHEMA ${SCHEMA}`);
  for (const [schema, names] of Object.entries(TABLES)) {
    for (const name of names) {
      await database.query(`CREATE TABLE ${SCHEMA}.${name} (LIKE ${schema}.${name} INCLUDING ALL)`);
      const stored = `SELECT array_to_string(reloptions, ', ') AS options FROM pg_class
        WHERE oid = '${schema}.${name}'::regclass`;
      const { rows } = await database.query<{ options: string | null }>(stored);
      const options = rows[0]?.options;
      if (options) await database.query(`ALTER TABLE ${SCHEMA}.${name} SET (${options})`);
    }
  }
  for (const name of ['item_stock', 'item_cost']) {
    await database.query(
      `INSERT INTO ${SCHEMA}.${name} SELECT * FROM inventory.${name} WHERE account_id = ${Number(account_id)}`,
    );
  }
  await database.query(`ANALYZE ${SCHEMA}.item_stock, ${SCHEMA}.item_cost`);
}

export async function latestOrderRows(database: Pool, account_id: number): Promise<OrderRows> {
  const { rows } = await database.query<OrderRows>(
    `WITH latest AS (SELECT max(order_id) AS order_id FROM sales.sale_order WHERE account_id = $1)
     SELECT (SELECT row_to_json(o) FROM sales.sale_order o JOIN latest USING (order_id) WHERE account_id = $1) AS order,
       (SELECT json_agg(l ORDER BY position) FROM sales.sale_order_product l JOIN latest USING (order_id)
        WHERE account_id = $1) AS lines,
       (SELECT row_to_json(h) FROM sales.sale_order_history h JOIN latest USING (order_id)
        WHERE account_id = $1 ORDER BY order_history_id LIMIT 1) AS history,
       (SELECT row_to_json(e) FROM (SELECT *, octet_length(payload::text) AS bytes FROM sales.outbox_archive) e
        JOIN latest ON order_id = aggregate_id WHERE account_id = $1 AND topic = 'sale.order' ORDER BY outbox_id
        LIMIT 1) AS event`,
    [account_id],
  );
  const [found] = rows;
  if (!found?.order || !found.event) throw new Error('There is no order to take the rows of.');
  return found;
}

export type ItemRows = Readonly<Record<'item' | 'stock' | 'cost' | 'flow' | 'event', object>>;

export async function latestItemRows(database: Pool, account_id: number): Promise<ItemRows> {
  const { rows } = await database.query<ItemRows>(
    `SELECT row_to_json(i) AS item, row_to_json(s) AS stock, row_to_json(c) AS cost, row_to_json(f) AS flow,
       (SELECT row_to_json(e) FROM (SELECT *, octet_length(payload::text) AS bytes FROM inventory.outbox_archive) e
        WHERE account_id = $1 AND topic = 'inventory.item' AND aggregate_id = i.item_id LIMIT 1) AS event
     FROM inventory.item i JOIN inventory.item_stock s USING (account_id, item_id)
     JOIN inventory.item_cost c USING (account_id, item_id) JOIN inventory.item_flow f USING (account_id, item_id)
     WHERE account_id = $1 ORDER BY i.item_id DESC LIMIT 1`,
    [account_id],
  );
  const [found] = rows;
  if (!found?.event) throw new Error('There is no item to take the rows of.');
  return found;
}

const populated = (table: string, parameter: string) =>
  `SELECT * FROM json_populate_recordset(NULL::${SCHEMA}.${table}, ${parameter})`;

const movementOf = (lines: string) => `key AS (
    SELECT * FROM json_to_recordset(${lines}) AS key (account_id int, item_id bigint, location_id bigint,
      line bigint, quantity int, document_id bigint)
  ), cost_lock AS (
    SELECT item_id FROM ${SCHEMA}.item_cost
    JOIN (SELECT DISTINCT account_id, item_id FROM key) k USING (account_id, item_id)
    ORDER BY item_id FOR UPDATE OF item_cost
  ), moved AS (
    UPDATE ${SCHEMA}.item_cost c SET quantity = c.quantity - k.quantity, total_deducted = c.total_deducted + k.quantity,
      pool_cost = (c.quantity - k.quantity) * c.average_cost
    FROM key k JOIN cost_lock USING (item_id) WHERE c.account_id = k.account_id AND c.item_id = k.item_id
    RETURNING c.account_id, c.item_id, c.average_cost
  ), level AS (
    UPDATE ${SCHEMA}.item_stock s SET on_hand = s.on_hand - k.quantity, seq = s.seq + 1
    FROM key k JOIN moved USING (account_id, item_id)
    WHERE s.account_id = k.account_id AND s.item_id = k.item_id AND s.location_id = k.location_id
    RETURNING s.account_id, s.item_id, s.location_id, s.on_hand, s.seq, moved.average_cost
  )
  INSERT INTO ${SCHEMA}.item_flow (account_id, item_id, location_id, seq, quantity, balance, unit_cost, value, variance,
    average_cost, document, document_id, document_version, line, user_id, username, comment)
  SELECT account_id, item_id, location_id, seq, -quantity, on_hand, average_cost, -quantity * average_cost, 0,
    average_cost, 'order', document_id, 1, line, 1, 'bench', 'Order ' || document_id
  FROM level JOIN key USING (account_id, item_id, location_id)`;

/** An order with its lines, history and event ($1 to $4), and its stock movement ($5): one statement, so one commit. */
export const ORDER_STATEMENT = {
  name: 'limit_order',
  text: `WITH placed AS (INSERT INTO ${SCHEMA}.sale_order ${populated('sale_order', '$1')}),
    line AS (INSERT INTO ${SCHEMA}.sale_order_product ${populated('sale_order_product', '$2')}),
    history AS (INSERT INTO ${SCHEMA}.sale_order_history ${populated('sale_order_history', '$3')}),
    event AS (INSERT INTO ${SCHEMA}.outbox OVERRIDING SYSTEM VALUE ${populated('outbox', '$4')}),
    ${movementOf('$5')}`,
};

/** Items with their stock, cost, movement and events ($1 to $5). */
export const ITEM_STATEMENT = {
  name: 'limit_item',
  text: `WITH item AS (INSERT INTO ${SCHEMA}.item ${populated('item', '$1')}),
    stock AS (INSERT INTO ${SCHEMA}.item_stock ${populated('item_stock', '$2')}),
    cost AS (INSERT INTO ${SCHEMA}.item_cost ${populated('item_cost', '$3')}),
    flow AS (INSERT INTO ${SCHEMA}.item_flow OVERRIDING SYSTEM VALUE ${populated('item_flow', '$4')})
    INSERT INTO ${SCHEMA}.outbox OVERRIDING SYSTEM VALUE ${populated('outbox', '$5')}`,
};

/** A stock movement alone ($1). */
export const MOVEMENT_STATEMENT = { name: 'limit_movement', text: `WITH ${movementOf('$1')}` };

export const PROOF = `SELECT (SELECT count(*)::int FROM ${SCHEMA}.sale_order) AS orders,
  (SELECT count(*)::int FROM ${SCHEMA}.sale_order_product) AS lines,
  (SELECT count(*)::int FROM ${SCHEMA}.item_flow) AS flows,
  (SELECT count(*)::int FROM ${SCHEMA}.item_stock stock
    JOIN inventory.item_stock original USING (account_id, item_id, location_id)
     WHERE stock.on_hand <> original.on_hand + COALESCE((SELECT sum(quantity) FROM ${SCHEMA}.item_flow flow
       WHERE flow.account_id = stock.account_id AND flow.item_id = stock.item_id
         AND flow.location_id = stock.location_id), 0)) AS broken`;
