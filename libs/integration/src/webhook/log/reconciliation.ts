import { Db } from '@stockbook/persistence';
import { type Log, LOG } from '@stockbook/process';
import type { Job } from '@stockbook/service';
import { Inject, Injectable } from '@nestjs/common';
import { RECONCILE } from './redelivery-statements.js';

/** Compares the events of the last hour with their deliveries. None should be missing: what is, is sent, and reported. */
@Injectable()
export class WebhookReconciliation implements Job {
  constructor(@Inject(LOG) private readonly log: Log) {}

  async run(db: Db): Promise<boolean> {
    const missing = await db.query<{ delivery_id: number }>(RECONCILE, []);
    if (missing.length) this.log.error({ missing: missing.length }, 'deliveries of webhooks were missing and are sent');
    return false;
  }
}
