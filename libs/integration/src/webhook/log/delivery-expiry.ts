import { type Db, statement } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { KEPT_DAYS } from './partitions.js';

const EXPIRE = statement(
  'expire_deliveries',
  `WITH old AS (
     DELETE FROM integration.webhook_queue WHERE date_added < now() - interval '${KEPT_DAYS} days' RETURNING *
   )
   INSERT INTO integration.webhook_delivery (account_id, position, date_added, webhook_id, delivery_id, section,
     record_id, state, trigger, tries, attempts, reason)
   SELECT account_id, position, date_added, webhook_id, delivery_id, section, record_id, 'cancelled', trigger, tries,
     attempts, 'expired' FROM old`,
);

/** Cancels deliveries that have waited for 30 days. */
@Injectable()
export class DeliveryExpiry implements Job {
  async run(db: Db): Promise<boolean> {
    await db.query(EXPIRE, []);
    return false;
  }
}
