import { Db } from '@stockbook/persistence';
import { type Log, LOG } from '@stockbook/process';
import type { Job } from '@stockbook/service';
import { Inject, Injectable } from '@nestjs/common';
import { LOCK_ENDPOINTS } from '../dispatch/dispatch-statements.js';
import { FIND_MISSING, FIND_STUCK, HOLD_RECOVERED, RECONCILE, RELEASE_STUCK } from './redelivery-statements.js';

interface Found {
  readonly account_id: number;
  readonly webhook_ids: number[];
}

@Injectable()
export class WebhookReconciliation implements Job {
  constructor(@Inject(LOG) private readonly log: Log) {}

  async run(db: Db): Promise<boolean> {
    const stuck = await db.query<Found>(FIND_STUCK, []);
    for (const { account_id, webhook_ids } of stuck) {
      await db.transactFor([account_id], async (tx) => {
        tx.send(LOCK_ENDPOINTS, [account_id, webhook_ids]);
        tx.send(RELEASE_STUCK, [account_id, webhook_ids]);
      });
    }
    const missing = await this.recoverMissing(db);
    if (missing) this.log.error({ missing }, 'deliveries of webhooks were missing and are sent');
    return false;
  }

  private async recoverMissing(db: Db): Promise<number> {
    let count = 0;
    for (const { account_id, webhook_ids } of await db.query<Found>(FIND_MISSING, [])) {
      const endpoints = [account_id, webhook_ids];
      count += await db.transactFor([account_id], async (tx) => {
        tx.send(LOCK_ENDPOINTS, endpoints);
        const missing = await tx.query(RECONCILE, endpoints);
        tx.send(HOLD_RECOVERED, endpoints);
        return missing.length;
      });
    }
    return count;
  }
}
