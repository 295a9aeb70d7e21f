import { Db } from '@stockbook/persistence';
import { type Log, LOG } from '@stockbook/process';
import type { Job } from '@stockbook/service';
import { Inject, Injectable } from '@nestjs/common';
import { RECONCILE, RELEASE_STUCK } from './redelivery-statements.js';

/** Compares the events of the last hour with their deliveries, sends and reports those that are missing, and releases stuck ones. */
@Injectable()
export class WebhookReconciliation implements Job {
  constructor(@Inject(LOG) private readonly log: Log) {}

  async run(db: Db): Promise<boolean> {
    await db.query(RELEASE_STUCK, []);
    const missing = await db.query<{ delivery_id: number }>(RECONCILE, []);
    if (missing.length) this.log.error({ missing: missing.length }, 'deliveries of webhooks were missing and are sent');
    return false;
  }
}
