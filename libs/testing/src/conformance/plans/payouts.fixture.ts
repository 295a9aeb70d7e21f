import type { Filling } from '../../data/bulk.js';

/** Adds payouts `1..count` of 3 channels, one each minute until now. */
export const payoutFilling = (account_id: number, count: number): Filling => ({
  tables: ['sales.channel_payout'],
  steps: [
    `INSERT INTO sales.channel_payout (account_id, channel_id, order_id,
       reference, name, amount, currency, username, date)
     SELECT ${account_id}, n % 3 + 1, n, 'TXN-' || n, 'Sales', 10, 'USD', 'user',
       date_trunc('milliseconds', now()) - make_interval(mins => ${count} - n)
     FROM generate_series(1, ${count}) n`,
  ],
});
