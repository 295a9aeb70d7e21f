import type { Actor } from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { moveCreditNotes } from './credit-note/write/moved-credit-notes.js';
import { moveOrders } from './order/edit/moved-orders.js';

/** One run serves at most this many merges, each with one batch of records. */
const AT_ONCE = 10;

const oldest = statement(
  'oldest_customer_merges',
  `SELECT account_id, customer_id FROM sales.customer_merge ORDER BY date_added LIMIT ${AT_ONCE}`,
);
const idle = statement('are_merged_customers_moved', 'SELECT NOT EXISTS (SELECT FROM sales.customer_merge) AS is_idle');
const lock = statement(
  'lock_customer_merge',
  'SELECT merged_into, actor FROM sales.customer_merge WHERE account_id = $1 AND customer_id = $2 FOR UPDATE',
);
const end = statement(
  'end_customer_merge',
  'DELETE FROM sales.customer_merge WHERE account_id = $1 AND customer_id = $2',
);

interface Merge {
  readonly account_id: number;
  readonly customer_id: number;
}

/** Moves the orders and credit notes of merged customers, in a transaction for each batch. */
@Injectable()
export class RecordMoves implements Job {
  readonly idle = idle;

  async run(db: Db): Promise<boolean> {
    const faults: unknown[] = [];
    const merges = await db.query<Merge>(oldest, []);
    for (const merge of merges) await moveBatch(db, merge).catch((fault: unknown) => faults.push(fault));
    if (faults.length)
      throw new AggregateError(faults, `Records of ${faults.length} merged customers are not moved yet.`);
    return merges.length > 0;
  }
}

/** Another merge of the remaining customer waits for the batch, and redirects the next one. */
function moveBatch(db: Db, { account_id, customer_id }: Merge): Promise<void> {
  return db.transactFor([account_id], async (tx) => {
    const [merge] = await tx.query<{ merged_into: number; actor: Actor }>(lock, [account_id, customer_id]);
    if (!merge) return;
    const move = { from: customer_id, to: merge.merged_into, actor: merge.actor };
    if (await moveOrders(tx, move)) return;
    if (await moveCreditNotes(tx, move)) return;
    await tx.query(end, [account_id, customer_id]);
  });
}
