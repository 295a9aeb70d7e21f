import { type Db, statement } from '@stockbook/persistence';
import { CURRENT_TIMELINE } from './generation-table.js';

/** Ids that a lost future may have given out. */
const SHARE = 10;
const LEAST = 100_000;

/** Returns the work of which replicas of the service have leases: none when it is stopped. */
export async function heldLeases(db: Db): Promise<string[]> {
  const held = statement(
    'held_leases',
    `SELECT name FROM ${db.schema}.lease WHERE owner IS NOT NULL AND expires_at > clock_timestamp() ORDER BY name`,
  );
  return (await db.query<{ name: string }>(held, [])).map(({ name }) => name);
}

/** Ids skip those that a lost future may have given out. */
export async function startGeneration(db: Db, generation: number, since: Date): Promise<void> {
  const { schema, source } = db;
  await source.transaction(async (manager) => {
    // A replica that was paused finds its lease gone.
    await manager.query(`UPDATE ${schema}.lease SET owner = NULL, epoch = epoch + 1`);
    await manager.query(
      `UPDATE ${schema}.generation
       SET generation = $1, timeline = ${CURRENT_TIMELINE}, started_at = now(), refill_at = $2, refill_id = 0`,
      [generation, since],
    );
    await manager.query(
      `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass,
         least(max_value, coalesce(last_value, start_value) + greatest(coalesce(last_value, 0) / ${SHARE}, ${LEAST})))
       FROM pg_sequences WHERE schemaname = $1`,
      [schema],
    );
  });
}
