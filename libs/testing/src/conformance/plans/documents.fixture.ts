import type { Filling } from '../../data/bulk.js';

const ago = 'now() - make_interval(mins => n), now() - make_interval(mins => n)';
const inDays = 'current_date - n % 4999';

/**
 * The columns of a kind of document beside those of all, their values for the document `n`, and those of its only line.
 */
interface Kind {
  readonly table: string;
  readonly key: string;
  readonly columns?: string;
  readonly values?: string;
  readonly line: string;
  readonly line_values: string;
}

const COSTED = { line: 'location_id, cost, cost_given', line_values: '1, 2, true' };
const KINDS: readonly Kind[] = [
  { table: 'addition', key: 'item_addition_id', columns: 'purchase_order_id', values: 'n % 400', ...COSTED },
  { table: 'deduction', key: 'item_deduction_id', ...COSTED },
  { table: 'transfer', key: 'item_transfer_id', line: 'from_location_id, to_location_id', line_values: '1, 2' },
  {
    table: 'reservation',
    key: 'item_reservation_id',
    columns: 'location_id, order_id, status',
    values: `n % 2 + 1, n % 400, 'active'`,
    line: 'held, taken',
    line_values: '5, 0',
  },
  {
    table: 'purchase_order',
    key: 'purchase_order_id',
    columns: 'location_id, supplier_id, total, date_estimated_arrival, date_received, status',
    values: `n % 2 + 1, n % 200, n, ${inDays}, ${inDays}, CASE n % 50 WHEN 0 THEN 'open' ELSE 'received' END`,
    line: 'cost, quantity_received',
    line_values: '2, 0',
  },
];

/**
 * Adds `count` documents of each kind that is no job, with one line each, and a tenth as many suppliers. Every
 * hundredth document is deleted.
 */
export const documentFilling = (account_id: number, count: number): Filling => ({
  tables: ['inventory.supplier', ...KINDS.flatMap(({ table }) => [`inventory.${table}`, `inventory.${table}_line`])],
  steps: [
    `INSERT INTO inventory.supplier (account_id, name, channel_group_id, date_modified)
     SELECT ${account_id}, 'Maker ' || n, n % 3, now() - make_interval(mins => n)
     FROM generate_series(1, ${count / 10}) n`,
    ...KINDS.map(
      ({ table, key, columns = '', values = '', line, line_values }) => `WITH added AS (
         INSERT INTO inventory.${table} (account_id, user_id, username, comment, date_deleted,
           date_added, date_modified ${columns && `, ${columns}`})
         SELECT ${account_id}, 1, 'user' || n % 50, 'Left at the back door on day ' || n,
           CASE WHEN n % 100 = 0 THEN now() END, ${ago} ${values && `, ${values}`}
         FROM generate_series(1, ${count}) n RETURNING ${key} AS id
       )
       INSERT INTO inventory.${table}_line (account_id, ${key}, line_id, position, item_id, name, quantity, ${line})
       SELECT ${account_id}, id, 1, 0, id % 20000 + 1, 'Ware', 5, ${line_values} FROM added`,
    ),
  ],
});
