import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stock, cost and flow of items, and what orders have taken. */
export class Stock1763600000002 implements MigrationInterface {
  readonly name = 'Stock1763600000002';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of TABLES) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of NAMES) await runner.query(`DROP TABLE inventory.${table}`);
  }
}

const NAMES = ['item_stock', 'item_cost', 'item_flow', 'order_stock', 'order_line_stock', 'stock_policy'];

/** Rows that every movement updates leave room on their page: the new version stays there and no index changes. */
const UPDATED_OFTEN = 'WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05)';

const TABLES = [
  `CREATE TABLE inventory.item_stock (
     account_id int NOT NULL,
     item_id int NOT NULL,
     location_id int NOT NULL,
     on_hand int NOT NULL DEFAULT 0,
     reserved int NOT NULL DEFAULT 0,
     seq int NOT NULL DEFAULT 0,
     CONSTRAINT item_stock_pkey PRIMARY KEY (account_id, item_id, location_id),
     CONSTRAINT item_stock_on_hand CHECK (on_hand BETWEEN -2000000000 AND 2000000000),
     CONSTRAINT item_stock_reserved CHECK (reserved >= 0)
   ) ${UPDATED_OFTEN}`,
  `CREATE TABLE inventory.item_cost (
     account_id int NOT NULL,
     item_id int NOT NULL,
     quantity bigint NOT NULL DEFAULT 0,
     pool_cost numeric(38,8) NOT NULL DEFAULT 0,
     average_cost numeric(38,8) NOT NULL DEFAULT 0,
     total_added bigint NOT NULL DEFAULT 0,
     total_deducted bigint NOT NULL DEFAULT 0,
     version int NOT NULL DEFAULT 0,
     CONSTRAINT item_cost_pkey PRIMARY KEY (account_id, item_id),
     CONSTRAINT item_cost_pool CHECK (pool_cost = quantity * average_cost)
   ) ${UPDATED_OFTEN}`,
  `CREATE TABLE inventory.item_flow (
     account_id int NOT NULL,
     item_flow_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
     item_id int NOT NULL,
     location_id int NOT NULL,
     seq int NOT NULL,
     quantity int NOT NULL,
     balance int NOT NULL,
     unit_cost numeric(38,8) NOT NULL,
     value numeric(38,8) NOT NULL,
     variance numeric(38,8) NOT NULL,
     operation text NOT NULL,
     line bigint NOT NULL,
     user_id int NOT NULL,
     username text NOT NULL,
     comment text NOT NULL,
     date_added timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT item_flow_pkey PRIMARY KEY (account_id, item_flow_id),
     CONSTRAINT item_flow_once UNIQUE (account_id, operation, line, item_id, location_id),
     CONSTRAINT item_flow_seq UNIQUE (account_id, item_id, location_id, seq)
   )`,
  'CREATE INDEX item_flow_item ON inventory.item_flow (account_id, item_id, item_flow_id)',
  'CREATE INDEX item_flow_location ON inventory.item_flow (account_id, location_id, item_flow_id)',
  'CREATE INDEX item_flow_date_added ON inventory.item_flow (account_id, date_added, item_flow_id)',
  `CREATE TABLE inventory.order_stock (
     account_id int NOT NULL,
     order_id int NOT NULL,
     version int NOT NULL,
     seq int NOT NULL DEFAULT 0,
     user_id int NOT NULL,
     username text NOT NULL,
     CONSTRAINT order_stock_pkey PRIMARY KEY (account_id, order_id)
   ) ${UPDATED_OFTEN}`,
  `CREATE TABLE inventory.order_line_stock (
     account_id int NOT NULL,
     order_id int NOT NULL,
     order_product_id int NOT NULL,
     item_id int NOT NULL,
     location_id int NOT NULL,
     wanted int NOT NULL,
     taken int NOT NULL,
     value numeric(38,8) NOT NULL,
     available int NOT NULL,
     CONSTRAINT order_line_stock_pkey PRIMARY KEY (account_id, order_id, order_product_id, item_id, location_id),
     CONSTRAINT order_line_stock_taken CHECK (wanted >= 0 AND taken >= 0)
   )`,
  `CREATE INDEX order_line_stock_waiting ON inventory.order_line_stock (account_id, item_id, location_id, order_id)
     WHERE taken < wanted`,
  `CREATE TABLE inventory.stock_policy (
     account_id int NOT NULL,
     allow_negative_stock boolean NOT NULL DEFAULT false,
     inventory_integrity boolean NOT NULL DEFAULT false,
     version bigint NOT NULL,
     CONSTRAINT stock_policy_pkey PRIMARY KEY (account_id)
   )`,
];
