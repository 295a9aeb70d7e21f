/** One of each kind of fault in promotions, with the check that finds it. */
export const PROMOTION_PLANTS: readonly (readonly [check: string, sql: string])[] = [
  [
    'the uses of promotions are not those of the acknowledged orders',
    'UPDATE integration.promotion_history SET date_deleted = now() WHERE date_deleted IS NULL',
  ],
  [
    'total_used of a promotion is not the number of its uses',
    'UPDATE integration.promotion SET total_used = total_used + 1',
  ],
  [
    'total_used of a promotion is not the number of its uses',
    `INSERT INTO integration.promotion_history (account_id, promotion_id, order_id)
     SELECT account_id, promotion_id, 1000000 FROM integration.promotion LIMIT 1`,
  ],
  [
    'total_used of a promotion is not the number of its uses',
    'UPDATE integration.promotion_history SET counted = false',
  ],
  [
    'total_held of a promotion is not the number of its holds',
    'UPDATE integration.promotion SET total_held = total_held + 1',
  ],
  [
    'a promotion has more uses and holds than its limit allows',
    `UPDATE integration.promotion SET total_limit = 1;
     INSERT INTO integration.promotion_hold (account_id, promotion_id, channel_id, key, date_expire)
     SELECT account_id, promotion_id, 0, 'till-' || n, now() FROM integration.promotion, generate_series(1, 2) n`,
  ],
];

const GAP = 'the numbers of a series of invoices have a gap';

/** Faults in the numbers of invoices, with the check that finds them. */
export const INVOICE_PLANTS: readonly (readonly [check: string, sql: string])[] = [
  [GAP, 'UPDATE integration.invoice_series SET last_no = last_no + 1'],
  [GAP, 'UPDATE integration.invoice_number SET invoice_no = invoice_no + 1000'],
];
