import type { Filling } from './bulk.js';

/** Items whose stock moves often. */
export const MOVING_ITEMS = 100;
/** Their first movement was so long ago, the latest one a moment ago. */
export const MOVING_DAYS = 100;

/** So many movements of the account's first items, evenly over their locations and days: one piece comes, and leaves again. */
export function movementFilling(account_id: number, count: number): Filling {
  const moving = `SELECT item_id FROM inventory.item WHERE account_id = ${account_id} AND NOT bundle
    ORDER BY item_id LIMIT ${MOVING_ITEMS}`;
  const first = `item_flow.account_id = ${account_id} AND seq = 1 AND item_id IN (${moving})`;
  const pairs = Math.ceil(count / MOVING_ITEMS / 4);
  return {
    tables: ['inventory.item_flow', 'inventory.item_stock'],
    steps: [
      `UPDATE inventory.item_flow SET date_added = now() - interval '${MOVING_DAYS} days' WHERE ${first}`,
      `INSERT INTO inventory.item_flow (account_id, item_id, location_id, seq, quantity, balance, unit_cost, value, variance,
         average_cost, document, document_id, document_version, line, user_id, username, comment, date_added)
       SELECT account_id, item_id, location_id, n + 1, n % 2 * 2 - 1, balance + n % 2, unit_cost, (n % 2 * 2 - 1) * unit_cost, 0,
         average_cost, 'bench', n, 1, 1, 1, 'bench', '', date_added + n * (now() - date_added) / ${2 * pairs}
       FROM inventory.item_flow, generate_series(1, ${2 * pairs}) n WHERE ${first}
       ORDER BY n, item_id, location_id`,
      `UPDATE inventory.item_stock SET seq = ${2 * pairs + 1}
       WHERE account_id = ${account_id} AND item_id IN (${moving})`,
    ],
  };
}
