import { type Db, statement } from '@stockbook/persistence';
import type { EventBus } from '../bus/event-bus.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-row.js';

const BATCH = 500;

/** The topics of the last thousand events in the archive. */
export async function sentTopics(db: Db): Promise<string[]> {
  const sent = statement(
    'sent_topics',
    `SELECT DISTINCT topic FROM (
       SELECT topic FROM ${db.schema}.outbox_archive ORDER BY created_at DESC LIMIT 1000
     ) AS latest`,
  );
  return (await db.query<{ topic: string }>(sent, [])).map(({ topic }) => topic);
}

/** Publishes archived events again (of the last seven days) and returns their number. Consumers drop duplicates. */
export async function refill(db: Db, bus: EventBus, { topic, since }: { topic: string; since: Date }): Promise<number> {
  // The time as text, because a Date has no microseconds.
  const page = statement(
    'refill',
    `SELECT ${EVENT_COLUMNS}, outbox_id, created_at::text AS at FROM ${db.schema}.outbox_archive
     WHERE topic = $1 AND created_at >= $2::timestamptz AND (created_at, outbox_id) > ($2::timestamptz, $3::bigint)
     ORDER BY created_at, outbox_id LIMIT ${BATCH}`,
  );
  let [at, outbox_id, published] = [since.toISOString(), 0, 0];
  for (;;) {
    const rows = await db.query<EventRow & { outbox_id: number; at: string }>(page, [topic, at, outbox_id]);
    const last = rows.at(-1);
    if (!last) return published;
    await bus.publish(rows.map(toEvent));
    [at, outbox_id, published] = [last.at, last.outbox_id, published + rows.length];
  }
}
