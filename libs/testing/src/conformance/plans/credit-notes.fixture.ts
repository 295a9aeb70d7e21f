import type { Filling } from '../../data/bulk.js';

/**
 * Adds credit notes of one line each, of 5,000 customers, 3 channels, 5 statuses and 4 ways to pay; every hundredth is
 * deleted.
 */
export const creditNoteFilling = (account_id: number, count: number): Filling => ({
  tables: ['sales.sale_credit_note', 'sales.sale_credit_note_product'],
  steps: [
    `WITH placed AS (
       INSERT INTO sales.sale_credit_note (account_id, order_id, location_id, channel_id, payment_method_id,
         customer_id, credit_note_status_id, channel, payment_method, credit_note_status, firstname, lastname, name,
         email, telephone, currency, total, cost, date_added, date_modified, date_deleted)
       SELECT ${account_id}, n, 1, n % 3 + 1, n % 4 + 1, n % 5000 + 1,
         n % 5 + 1, 'Counter ' || n % 3, 'Method ' || n % 4,
         'Status ' || n % 5, 'Ada', 'Buyer' || n, 'Ada Buyer' || n, format('buyer%s@post%s.test', n, n % 100),
         '+1 555 ' || lpad(n::text, 7, '0'), 'USD', 10 + n % 500, 5, now() - make_interval(mins => n),
         now() - make_interval(mins => n / 2), CASE WHEN n % 100 = 0 THEN now() END
       FROM generate_series(1, ${count}) n RETURNING credit_note_id
     )
     INSERT INTO sales.sale_credit_note_product (account_id, credit_note_id,
       position, item_id, name, quantity, price, total, cost)
     SELECT ${account_id}, credit_note_id, 0, credit_note_id % 1000 + 1, 'Ware', 1, 10, 10, 5 FROM placed`,
  ],
});
