import { type Db, statement } from '@stockbook/persistence';

const BATCH = 1_000;

/** The inbox outlives the archive, which may be published again. Keys without a hash serve retries of one request for seconds. */
const RETENTION = [
  { name: 'archive', table: 'outbox_archive', isOld: `created_at < now() - interval '7 days'` },
  { name: 'inbox', table: 'inbox', isOld: `created_at < now() - interval '8 days'` },
  {
    name: 'answers',
    table: 'request_key',
    isOld: `request_hash IS NOT NULL AND date_added < now() - interval '24 hours'`,
  },
  {
    name: 'internal_answers',
    table: 'request_key',
    isOld: `request_hash IS NULL AND date_added < now() - interval '10 minutes'`,
  },
];

/** Deletes in small transactions. Returns whether more rows are due. */
export async function prune(db: Db): Promise<boolean> {
  let isMore = false;
  for (const { name, table, isOld } of RETENTION) {
    const old = statement(
      `prune_${name}`,
      `DELETE FROM ${db.schema}.${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${db.schema}.${table} WHERE ${isOld} LIMIT ${BATCH}
       )) RETURNING 1`,
    );
    if ((await db.query(old, [])).length === BATCH) isMore = true;
  }
  return isMore;
}
