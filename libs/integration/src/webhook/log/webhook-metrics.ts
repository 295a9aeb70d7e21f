import type { Db } from '@stockbook/persistence';
import { gauge } from '@stockbook/process';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { MEASURE } from '../dispatch/dispatch-statements.js';

const age = gauge('stockbook_webhook_oldest_pending_age_seconds', 'Age of the oldest webhook that could be sent now');
const failing = gauge('stockbook_webhook_endpoints_failing', 'Endpoints with the status failing');

@Injectable()
export class WebhookMetrics implements Job {
  async run(db: Db): Promise<boolean> {
    const [row] = await db.query<{ age_s: number; failing: number }>(MEASURE, []);
    age.set(row?.age_s ?? 0);
    failing.set(row?.failing ?? 0);
    return false;
  }
}
