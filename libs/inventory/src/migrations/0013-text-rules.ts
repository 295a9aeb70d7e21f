import { createTextSql, dropTextSql, trimmed } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { text } from '../text.js';

/**
 * Texts are sorted by the Unicode root collation and searched without regard to case and diacritics; codes are matched trimmed; a plain
 * description that a client gave stays.
 */
export class TextRules1763600000013 implements MigrationInterface {
  readonly name = 'TextRules1763600000013';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...createTextSql('inventory'), ...dropIndexes(AFTER), ...COLUMNS, ...Object.values(AFTER)])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const column = 'ALTER TABLE inventory.item DROP COLUMN plain_given';
    for (const sql of [...dropIndexes(BEFORE), ...Object.values(BEFORE), column, ...dropTextSql('inventory')])
      await runner.query(sql);
  }
}

const dropIndexes = (indexes: object) => Object.keys(indexes).map((name) => `DROP INDEX inventory.${name}`);
const index = (name: string, table: string, key: string) =>
  `CREATE INDEX ${name} ON inventory.${table} (account_id, ${key}, ${table}_id)`;
const search = (key: string) =>
  `CREATE INDEX item_name_trigram ON inventory.item USING gin (account_id, ${key} public.gin_trgm_ops)`;

const COLUMNS = [
  'ALTER TABLE inventory.item ADD COLUMN plain_given boolean NOT NULL DEFAULT false',
  ...['sku', 'gtin', 'barcode'].map(
    (column) => `UPDATE inventory.item SET ${column} = ${trimmed(column)} WHERE ${column} <> ${trimmed(column)}`,
  ),
  // A model that is unique only by the space around it stays.
  `UPDATE inventory.item SET model = ${trimmed('model')}
   WHERE model <> ${trimmed('model')} AND (date_deleted IS NOT NULL OR NOT EXISTS (
     SELECT FROM inventory.item other
     WHERE other.account_id = item.account_id AND other.item_id <> item.item_id AND other.date_deleted IS NULL
       AND ${trimmed('other.model')} = ${trimmed('item.model')}
   ))`,
];

const AFTER = {
  brand_name: index('brand_name', 'brand', `(${text.sortedName('name')})`),
  location_name: index('location_name', 'location', `(${text.sortedName('name')})`),
  item_by_name: index('item_by_name', 'item', `(${text.sortedName('name')})`),
  item_by_model: index('item_by_model', 'item', text.sorted('model')),
  item_by_sku: index('item_by_sku', 'item', text.sorted('sku')),
  item_by_barcode: index('item_by_barcode', 'item', text.sorted('barcode')),
  item_name_trigram: search(text.searched('name')),
};

const BEFORE = {
  brand_name: index('brand_name', 'brand', 'name'),
  location_name: index('location_name', 'location', 'name'),
  item_by_name: index('item_by_name', 'item', 'name'),
  item_by_model: index('item_by_model', 'item', 'model'),
  item_by_sku: index('item_by_sku', 'item', 'sku'),
  item_by_barcode: index('item_by_barcode', 'item', 'barcode'),
  item_name_trigram: search('name'),
};
