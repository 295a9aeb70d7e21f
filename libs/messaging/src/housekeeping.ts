import { type Db, statement } from '@stockbook/persistence';

const BATCH = 1_000;

/** How long rows are kept. The inbox outlives the archive, from which events may be sent once more. */
const RETENTION = [
  { table: 'outbox_archive', since: 'created_at', keep: '7 days' },
  { table: 'inbox', since: 'created_at', keep: '8 days' },
  { table: 'request_key', since: 'date_added', keep: '24 hours' },
] as const;

/**
 * Deletes, in small transactions, what a service's schema need not remember any longer; to be run every few minutes.
 */
export async function prune(db: Db): Promise<void> {
  for (const { table, since, keep } of RETENTION) {
    const old = statement(
      `prune_${table}`,
      `DELETE FROM ${db.schema}.${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${db.schema}.${table} WHERE ${since} < now() - interval '${keep}' LIMIT ${BATCH}
       )) RETURNING 1`,
    );
    while ((await db.query(old, [])).length === BATCH);
  }
}
