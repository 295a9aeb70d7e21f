import { createRowCounts, RECORD_COLUMNS, statementTime } from '@stockbook/persistence';
import { kernelTables, subscriptionTables } from '@stockbook/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { documentTables } from '../document/document-tables.js';
import { ITEMS } from '../item/record/item-row-counts.js';
import { createItemFile } from '../item/image/item-file-table.js';
import { createItemCategory } from '../item/record/item-category.js';
import { ITEM_TEXTS } from '../item/record/searched-texts.js';
import { text } from '../text.js';

/** Creates brands, categories, suppliers, locations, items, their stock and its movements, and documents. */
export class Initial1764000000000 implements MigrationInterface {
  readonly name = 'Initial1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    const tables = [
      ...RECORDS,
      ...createItemCategory,
      ...createItemFile,
      ...createRowCounts('inventory', ITEMS),
      ...STOCK,
      ...documentTables,
    ];
    for (const sql of [...kernelTables('inventory'), ...subscriptionTables('inventory'), ...tables])
      await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error('The first migration is undone by dropping the schema.');
  }
}

const listed = (table: string, name: string, key: string) =>
  `CREATE INDEX ${name} ON inventory.${table} (account_id, ${key}, ${table}_id)`;

const RECORDS = [
  // Lets an index over names begin with the account, as every index does.
  'CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public',
  `CREATE TABLE inventory.brand (
     ${RECORD_COLUMNS},
     brand_id bigserial NOT NULL,
     channel_group_id bigint NOT NULL DEFAULT 0,
     name text NOT NULL,
     image text NOT NULL DEFAULT '',
     PRIMARY KEY (account_id, brand_id)
   )`,
  listed('brand', 'brand_name', `(${text.sortedName('name')})`),
  `CREATE TABLE inventory.category (
     ${RECORD_COLUMNS},
     category_id bigserial NOT NULL,
     parent_id bigint NOT NULL DEFAULT 0,
     channel_group_id bigint NOT NULL DEFAULT 0,
     name text NOT NULL,
     image text NOT NULL DEFAULT '',
     PRIMARY KEY (account_id, category_id)
   )`,
  listed('category', 'category_name', `(${text.sortedName('name')})`),
  listed('category', 'category_by_parent_id', 'parent_id'),
  `CREATE TABLE inventory.supplier (
     ${RECORD_COLUMNS},
     supplier_id bigserial NOT NULL,
     channel_group_id bigint NOT NULL DEFAULT 0,
     name text NOT NULL,
     firstname text NOT NULL DEFAULT '',
     lastname text NOT NULL DEFAULT '',
     email text NOT NULL DEFAULT '',
     telephone text NOT NULL DEFAULT '',
     address_1 text NOT NULL DEFAULT '',
     address_2 text NOT NULL DEFAULT '',
     city text NOT NULL DEFAULT '',
     postcode text NOT NULL DEFAULT '',
     zone text NOT NULL DEFAULT '',
     country text NOT NULL DEFAULT '',
     PRIMARY KEY (account_id, supplier_id)
   )`,
  listed('supplier', 'supplier_name', `(${text.sortedName('name')})`),
  `CREATE TABLE inventory.location (
     ${RECORD_COLUMNS},
     location_id bigserial NOT NULL,
     name text NOT NULL,
     stock_warning int NOT NULL DEFAULT 0,
     stock_danger int NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, location_id)
   )`,
  listed('location', 'location_name', `(${text.sortedName('name')})`),
  `CREATE TABLE inventory.item (
     ${RECORD_COLUMNS},
     item_id bigserial NOT NULL,
     parent_id bigint NOT NULL DEFAULT 0,
     channel_group_id bigint NOT NULL DEFAULT 0,
     brand_id bigint NOT NULL DEFAULT 0,
     name text NOT NULL,
     description text NOT NULL DEFAULT '',
     plain_description text NOT NULL DEFAULT '',
     plain_given boolean NOT NULL DEFAULT false,
     image text NOT NULL DEFAULT '',
     model text NOT NULL DEFAULT '',
     sku text NOT NULL DEFAULT '',
     gtin text NOT NULL DEFAULT '',
     barcode text NOT NULL DEFAULT '',
     price numeric(15,4) NOT NULL DEFAULT 0,
     cost numeric(15,4) NOT NULL DEFAULT 0,
     weight numeric(15,4) NOT NULL DEFAULT 0,
     length numeric(15,4) NOT NULL DEFAULT 0,
     width numeric(15,4) NOT NULL DEFAULT 0,
     height numeric(15,4) NOT NULL DEFAULT 0,
     bundle boolean NOT NULL DEFAULT false,
     categories bigint[] NOT NULL DEFAULT '{}',
     images jsonb NOT NULL DEFAULT '[]',
     locations jsonb NOT NULL DEFAULT '[]',
     customer_groups jsonb NOT NULL DEFAULT '[]',
     translations jsonb NOT NULL DEFAULT '[]',
     PRIMARY KEY (account_id, item_id)
   )`,
  `CREATE UNIQUE INDEX item_model_unique ON inventory.item (account_id, model)
   WHERE model <> '' AND date_deleted IS NULL`,
  'CREATE INDEX item_living ON inventory.item (account_id, item_id) WHERE date_deleted IS NULL',
  'CREATE INDEX item_bundles ON inventory.item (account_id, item_id) WHERE bundle',
  'CREATE INDEX item_by_parent_id ON inventory.item (account_id, parent_id, item_id) WHERE parent_id <> 0',
  ...['channel_group_id', 'brand_id', 'price', 'cost', 'date_added', 'date_modified'].map((column) =>
    listed('item', `item_by_${column}`, column),
  ),
  listed('item', 'item_by_name', `(${text.sortedName('name')})`),
  ...['model', 'sku', 'gtin', 'barcode'].map((column) => listed('item', `item_by_${column}`, text.sorted(column))),
  `CREATE INDEX item_search ON inventory.item USING gin (account_id, ${ITEM_TEXTS} public.gin_trgm_ops)`,
  `CREATE TABLE inventory.item_bundle (
     account_id int NOT NULL,
     item_id bigint NOT NULL,
     bundle_item_id bigint NOT NULL,
     position int NOT NULL,
     quantity int NOT NULL,
     PRIMARY KEY (account_id, item_id, bundle_item_id),
     CONSTRAINT item_bundle_quantity CHECK (quantity > 0)
   )`,
  'CREATE INDEX item_bundle_component ON inventory.item_bundle (account_id, bundle_item_id, item_id)',
  `CREATE INDEX item_translations ON inventory.item USING gin (account_id, translations jsonb_path_ops)
   WHERE translations <> '[]' AND date_deleted IS NULL`,
];

/** Rows that every movement updates leave room on their page: the new version stays there and no index changes. */
const UPDATED_OFTEN = 'WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05)';

const STOCK = [
  `CREATE TABLE inventory.item_stock (
     account_id int NOT NULL,
     item_id bigint NOT NULL,
     location_id bigint NOT NULL,
     on_hand bigint NOT NULL DEFAULT 0,
     reserved int NOT NULL DEFAULT 0,
     seq bigint NOT NULL DEFAULT 0,
     stock_warning int,
     stock_danger int,
     state text COLLATE "C" NOT NULL DEFAULT 'out',
     PRIMARY KEY (account_id, item_id, location_id),
     CONSTRAINT item_stock_on_hand CHECK (on_hand >= -2000000000),
     CONSTRAINT item_stock_reserved CHECK (reserved >= 0)
   ) ${UPDATED_OFTEN}`,
  // Its columns stay as they are in most movements, so that these change no index.
  `CREATE INDEX item_stock_unavailable ON inventory.item_stock (account_id, item_id)
   WHERE reserved <> 0 OR location_id = 0`,
  'CREATE INDEX item_stock_state ON inventory.item_stock (account_id, state, item_id) INCLUDE (location_id)',
  `CREATE TABLE inventory.threshold_change (
     account_id int NOT NULL,
     location_id bigint NOT NULL,
     next_item_id bigint NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, location_id)
   )`,
  `CREATE TABLE inventory.item_cost (
     account_id int NOT NULL,
     item_id bigint NOT NULL,
     quantity bigint NOT NULL DEFAULT 0,
     pool_cost numeric(38,8) NOT NULL DEFAULT 0,
     average_cost numeric(38,8) NOT NULL DEFAULT 0,
     total_added bigint NOT NULL DEFAULT 0,
     total_deducted bigint NOT NULL DEFAULT 0,
     version bigint NOT NULL DEFAULT 0,
     stock_facts bigint NOT NULL DEFAULT 0,
     bundle boolean NOT NULL DEFAULT false,
     PRIMARY KEY (account_id, item_id),
     CONSTRAINT item_cost_pool CHECK (pool_cost = quantity * average_cost)
   ) ${UPDATED_OFTEN}`,
  `CREATE TABLE inventory.item_flow (
     account_id int NOT NULL,
     item_flow_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
     item_id bigint NOT NULL,
     location_id bigint NOT NULL,
     seq bigint NOT NULL,
     quantity bigint NOT NULL,
     balance bigint NOT NULL,
     unit_cost numeric(38,8) NOT NULL,
     value numeric(38,8) NOT NULL,
     variance numeric(38,8) NOT NULL,
     average_cost numeric(38,8) NOT NULL,
     document text COLLATE "C" NOT NULL,
     document_id bigint,
     document_version bigint,
     line bigint NOT NULL,
     user_id bigint NOT NULL,
     username text NOT NULL,
     comment text NOT NULL,
     date_added timestamptz NOT NULL DEFAULT ${statementTime()},
     PRIMARY KEY (account_id, item_flow_id),
     CONSTRAINT item_flow_once UNIQUE (account_id, document, document_id, document_version, line, item_id, location_id),
     CONSTRAINT item_flow_seq UNIQUE (account_id, item_id, location_id, seq)
   )`,
  'CREATE INDEX item_flow_item ON inventory.item_flow (account_id, item_id, item_flow_id)',
  'CREATE INDEX item_flow_location ON inventory.item_flow (account_id, location_id, item_flow_id)',
  'CREATE INDEX item_flow_user ON inventory.item_flow (account_id, user_id, item_flow_id)',
  'CREATE INDEX item_flow_date_added ON inventory.item_flow (account_id, date_added, item_flow_id)',
  'CREATE INDEX item_flow_before ON inventory.item_flow (account_id, item_id, location_id, date_added, seq)',
  `CREATE INDEX item_flow_first
     ON inventory.item_flow (account_id, item_id, item_flow_id) INCLUDE (location_id, date_added)
   WHERE seq = 1`,
  // An item or location belongs to one account. PostgreSQL takes them for independent otherwise, expects hardly any
  // movement of a location, and looks up those of an item by their location.
  `CREATE STATISTICS inventory.item_flow_of_account (dependencies) ON account_id, item_id, location_id
     FROM inventory.item_flow`,
  `CREATE TABLE inventory.newest_count (
     account_id int NOT NULL,
     item_id bigint NOT NULL,
     location_id bigint NOT NULL,
     seq bigint NOT NULL,
     date_counted timestamptz NOT NULL,
     PRIMARY KEY (account_id, item_id, location_id)
   )`,
  `CREATE TABLE inventory.stock_demand (
     account_id int NOT NULL,
     document text COLLATE "C" NOT NULL,
     document_id bigint NOT NULL,
     version bigint NOT NULL,
     seq bigint NOT NULL DEFAULT 0,
     user_id bigint NOT NULL,
     username text NOT NULL,
     is_over boolean NOT NULL DEFAULT false,
     PRIMARY KEY (account_id, document, document_id)
   ) ${UPDATED_OFTEN}`,
  `CREATE TABLE inventory.stock_demand_line (
     account_id int NOT NULL,
     document text COLLATE "C" NOT NULL,
     document_id bigint NOT NULL,
     line_id bigint NOT NULL,
     item_id bigint NOT NULL,
     location_id bigint NOT NULL,
     wanted int NOT NULL,
     taken int NOT NULL,
     per_unit int NOT NULL DEFAULT 1,
     value numeric(38,8) NOT NULL,
     place bigint NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, document, document_id, line_id, item_id, location_id),
     CONSTRAINT stock_demand_line_per_unit CHECK (per_unit > 0)
   )`,
  `CREATE INDEX stock_demand_line_backordered ON inventory.stock_demand_line
   (account_id, item_id, location_id, place) WHERE taken < wanted`,
  'CREATE SEQUENCE inventory.queue_place',
  `CREATE TABLE inventory.stock_policy (
     account_id int NOT NULL,
     allow_negative_stock boolean NOT NULL DEFAULT false,
     inventory_integrity boolean NOT NULL DEFAULT false,
     default_location_id bigint NOT NULL DEFAULT 0,
     version bigint NOT NULL,
     PRIMARY KEY (account_id)
   )`,
];
