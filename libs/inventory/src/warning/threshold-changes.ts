import { SYSTEM } from '@stockbook/contracts';
import { type Db, statement, type Tx } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { LockedStock } from '../ledger/locked-stock.js';
import { Posting } from '../ledger/posting.js';

/** At most this many items are judged at a time, because their stock is locked meanwhile. */
const BATCH = 500;
/** At most this many locations have their turn in one run. */
const LOCATIONS = 10;

const REMEMBER = statement(
  'remember_threshold_change',
  `INSERT INTO inventory.threshold_change (account_id, location_id) VALUES ($1, $2)
   ON CONFLICT (account_id, location_id) DO UPDATE SET next_item_id = 0`,
);

/** Has the states of all stock at a location judged by its new thresholds soon. */
export const judgeLater = (tx: Tx, location_id: number): void => tx.send(REMEMBER, [tx.account_id, location_id]);

const IS_IDLE = statement(
  'are_thresholds_applied',
  'SELECT NOT EXISTS (SELECT FROM inventory.threshold_change) AS is_idle',
);
const DUE = statement(
  'threshold_changes',
  `SELECT account_id, location_id FROM inventory.threshold_change ORDER BY account_id, location_id LIMIT ${LOCATIONS}`,
);
const CLAIM = statement(
  'claim_threshold_change',
  `SELECT next_item_id FROM inventory.threshold_change WHERE account_id = $1 AND location_id = $2
   FOR UPDATE SKIP LOCKED`,
);
const NEXT = statement(
  'items_at_location',
  `SELECT item_id FROM inventory.item_stock WHERE account_id = $1 AND location_id = $2 AND item_id >= $3
   ORDER BY item_id LIMIT ${BATCH}`,
);
const GO_ON = statement(
  'go_on_with_threshold_change',
  'UPDATE inventory.threshold_change SET next_item_id = $3 WHERE account_id = $1 AND location_id = $2',
);
const END = statement(
  'end_threshold_change',
  'DELETE FROM inventory.threshold_change WHERE account_id = $1 AND location_id = $2',
);

interface Change {
  readonly account_id: number;
  readonly location_id: number;
}

/** A location may have the stock of a million items, so it is judged in parts. */
@Injectable()
export class ThresholdChanges implements Job {
  readonly idle = IS_IDLE;

  async run(db: Db): Promise<boolean> {
    const due = await db.query<Change>(DUE, []);
    const faults: unknown[] = [];
    for (const change of due)
      await db.transactFor([change.account_id], (tx) => judge(tx, change)).catch((fault) => faults.push(fault));
    if (faults.length)
      throw new AggregateError(faults, `Thresholds of ${faults.length} locations are not applied yet.`);
    return due.length > 0;
  }
}

async function judge(tx: Tx, { account_id, location_id }: Change): Promise<void> {
  const key = [account_id, location_id];
  const [change] = await tx.query<{ next_item_id: number }>(CLAIM, key);
  if (!change) return;
  const items = await tx.query<{ item_id: number }>(NEXT, [...key, change.next_item_id]);
  const keys = items.map(({ item_id }) => ({ account_id, item_id, location_id }));
  const stock = await LockedStock.of(tx, keys);
  const posting = new Posting(stock);
  for (const each of keys) if (stock.has(each)) posting.review(stock.level(each), SYSTEM);
  posting.write(tx);
  const last = items.at(-1);
  if (last && items.length === BATCH) tx.send(GO_ON, [...key, last.item_id + 1]);
  else tx.send(END, key);
}
