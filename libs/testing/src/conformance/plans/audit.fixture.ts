import type { Filling } from '../../data/bulk.js';

/** Adds changes `1..count` of an account, of many users, operations and records, one each five seconds until now. */
export const auditFilling = (account_id: number, count: number): Filling => ({
  tables: ['settings.audit'],
  steps: [
    `INSERT INTO settings.audit (account_id, date_added, user_id, username, operation, resource, record_id, change,
       previous, address, request_id)
     SELECT ${account_id}, now() - (${count} - n) * interval '5 seconds', n % 50, 'user', 'sale/order/edit' || n % 50,
       'sale/order', n, 'edited', '{}', '127.0.0.1', 'r' || n
     FROM generate_series(1, ${count}) n`,
  ],
});
