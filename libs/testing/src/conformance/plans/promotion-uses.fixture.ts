import type { Filling } from '../../data/bulk.js';

/**
 * Adds uses `1..count` of 1,000 promotions, one by each order and one each minute until now; orders gave every tenth
 * back.
 */
export const promotionUseFilling = (account_id: number, count: number): Filling => ({
  tables: ['integration.promotion_history'],
  steps: [
    `INSERT INTO integration.promotion_history (account_id, promotion_id, order_id, channel_id,
       customer_id, total, date_added, date_deleted)
     SELECT ${account_id}, n % 1000, n, n % 3 + 1, n, 5,
       now() - make_interval(mins => ${count} - n), CASE WHEN n % 10 = 0 THEN now() END
     FROM generate_series(1, ${count}) n`,
  ],
});
