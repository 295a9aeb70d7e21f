import { createRowCounts, indexed, RECORD_COLUMNS, statementTime } from '@stockbook/persistence';
import { kernelTables, referenceSnapshotTable, subscriptionTables } from '@stockbook/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CUSTOMERS as CUSTOMER_COUNTS } from '../customer/customer-row-counts.js';
import { ORDERS, SHIPPED_ORDERS } from '../order/record/order-row-counts.js';
import { orderTexts } from '../order/record/order-texts.js';
import { text } from '../text.js';
import { ITEMS, LOCATIONS } from './closures.js';
import { CREDIT_NOTES } from './credit-notes.js';
import { index } from './indexes.js';
import { ORDER_STATE } from './order-state.js';
import { PAYOUTS } from './payouts.js';

/** Creates customers, orders, the locations that take no orders any more, and the items that are changing. */
export class Initial1764000000000 implements MigrationInterface {
  readonly name = 'Initial1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    const kernel = [...kernelTables('sales'), ...referenceSnapshotTable('sales'), ...subscriptionTables('sales')];
    const tables = [
      ...CUSTOMERS,
      ...createRowCounts('sales', CUSTOMER_COUNTS),
      ...MERGED_CUSTOMERS,
      ...ORDER_TABLES,
      ...ORDER_INDEXES,
      ...ORDER_STATE,
      ...createRowCounts('sales', ORDERS),
      ...createRowCounts('sales', SHIPPED_ORDERS),
      ...CREDIT_NOTES,
      ...PAYOUTS,
      ...LOCATIONS,
      ...ITEMS,
    ];
    for (const sql of [...kernel, ...tables]) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error('The first migration is undone by dropping the schema.');
  }
}

const CUSTOMERS = [
  `CREATE TABLE sales.customer_group (
     ${RECORD_COLUMNS},
     customer_group_id bigserial NOT NULL,
     name text NOT NULL,
     PRIMARY KEY (account_id, customer_group_id)
   )`,
  `CREATE TABLE sales.customer (
     ${RECORD_COLUMNS},
     customer_id bigserial NOT NULL,
     customer_group_id bigint NOT NULL DEFAULT 0,
     merged_into bigint NOT NULL DEFAULT 0,
     reward bigint NOT NULL DEFAULT 0,
     firstname text NOT NULL DEFAULT '',
     lastname text NOT NULL DEFAULT '',
     name text NOT NULL DEFAULT '',
     company text NOT NULL DEFAULT '',
     email text NOT NULL DEFAULT '',
     email_key text NOT NULL DEFAULT '',
     telephone text NOT NULL DEFAULT '',
     card_number text NOT NULL DEFAULT '',
     search text NOT NULL DEFAULT '',
     PRIMARY KEY (account_id, customer_id) INCLUDE (date_deleted),
     CONSTRAINT customer_reward CHECK (reward >= 0)
   )`,
  index('customer', 'by_name', `(${text.sortedName('name')}), customer_id`),
  index('customer', 'by_group', 'customer_group_id, customer_id'),
  index('customer', 'by_reward', 'reward, customer_id'),
  index('customer', 'by_date_added', 'date_added, customer_id'),
  index('customer', 'by_date_modified', 'date_modified, customer_id'),
  index('customer', 'by_email', `${text.sorted('email_key')}, customer_id`),
  index('customer', 'by_telephone', `${text.sorted('telephone')}, customer_id`),
  "CREATE INDEX customer_by_card_number ON sales.customer (account_id, card_number) WHERE card_number <> ''",
  'CREATE INDEX customer_merged ON sales.customer (account_id, merged_into) WHERE merged_into <> 0',
  'CREATE INDEX customer_search ON sales.customer USING gin (search public.gin_trgm_ops)',
  `CREATE FUNCTION sales.set_customer_search() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.search := ${text.searched("concat_ws(E'\\n', NEW.name, NEW.email, NEW.telephone, NEW.card_number)")};
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER customer_searched BEFORE INSERT OR UPDATE OF name, email, telephone, card_number ON sales.customer
   FOR EACH ROW EXECUTE FUNCTION sales.set_customer_search()`,
  `CREATE TABLE sales.customer_merge (
     account_id int NOT NULL,
     customer_id bigint NOT NULL,
     merged_into bigint NOT NULL,
     actor jsonb NOT NULL,
     date_added timestamptz NOT NULL DEFAULT ${statementTime()},
     PRIMARY KEY (account_id, customer_id)
   )`,
  `CREATE TABLE sales.customer_reward (
     account_id int NOT NULL,
     customer_id bigint NOT NULL,
     customer_reward_id bigserial NOT NULL,
     reward int NOT NULL,
     balance bigint NOT NULL,
     user_id bigint NOT NULL DEFAULT 0,
     username text NOT NULL DEFAULT '',
     description text NOT NULL DEFAULT '',
     date_added timestamptz NOT NULL DEFAULT ${statementTime()},
     PRIMARY KEY (account_id, customer_id, customer_reward_id),
     CONSTRAINT customer_reward_balance CHECK (balance >= 0)
   )`,
];

/** An advisory lock lets orders of a customer and its merge into another one exclude each other. */
const MERGED_CUSTOMERS = [
  `CREATE FUNCTION sales.customer_lock(account_id bigint, customer_id bigint) RETURNS bigint
   LANGUAGE sql IMMUTABLE PARALLEL SAFE
   AS $$ SELECT hashtextextended('sale customer ' || account_id::text || '/' || customer_id::text, 0) $$`,
  `CREATE FUNCTION sales.merged_customer(account bigint, id bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
       AS $$
     SELECT coalesce((SELECT merged_into FROM sales.customer
       WHERE account_id = account AND customer_id = id AND merged_into <> 0), id) $$`,
  // The planner evaluates it: most customers have one id.
  `CREATE FUNCTION sales.ids_of_customer(account bigint, id bigint) RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE
       AS $$
     SELECT ids.living || ARRAY(SELECT customer_id FROM sales.customer_merge
       WHERE account_id = account AND merged_into = ids.living)
     FROM (SELECT sales.merged_customer(account, id) AS living) ids $$`,
  // The function is VOLATILE, so its look behind the lock sees what was committed while it waited.
  `CREATE FUNCTION sales.hold_customer(account bigint, id bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
   DECLARE
     held bigint;
   BEGIN
     LOOP
       held := id;
       PERFORM pg_advisory_xact_lock_shared(sales.customer_lock(account, held));
       SELECT sales.merged_customer(account, held) INTO id;
       IF id = held THEN RETURN held; END IF;
     END LOOP;
   END $$`,
];

const ORDER_TABLES = [
  // Columns of a fixed length, and those that summaries read, come first: a row is read up to the last column that is
  // asked for. Each order and each line is settled a moment after it was added, many at once: the other half of their
  // page is room for that.
  `CREATE TABLE sales.sale_order (
     ${RECORD_COLUMNS},
     order_id bigserial NOT NULL,
     location_id bigint NOT NULL DEFAULT 0,
     channel_id bigint NOT NULL DEFAULT 0,
     payment_method_id bigint NOT NULL DEFAULT 0,
     customer_id bigint NOT NULL DEFAULT 0,
     order_status_id bigint NOT NULL DEFAULT 0,
     shipping_label_status_id bigint NOT NULL DEFAULT 0,
     order_blacklist_id bigint NOT NULL DEFAULT 0,
     quantity bigint NOT NULL DEFAULT 0,
     date_ordered timestamptz NOT NULL DEFAULT now(),
     currency_value numeric(15,8) NOT NULL DEFAULT 1,
     total numeric(15,4) NOT NULL DEFAULT 0,
     cost numeric(30,4) NOT NULL DEFAULT 0,
     imported_order_id text NOT NULL DEFAULT '',
     channel text NOT NULL DEFAULT '',
     payment_method text NOT NULL DEFAULT '',
     order_status text NOT NULL DEFAULT '',
     currency text NOT NULL DEFAULT '',
     comment text NOT NULL DEFAULT '',
     firstname text NOT NULL DEFAULT '',
     lastname text NOT NULL DEFAULT '',
     name text NOT NULL DEFAULT '',
     email text NOT NULL DEFAULT '',
     company text NOT NULL DEFAULT '',
     telephone text NOT NULL DEFAULT '',
     telephone_2 text NOT NULL DEFAULT '',
     address_1 text NOT NULL DEFAULT '',
     address_2 text NOT NULL DEFAULT '',
     city text NOT NULL DEFAULT '',
     postcode text NOT NULL DEFAULT '',
     country text NOT NULL DEFAULT '',
     zone text NOT NULL DEFAULT '',
     shipping_method text NOT NULL DEFAULT '',
     shipping_tracking text NOT NULL DEFAULT '',
     deducts boolean NOT NULL DEFAULT false,
     deducted boolean NOT NULL DEFAULT false,
     status_locks boolean NOT NULL DEFAULT false,
     voids boolean NOT NULL DEFAULT false,
     user_locked boolean NOT NULL DEFAULT false,
     split_payment boolean NOT NULL DEFAULT false,
     weight numeric(30,4) NOT NULL DEFAULT 0,
     shipping_date timestamptz,
     payments jsonb NOT NULL DEFAULT '[]',
     totals jsonb NOT NULL DEFAULT '[]',
     payouts jsonb NOT NULL DEFAULT '[]',
     data jsonb NOT NULL DEFAULT '[]',
     promotions jsonb NOT NULL DEFAULT '[]',
     promotion_sequence bigint NOT NULL DEFAULT 0,
     decimal_place int NOT NULL DEFAULT 2,
     lookup jsonb,
     source jsonb,
     PRIMARY KEY (account_id, order_id) INCLUDE (date_deleted),
     CONSTRAINT sale_order_currency_value CHECK (currency_value > 0)
   ) WITH (fillfactor = 50)`,
  `CREATE TABLE sales.sale_order_product (
     account_id int NOT NULL,
     order_id bigint NOT NULL,
     order_product_id bigserial NOT NULL,
     position int NOT NULL,
     item_id bigint NOT NULL DEFAULT 0,
     taken int NOT NULL DEFAULT 0,
     stock_sequence bigint NOT NULL DEFAULT 0,
     imported_order_product_id text NOT NULL DEFAULT '',
     thumb text NOT NULL DEFAULT '',
     name text NOT NULL DEFAULT '',
     model text NOT NULL DEFAULT '',
     sku text NOT NULL DEFAULT '',
     quantity int NOT NULL,
     short int NOT NULL DEFAULT 0,
     price numeric(15,4) NOT NULL DEFAULT 0,
     discount numeric(15,4) NOT NULL DEFAULT 0,
     discount_total numeric(15,4) NOT NULL DEFAULT 0,
     discount_platform numeric(15,4) NOT NULL DEFAULT 0,
     total numeric(15,4) NOT NULL DEFAULT 0,
     weight numeric(15,4) NOT NULL DEFAULT 0,
     cost numeric(20,8) NOT NULL DEFAULT 0,
     cost_taken numeric(20,8),
     totals jsonb NOT NULL DEFAULT '[]',
     components jsonb,
     date_deleted timestamptz,
     PRIMARY KEY (account_id, order_id, order_product_id),
     CONSTRAINT sale_order_product_quantity CHECK (quantity > 0)
   ) WITH (fillfactor = 50)`,
  `CREATE TABLE sales.sale_order_history (
     account_id int NOT NULL,
     order_id bigint NOT NULL,
     order_history_id bigserial NOT NULL,
     order_status_id bigint NOT NULL DEFAULT 0,
     user_id bigint NOT NULL DEFAULT 0,
     order_status text NOT NULL DEFAULT '',
     username text NOT NULL DEFAULT '',
     comment text NOT NULL DEFAULT '',
     date_added timestamptz NOT NULL DEFAULT ${statementTime()},
     PRIMARY KEY (account_id, order_id, order_history_id)
   )`,
];

const ORDER_INDEXES = [
  `CREATE UNIQUE INDEX sale_order_imported ON sales.sale_order (account_id, imported_order_id, channel_id)
   WHERE imported_order_id <> '' AND date_deleted IS NULL`,
  `CREATE INDEX sale_order_by_customer ON sales.sale_order (account_id, customer_id, date_ordered)
   INCLUDE (date_deleted, deducts, total, currency_value)`,
  index('sale_order', 'by_channel', 'channel_id, order_id'),
  index('sale_order', 'by_status', 'order_status_id, order_id'),
  index('sale_order', 'by_date_added', 'date_added, order_id'),
  index('sale_order', 'by_date_ordered', 'date_ordered, order_id'),
  index('sale_order', 'by_total', 'total, order_id'),
  // These indexes put orders without a date last in both directions.
  index('sale_order', 'by_shipping_date', 'shipping_date, order_id'),
  index('sale_order', 'by_latest_shipping_date', 'shipping_date DESC NULLS LAST, order_id DESC'),
  ...['payment_method', 'shipping_method'].map(
    (column) => `${index('sale_order', `by_${column}`, `${column}, order_id`)} WHERE ${indexed(column)}`,
  ),
  ...['shipping_tracking', 'postcode'].map(
    (column) => `CREATE INDEX sale_order_by_${column} ON sales.sale_order (account_id, ${column})
      WHERE ${indexed(column)}`,
  ),
  `CREATE INDEX sale_order_search ON sales.sale_order USING gin (${orderTexts('sale_order')} public.gin_trgm_ops)`,
  `CREATE INDEX sale_order_product_by_item ON sales.sale_order_product (account_id, item_id, order_id)
   WHERE item_id > 0 AND date_deleted IS NULL`,
  // A channel belongs to one account; PostgreSQL takes them for independent, and expects hardly any order of a channel.
  // The lookup of an imported order would then read all orders of its channel.
  'CREATE STATISTICS sales.sale_order_of_account (dependencies) ON account_id, channel_id FROM sales.sale_order',
  // This index has the orders that inventory has still to complete.
  'CREATE INDEX sale_order_lookup ON sales.sale_order (account_id, order_id) WHERE lookup IS NOT NULL',
];
