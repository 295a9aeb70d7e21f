import type { Filling } from '../../data/bulk.js';

const numbers = (count: number) =>
  `FROM (SELECT generate_series(1, ${count}) AS n UNION ALL SELECT 77 FROM generate_series(2, 40)) numbered`;
const HISTORIES = ['order', 'credit_note'] as const;

/**
 * Adds one reward transaction of each of the customers `1..count`, and one entry in each history of their orders and
 * credit notes. Number 77 has forty.
 */
export const entryFilling = (account_id: number, count: number): Filling => ({
  tables: ['sales.customer_reward', ...HISTORIES.map((kind) => `sales.sale_${kind}_history`)],
  steps: [
    `INSERT INTO sales.customer_reward (account_id, customer_id, reward, balance, date_added)
     SELECT ${account_id}, n, 5, 5, now() ${numbers(count)}`,
    ...HISTORIES.map(
      (kind) => `INSERT INTO sales.sale_${kind}_history (account_id, ${kind}_id, comment)
        SELECT ${account_id}, n, 'Entry ' || row_number() OVER () ${numbers(count)}`,
    ),
  ],
});
