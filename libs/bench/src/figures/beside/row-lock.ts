import type { Pool } from 'pg';
import type { BenchShop } from '../../shop.js';

type Table = 'inventory.item' | 'inventory.item_stock';

export async function whileLocked<T>(
  database: Pool,
  tables: readonly Table[],
  { account_id, hot_item_id }: BenchShop,
  work: () => Promise<T>,
): Promise<T> {
  const locker = await database.connect();
  try {
    await locker.query('BEGIN');
    for (const table of tables) {
      const rows = `SELECT FROM ${table} WHERE account_id = $1 AND item_id = $2 FOR UPDATE`;
      await locker.query(rows, [account_id, hot_item_id]);
    }
    return await work();
  } finally {
    await locker.query('ROLLBACK');
    locker.release();
  }
}
