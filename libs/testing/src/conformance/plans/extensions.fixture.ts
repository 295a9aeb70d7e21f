import type { Filling } from '../../data/bulk.js';

/** The short lists of promotions and other extensions have `1..200` rows each, and are filled by hand. */
const ROWS = 200;
const each = (columns: string, values: string, table: string, account_id: number) =>
  `INSERT INTO integration.${table} (account_id, ${columns}) SELECT ${account_id}, ${values}
   FROM generate_series(1, ${ROWS}) n`;

export const extensionTables: readonly string[] = [
  ...['promotion', 'promotion_category', 'invoice_template', 'tax', 'announcement', 'profile', 'extension'],
].map((table) => `integration.${table}`);

export const extensionFilling = (account_id: number): Filling => ({
  tables: extensionTables,
  steps: [
    each('name, title, type, categories', `'Name ' || n, 'Title ' || n, 'percent', ARRAY[n]`, 'promotion', account_id),
    each('name', `'Name ' || n`, 'promotion_category', account_id),
    each('name, template', `'Name ' || n, 'Template'`, 'invoice_template', account_id),
    each('name, type, rate', `'Name ' || n, 'P', 20`, 'tax', account_id),
    each('user_id, username, title', `7, 'user', 'Title ' || n`, 'announcement', account_id),
    each('channel_id, name', `n, 'Name ' || n`, 'profile', account_id),
    each('type, name', `'type ' || n, 'Name ' || n`, 'extension', account_id),
  ],
});
