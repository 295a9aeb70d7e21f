import { statement } from './connection/statement.js';
import type { Db } from './db.js';

const BATCH = 1_000;

/** Keys without a hash serve retries of one request for seconds. */
const RETENTION = [
  { name: 'answers', isOld: `request_hash IS NOT NULL AND date_added < now() - interval '24 hours'` },
  { name: 'internal_answers', isOld: `request_hash IS NULL AND date_added < now() - interval '10 minutes'` },
];

/** A key has no time of its own, so its table has no partitions. Returns whether more are due. */
export async function pruneRequestKeys(db: Db): Promise<boolean> {
  let isMore = false;
  for (const { name, isOld } of RETENTION) {
    const old = statement(
      `prune_${name}`,
      `DELETE FROM ${db.schema}.request_key WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${db.schema}.request_key WHERE ${isOld} LIMIT ${BATCH}
       )) RETURNING 1`,
    );
    if ((await db.query(old, [])).length === BATCH) isMore = true;
  }
  return isMore;
}
