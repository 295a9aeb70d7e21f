import type { Event } from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';
import type { EventBus } from '../bus/event-bus.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-row.js';

const BATCH = 500;
/** One batch has at most this many bytes of payload, except where a single one is longer. */
const REFILL_BYTES = 4 * 1024 * 1024;

export async function sentTopics(db: Db): Promise<string[]> {
  const sent = statement(
    'sent_topics',
    `SELECT DISTINCT topic FROM (
       SELECT topic FROM ${db.schema}.outbox_archive ORDER BY created_at DESC LIMIT 1000
     ) AS latest`,
  );
  return (await db.query<{ topic: string }>(sent, [])).map(({ topic }) => topic);
}

/** Publishes archived events of the last seven days again and returns their number. Consumers drop duplicates. */
export async function refill(db: Db, bus: EventBus, { topic, since }: { topic: string; since: Date }): Promise<number> {
  let published = 0;
  for await (const { events } of archived(db, { at: since.toISOString(), id: 0 }, topic)) {
    await bus.publish(events);
    published += events.length;
  }
  return published;
}

interface RefillTerm {
  readonly db: Db;
  /** Rejects when the events are not surely sent. */
  readonly publish: (events: readonly Event[]) => Promise<void>;
  readonly isOver: () => boolean;
}

/** Publishes what the topics of a new generation lack. Goes on at the place where an earlier lease term has ended. */
export async function refillGeneration({ db, publish, isOver }: RefillTerm): Promise<void> {
  const from = await findPlace(db);
  if (!from) return;
  const reach = statement(
    'refill_reached',
    `UPDATE ${db.schema}.generation SET refill_at = $1::timestamptz, refill_id = $2 WHERE refill_at IS NOT NULL`,
  );
  for await (const { events, next } of archived(db, from)) {
    if (isOver()) return;
    await publish(events);
    await db.query(reach, [next.at, next.id]);
  }
  await db.query(reach, [null, 0]);
}

/** Tells whether the topics still lack events of the archive. */
export const isRefilling = async (db: Db): Promise<boolean> => (await findPlace(db)) !== undefined;

/** A place in the archive. The time is text, because a Date has no microseconds. */
interface Place {
  readonly at: string;
  readonly id: number;
}

async function findPlace(db: Db): Promise<Place | undefined> {
  const find = statement(
    'refill_place',
    `SELECT refill_at::text AS at, refill_id AS id FROM ${db.schema}.generation WHERE refill_at IS NOT NULL`,
  );
  return (await db.query<Place>(find, []))[0];
}

async function* archived(db: Db, from: Place, topic?: string): AsyncGenerator<{ events: Event[]; next: Place }> {
  const page = statement(
    'refill',
    `SELECT ${EVENT_COLUMNS}, outbox_id AS id, created_at::text AS at FROM (
       SELECT *, row_number() OVER line = 1 AS is_first, sum(octet_length(payload::text)) OVER line AS bytes FROM (
         SELECT * FROM ${db.schema}.outbox_archive
         WHERE ($3::text IS NULL OR topic = $3) AND created_at >= $1::timestamptz
           AND (created_at, outbox_id) > ($1::timestamptz, $2::bigint)
         ORDER BY created_at, outbox_id LIMIT ${BATCH}
       ) next WINDOW line AS (ORDER BY created_at, outbox_id)
     ) next WHERE is_first OR bytes <= ${REFILL_BYTES} ORDER BY created_at, outbox_id`,
  );
  for (let next = from; ;) {
    const rows = await db.query<EventRow & Place>(page, [next.at, next.id, topic ?? null]);
    const last = rows.at(-1);
    if (!last) return;
    next = { at: last.at, id: last.id };
    yield { events: rows.map(toEvent), next };
  }
}
