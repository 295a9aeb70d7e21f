import { kernelTables } from '@stockbook/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders, customers and their groups. */
export class Initial1763600000001 implements MigrationInterface {
  readonly name = 'Initial1763600000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...INDEXES, ...kernelTables('sales')]) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error('The first migration is undone by dropping the schema.');
  }
}

const RECORD = `account_id int NOT NULL,
     version int NOT NULL DEFAULT 1,
     date_added timestamptz NOT NULL DEFAULT now(),
     date_modified timestamptz NOT NULL DEFAULT now(),
     date_deleted timestamptz`;
const texts = (...names: string[]) => names.map((name) => `${name} text NOT NULL DEFAULT ''`).join(',\n     ');
const ids = (...names: string[]) => names.map((name) => `${name} int NOT NULL DEFAULT 0`).join(',\n     ');
const flags = (...names: string[]) => names.map((name) => `${name} boolean NOT NULL DEFAULT false`).join(',\n     ');
const amounts = (...names: string[]) =>
  names.map((name) => `${name} numeric(15,4) NOT NULL DEFAULT 0`).join(',\n     ');
const lists = (...names: string[]) => names.map((name) => `${name} jsonb NOT NULL DEFAULT '[]'`).join(',\n     ');

const TABLES = [
  `CREATE TABLE sales.customer_group (
     ${RECORD},
     customer_group_id serial NOT NULL,
     name text NOT NULL,
     PRIMARY KEY (account_id, customer_group_id)
   )`,
  `CREATE TABLE sales.customer (
     ${RECORD},
     customer_id serial NOT NULL,
     ${ids('customer_group_id', 'reward')},
     ${texts('firstname', 'lastname', 'name', 'company', 'email', 'email_key', 'telephone', 'card_number')},
     PRIMARY KEY (account_id, customer_id),
     CONSTRAINT customer_reward CHECK (reward >= 0)
   )`,
  `CREATE TABLE sales.sale_order (
     ${RECORD},
     order_id serial NOT NULL,
     ${ids('location_id', 'channel_id', 'payment_method_id', 'customer_id', 'order_status_id')},
     ${ids('shipping_label_status_id', 'order_blacklist_id')},
     ${texts('imported_order_id', 'channel', 'payment_method', 'order_status', 'currency', 'comment')},
     ${texts('firstname', 'lastname', 'name', 'email', 'company', 'telephone', 'telephone_2')},
     ${texts('address_1', 'address_2', 'city', 'postcode', 'country', 'zone', 'shipping_method', 'shipping_tracking')},
     ${flags('deducts', 'status_locks', 'user_locked', 'split_payment')},
     currency_value numeric(15,8) NOT NULL DEFAULT 1,
     total numeric(15,4) NOT NULL DEFAULT 0,
     cost numeric(30,4),
     weight numeric(30,4) NOT NULL DEFAULT 0,
     shipping_date timestamptz,
     date_ordered timestamptz NOT NULL DEFAULT now(),
     ${lists('payments', 'totals', 'payouts', 'data')},
     PRIMARY KEY (account_id, order_id),
     CONSTRAINT sale_order_currency_value CHECK (currency_value > 0)
   )`,
  // What the stock gives for a line changes no index: room on its page keeps that cheap.
  `CREATE TABLE sales.sale_order_product (
     account_id int NOT NULL,
     order_id int NOT NULL,
     order_product_id serial NOT NULL,
     position int NOT NULL,
     ${ids('item_id', 'taken', 'stock_sequence')},
     ${texts('imported_order_product_id', 'thumb', 'name', 'model', 'sku')},
     quantity int NOT NULL,
     ${amounts('price', 'discount', 'discount_total', 'discount_platform', 'total', 'weight')},
     cost numeric(15,4),
     ${flags('cost_given')},
     ${lists('totals')},
     date_deleted timestamptz,
     PRIMARY KEY (account_id, order_id, order_product_id),
     CONSTRAINT sale_order_product_quantity CHECK (quantity > 0)
   ) WITH (fillfactor = 70)`,
  `CREATE TABLE sales.sale_order_history (
     account_id int NOT NULL,
     order_id int NOT NULL,
     order_history_id serial NOT NULL,
     ${ids('order_status_id', 'user_id')},
     ${texts('order_status', 'username', 'comment')},
     date_added timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (account_id, order_id, order_history_id)
   )`,
];

/** With date_deleted in it, an index answers for the living and for all, in both cases without the table. */
const index = (table: string, name: string, columns: string) =>
  `CREATE INDEX ${table}_${name} ON sales.${table} (account_id, ${columns}) INCLUDE (date_deleted)`;

const INDEXES = [
  'CREATE INDEX sale_order_living ON sales.sale_order (account_id, order_id) WHERE date_deleted IS NULL',
  `CREATE UNIQUE INDEX sale_order_imported ON sales.sale_order (account_id, imported_order_id, channel_id)
   WHERE imported_order_id <> '' AND date_deleted IS NULL`,
  `CREATE INDEX sale_order_by_customer ON sales.sale_order (account_id, customer_id, date_ordered)
   INCLUDE (date_deleted, deducts, total, currency_value)`,
  index('sale_order', 'by_channel', 'channel_id, order_id'),
  index('sale_order', 'by_status', 'order_status_id, order_id'),
  index('sale_order', 'by_date_added', 'date_added, order_id'),
  index('sale_order', 'by_date_modified', 'date_modified, order_id'),
  index('sale_order', 'by_date_ordered', 'date_ordered, order_id'),
  index('sale_order', 'by_shipping_date', 'shipping_date DESC NULLS LAST, order_id DESC'),
  index('sale_order', 'by_payment_method', 'payment_method, order_id'),
  index('sale_order', 'by_shipping_method', 'shipping_method, order_id'),
  "CREATE INDEX sale_order_by_shipping_tracking ON sales.sale_order (account_id, shipping_tracking) WHERE shipping_tracking <> ''",
  "CREATE INDEX sale_order_by_postcode ON sales.sale_order (account_id, postcode) WHERE postcode <> ''",
  `CREATE INDEX sale_order_search ON sales.sale_order
   USING gin (name gin_trgm_ops, email gin_trgm_ops, telephone gin_trgm_ops, telephone_2 gin_trgm_ops)`,
  'CREATE INDEX customer_living ON sales.customer (account_id, customer_id) WHERE date_deleted IS NULL',
  index('customer', 'by_name', 'name, customer_id'),
  index('customer', 'by_group', 'customer_group_id, customer_id'),
  index('customer', 'by_reward', 'reward, customer_id'),
  index('customer', 'by_date_added', 'date_added, customer_id'),
  index('customer', 'by_date_modified', 'date_modified, customer_id'),
  index('customer', 'by_email', 'email_key, customer_id'),
  index('customer', 'by_telephone', 'telephone, customer_id'),
  "CREATE INDEX customer_by_card_number ON sales.customer (account_id, card_number) WHERE card_number <> ''",
  'CREATE INDEX customer_search ON sales.customer USING gin (name gin_trgm_ops, email gin_trgm_ops, telephone gin_trgm_ops)',
];
