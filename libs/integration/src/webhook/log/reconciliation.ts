import { Db } from '@stockbook/persistence';
import { type Log, LOG } from '@stockbook/process';
import type { Job } from '@stockbook/service';
import { Inject, Injectable } from '@nestjs/common';
import { LOCK_ENDPOINTS } from '../dispatch/dispatch-statements.js';
import { FIND_STUCK, RECONCILE, RELEASE_STUCK } from './redelivery-statements.js';

/** Compares the events of the last hour with their deliveries, sends and reports those that are missing, and releases stuck ones. */
@Injectable()
export class WebhookReconciliation implements Job {
  constructor(@Inject(LOG) private readonly log: Log) {}

  async run(db: Db): Promise<boolean> {
    const stuck = await db.query<{ account_id: number; webhook_ids: number[] }>(FIND_STUCK, []);
    for (const { account_id, webhook_ids } of stuck) {
      await db.transactFor([account_id], async (tx) => {
        tx.send(LOCK_ENDPOINTS, [account_id, webhook_ids]);
        tx.send(RELEASE_STUCK, [account_id, webhook_ids]);
      });
    }
    const missing = await db.query<{ delivery_id: number }>(RECONCILE, []);
    if (missing.length) this.log.error({ missing: missing.length }, 'deliveries of webhooks were missing and are sent');
    return false;
  }
}
