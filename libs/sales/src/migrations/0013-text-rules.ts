import { createTextSql, dropTextSql, indexed, trimmed } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { text } from '../text.js';

/**
 * Texts are sorted by the Unicode root collation and searched without regard to case and diacritics; customers are matched trimmed; texts of
 * 1,000 characters fit beside the indexes of shorter ones.
 */
export class TextRules1763600000013 implements MigrationInterface {
  readonly name = 'TextRules1763600000013';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...createTextSql('sales'), ...dropIndexes(AFTER), ...TRIMMED, ...Object.values(AFTER)])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of [...dropIndexes(BEFORE), ...Object.values(BEFORE), ...dropTextSql('sales')])
      await runner.query(sql);
  }
}

const dropIndexes = (indexes: object) => Object.keys(indexes).map((name) => `DROP INDEX sales.${name}`);
const customers = (name: string, key: string) =>
  `CREATE INDEX ${name} ON sales.customer (account_id, ${key}, customer_id) INCLUDE (date_deleted)`;
const orders = (name: string, column: string, where: string) =>
  `CREATE INDEX ${name} ON sales.sale_order (account_id, ${column}, order_id) INCLUDE (date_deleted) ${where}`;
const given = (name: string, column: string, where: string) =>
  `CREATE INDEX ${name} ON sales.sale_order (account_id, ${column}) WHERE ${column} <> '' ${where}`;
const search = (table: string, columns: readonly string[]) =>
  `CREATE INDEX ${table}_search ON sales.${table} USING gin (${columns.map((column) => `${column} public.gin_trgm_ops`).join(', ')})`;

const TRIMMED = ['email', 'email_key', 'telephone'].map(
  (column) => `UPDATE sales.customer SET ${column} = ${trimmed(column)} WHERE ${column} <> ${trimmed(column)}`,
);

const CUSTOMER_TEXTS = ['name', 'email', 'telephone'];
const ORDER_TEXTS = ['name', 'email', 'telephone', 'telephone_2'];

const AFTER = {
  customer_by_name: customers('customer_by_name', `(${text.sortedName('name')})`),
  customer_by_email: customers('customer_by_email', text.sorted('email_key')),
  customer_by_telephone: customers('customer_by_telephone', text.sorted('telephone')),
  customer_search: search('customer', CUSTOMER_TEXTS.map(text.searched)),
  sale_order_search: search('sale_order', ORDER_TEXTS.map(text.searched)),
  sale_order_by_payment_method: orders(
    'sale_order_by_payment_method',
    'payment_method',
    `WHERE ${indexed('payment_method')}`,
  ),
  sale_order_by_shipping_method: orders(
    'sale_order_by_shipping_method',
    'shipping_method',
    `WHERE ${indexed('shipping_method')}`,
  ),
  sale_order_by_shipping_tracking: given(
    'sale_order_by_shipping_tracking',
    'shipping_tracking',
    `AND ${indexed('shipping_tracking')}`,
  ),
  sale_order_by_postcode: given('sale_order_by_postcode', 'postcode', `AND ${indexed('postcode')}`),
};

const BEFORE = {
  customer_by_name: customers('customer_by_name', 'name'),
  customer_by_email: customers('customer_by_email', 'email_key'),
  customer_by_telephone: customers('customer_by_telephone', 'telephone'),
  customer_search: search('customer', CUSTOMER_TEXTS),
  sale_order_search: search('sale_order', ORDER_TEXTS),
  sale_order_by_payment_method: orders('sale_order_by_payment_method', 'payment_method', ''),
  sale_order_by_shipping_method: orders('sale_order_by_shipping_method', 'shipping_method', ''),
  sale_order_by_shipping_tracking: given('sale_order_by_shipping_tracking', 'shipping_tracking', ''),
  sale_order_by_postcode: given('sale_order_by_postcode', 'postcode', ''),
};
