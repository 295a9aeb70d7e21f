import { type Db, statement } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

const BATCH = 1_000;

// The statement runs as the owner of the table: the role of the service's writes may not delete here.
const PRUNE = statement(
  'prune_audit',
  `DELETE FROM settings.audit WHERE (account_id, audit_id) IN (
     SELECT company.account_id, old.audit_id FROM settings.company CROSS JOIN LATERAL (
       SELECT audit_id FROM settings.audit
       WHERE audit.account_id = company.account_id AND date_added < now() - make_interval(days => company.audit_days)
       ORDER BY date_added LIMIT ${BATCH}
     ) old LIMIT ${BATCH}
   ) RETURNING 1`,
);

/** Deletes changes that are older than their account keeps them. */
@Injectable()
export class AuditPruning implements Job {
  async run(db: Db): Promise<boolean> {
    return (await db.query(PRUNE, [])).length === BATCH;
  }
}
