import type { Filling } from '../../data/bulk.js';

const LINES = 2;

/**
 * Adds `count` transfer jobs and as many stock takes, of two lines each. The first ten of each kind are drafts, and the
 * next ten are in transit or counting. All lines of stock takes that are not drafts are counted once.
 */
export const jobFilling = (account_id: number, count: number): Filling => {
  const jobs = `FROM generate_series(1, ${count}) n`;
  const status = 'CASE WHEN n <= 10 THEN 1 WHEN n <= 20 THEN 2 ELSE 3 END';
  const dates = 'now() - make_interval(mins => n), now() - make_interval(mins => n)';
  const items = `(item_transfer_job_id * ${LINES} + line) % 20000 + 1`;
  return {
    tables: [
      'inventory.transfer_job',
      'inventory.transfer_job_line',
      'inventory.stock_take_job',
      'inventory.stock_take_job_line',
      'inventory.stock_take_count',
    ],
    steps: [
      `WITH job AS (
         INSERT INTO inventory.transfer_job (account_id, user_id, username, from_location_id,
           to_location_id, job_status_id, date_added, date_modified)
         SELECT ${account_id}, 1, 'bench', 1, 2, ${status}, ${dates} ${jobs}
         RETURNING item_transfer_job_id, job_status_id
       )
       INSERT INTO inventory.transfer_job_line (account_id, item_transfer_job_id, line_id, position, item_id, name,
         quantity, quantity_in_transit, quantity_received, quantity_lost)
       SELECT ${account_id}, item_transfer_job_id, line, line - 1, ${items}, 'Ware', 5,
         CASE job_status_id WHEN 2 THEN 5 ELSE 0 END, CASE job_status_id WHEN 3 THEN 5 ELSE 0 END, 0
       FROM job, generate_series(1, ${LINES}) line`,
      `WITH job AS (
         INSERT INTO inventory.stock_take_job (account_id, user_id, username, location_id, job_status_id,
           total, counted, changed, date_added, date_modified)
         SELECT ${account_id}, 1, 'bench', 1, ${status}, ${LINES}, ${LINES}, 0, ${dates} ${jobs}
         RETURNING item_stock_take_job_id
       ), line AS (
         INSERT INTO inventory.stock_take_job_line (account_id, item_stock_take_job_id, line_id, position,
           item_id, name, quantity, seq, quantity_expected)
         SELECT ${account_id}, item_stock_take_job_id, line, line - 1, line, 'Ware', 5, 1, 5
         FROM job, generate_series(1, ${LINES}) line RETURNING item_stock_take_job_id, item_id
       )
       INSERT INTO inventory.stock_take_count (account_id, item_stock_take_job_id, item_id,
         quantity, seq, quantity_expected, user_id, username)
       SELECT ${account_id}, item_stock_take_job_id, item_id, 5, 1, 5, 1, 'bench' FROM line`,
    ],
  };
};
