import type { Filling } from '../data/bulk.js';

/** Customers of 20 groups; every hundredth is deleted. */
export const customerFilling = (account_id: number, count: number): Filling => ({
  tables: ['sales.customer'],
  steps: [
    `INSERT INTO sales.customer (account_id, customer_group_id, reward, firstname, lastname, name, company, email, email_key,
       telephone, card_number, date_added, date_modified, date_deleted)
     SELECT ${account_id}, n % 20 + 1, n % 1000, 'Ada', 'Buyer' || n, 'Ada Buyer' || n, 'Works ' || n % 300,
       format('Buyer%s@post%s.test', n, n % 100), format('buyer%s@post%s.test', n, n % 100),
       '+1 555 ' || lpad(n::text, 7, '0'), 'CARD-' || n, now() - make_interval(mins => n), now() - make_interval(mins => n / 2),
       CASE WHEN n % 100 = 0 THEN now() END
     FROM generate_series(1, ${count}) n`,
  ],
});
