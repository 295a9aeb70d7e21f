import { kernelTables } from '@stockbook/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kernel's tables, brands, locations and items. */
export class Initial1763600000001 implements MigrationInterface {
  readonly name = 'Initial1763600000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...kernelTables('inventory'), ...TABLES, ...COUNTING]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of NAMES) await runner.query(`DROP TABLE inventory.${table}`);
    await runner.query('DROP FUNCTION inventory.count_items');
  }
}

const KERNEL = ['request_key', 'outbox', 'outbox_archive', 'inbox', 'parked_event'];
const NAMES = ['brand', 'location', 'item', 'item_count', ...KERNEL];

const OWNED = `version int NOT NULL DEFAULT 1,
     date_added timestamptz NOT NULL DEFAULT now(),
     date_modified timestamptz NOT NULL DEFAULT now(),
     date_deleted timestamptz`;

const TABLES = [
  // Lets an index over names or categories begin with the account, as every index does.
  'CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public',
  `CREATE TABLE inventory.brand (
     account_id int NOT NULL,
     brand_id serial NOT NULL,
     channel_group_id int NOT NULL DEFAULT 0,
     name text NOT NULL,
     image text NOT NULL DEFAULT '',
     ${OWNED},
     CONSTRAINT brand_pkey PRIMARY KEY (account_id, brand_id)
   )`,
  'CREATE INDEX brand_name ON inventory.brand (account_id, name, brand_id)',
  `CREATE TABLE inventory.location (
     account_id int NOT NULL,
     location_id serial NOT NULL,
     name text NOT NULL,
     stock_warning int NOT NULL DEFAULT 0,
     stock_danger int NOT NULL DEFAULT 0,
     ${OWNED},
     CONSTRAINT location_pkey PRIMARY KEY (account_id, location_id)
   )`,
  'CREATE INDEX location_name ON inventory.location (account_id, name, location_id)',
  `CREATE TABLE inventory.item (
     account_id int NOT NULL,
     item_id serial NOT NULL,
     parent_id int NOT NULL DEFAULT 0,
     channel_group_id int NOT NULL DEFAULT 0,
     brand_id int NOT NULL DEFAULT 0,
     name text NOT NULL,
     description text NOT NULL DEFAULT '',
     plain_description text NOT NULL DEFAULT '',
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
     categories int[] NOT NULL DEFAULT '{}',
     images jsonb NOT NULL DEFAULT '[]',
     locations jsonb NOT NULL DEFAULT '[]',
     customer_groups jsonb NOT NULL DEFAULT '[]',
     translations jsonb NOT NULL DEFAULT '[]',
     ${OWNED},
     CONSTRAINT item_pkey PRIMARY KEY (account_id, item_id)
   )`,
  `CREATE UNIQUE INDEX item_model_unique ON inventory.item (account_id, model)
     WHERE model <> '' AND date_deleted IS NULL`,
  'CREATE INDEX item_living ON inventory.item (account_id, item_id) WHERE date_deleted IS NULL',
  ...['name', 'model', 'sku', 'barcode', 'price', 'cost', 'date_added', 'date_modified', 'brand_id'].map(
    (column) => `CREATE INDEX item_by_${column} ON inventory.item (account_id, ${column}, item_id)`,
  ),
  'CREATE INDEX item_name_trigram ON inventory.item USING gin (account_id, name public.gin_trgm_ops)',
  'CREATE INDEX item_categories ON inventory.item USING gin (account_id, categories)',
];

/** An account's items are counted as they change: counting 100,000 of them for a page of 100 costs more than the page. */
export const COUNTING = [
  `CREATE TABLE inventory.item_count (
     account_id int NOT NULL,
     living int NOT NULL,
     deleted int NOT NULL,
     CONSTRAINT item_count_pkey PRIMARY KEY (account_id)
   )`,
  `CREATE FUNCTION inventory.count_items() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       INSERT INTO inventory.item_count AS total
       SELECT account_id, count(*) FILTER (WHERE date_deleted IS NULL), count(date_deleted) FROM new_items GROUP BY account_id
       ORDER BY account_id
       ON CONFLICT (account_id) DO UPDATE
       SET living = total.living + excluded.living, deleted = total.deleted + excluded.deleted;
     ELSE
       UPDATE inventory.item_count total SET living = total.living - change.deleted, deleted = total.deleted + change.deleted
       FROM (
         SELECT account_id, count(new_items.date_deleted) - count(old_items.date_deleted) AS deleted
         FROM old_items JOIN new_items USING (account_id, item_id) GROUP BY account_id
       ) change
       WHERE total.account_id = change.account_id AND change.deleted <> 0;
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER items_added AFTER INSERT ON inventory.item REFERENCING NEW TABLE AS new_items
   FOR EACH STATEMENT EXECUTE FUNCTION inventory.count_items()`,
  `CREATE TRIGGER items_changed AFTER UPDATE ON inventory.item REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items
   FOR EACH STATEMENT EXECUTE FUNCTION inventory.count_items()`,
];
