import { type Db, statement } from '@stockbook/persistence';
import { gauge } from '@stockbook/process';

const waiting = gauge('stockbook_outbox_events', 'Events that wait for the relay, counted up to 100,000', 'service');
const age = gauge('stockbook_outbox_oldest_age_seconds', 'Age of the first event that waits for the relay', 'service');
const parked = gauge('stockbook_parked_events', 'Events that wait for an operator', 'service');

/** Bounds the work of a count while a broker is away for hours. */
const MOST_COUNTED = 100_000;

/** Reads the gauges of events that wait in a schema, on any replica. */
export async function measureBacklog(db: Db): Promise<void> {
  const { schema: service } = db;
  const [row] = await db.query<{ waiting: number; age_s: number; parked: number }>(
    statement(
      'measure_backlog',
      `SELECT (SELECT count(*) FROM (SELECT FROM ${service}.outbox LIMIT ${MOST_COUNTED}) events) AS waiting,
         (SELECT count(*) FROM (
            SELECT FROM ${service}.parked_event WHERE retry_at IS NULL LIMIT ${MOST_COUNTED}
          ) events) AS parked,
         coalesce((
           SELECT greatest(extract(epoch FROM clock_timestamp() - created_at), 0) FROM ${service}.outbox
           ORDER BY outbox_id LIMIT 1
         ), 0)::float8 AS age_s`,
    ),
    [],
  );
  waiting.set({ service }, row?.waiting ?? 0);
  age.set({ service }, row?.age_s ?? 0);
  parked.set({ service }, row?.parked ?? 0);
}
