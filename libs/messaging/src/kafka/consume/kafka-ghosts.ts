import type { Event } from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import { v7 as uuidV7 } from 'uuid';
import { kafkaClient } from '../connect/kafka-client.js';
import type { KafkaConfig } from '../connect/kafka-config.js';
import { Malformed, toEvent } from '../kafka-message.js';

/** An event in a topic that the database which sends it does not know, because it was restored to an earlier time. */
export type Ghost = Event;

export interface GhostSearch {
  /** Of the generation whose topics are read. */
  readonly config: KafkaConfig;
  readonly topics: readonly string[];
  readonly since: Date;
  /** Every schema that may have sent the events. */
  readonly senders: readonly Db[];
}

/** Reads the topics to their ends. */
export async function ghostsIn({ config, topics, since, senders }: GhostSearch): Promise<Ghost[]> {
  const kafka = kafkaClient(config, 'stockbook-ghosts', () => undefined);
  const ghosts = new Map<string, Ghost>();
  await readTopics(kafka, config.prefix ?? '', { topics, since }, async (events) => {
    let unknown = events;
    for (const db of senders) unknown = await unknownTo(db, unknown);
    for (const ghost of unknown) ghosts.set(ghost.event_id, ghost);
  });
  return [...ghosts.values()].sort((one, other) => one.created_at.localeCompare(other.created_at));
}

async function unknownTo(db: Db, events: readonly Event[]): Promise<readonly Event[]> {
  // The archive has no index by event_id.
  const known = statement(
    'known_events',
    `SELECT event_id FROM unnest($1::uuid[], $2::int[], $3::text[], $4::bigint[], $5::bigint[])
       AS read (event_id, account_id, topic, aggregate_id, sequence)
     WHERE EXISTS (
       SELECT FROM ${db.schema}.outbox_archive sent
       WHERE (sent.account_id, sent.topic, sent.aggregate_id, sent.sequence)
         = (read.account_id, read.topic, read.aggregate_id, read.sequence) AND sent.event_id = read.event_id
     ) OR event_id IN (SELECT event_id FROM ${db.schema}.outbox)`,
  );
  const columns = (['event_id', 'account_id', 'topic', 'aggregate_id', 'sequence'] as const).map((name) =>
    events.map((event) => event[name]),
  );
  const found = new Set((await db.query<{ event_id: string }>(known, columns)).map(({ event_id }) => event_id));
  return events.filter(({ event_id }) => !found.has(event_id));
}

interface Range {
  readonly topics: readonly string[];
  readonly since: Date;
}

/** Events of a partition, from the first one since a time. */
interface Unread {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly end: number;
}

/** Reads by a group of its own, which ends with the reading. May deliver events twice. */
async function readTopics(
  kafka: Kafka,
  prefix: string,
  { topics, since }: Range,
  onEvents: (events: readonly Event[]) => Promise<void>,
): Promise<void> {
  const admin = kafka.admin();
  const groupId = `${prefix}ghosts-${uuidV7()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  await admin.connect();
  try {
    const unread = await unreadIn(admin, await namesIn(admin, prefix, topics), since);
    const left = new Set(unread.map(placeOf));
    if (!left.size) return;
    await consumer.connect();
    await consumer.subscribe({ topics: [...new Set(unread.map(({ topic }) => topic))], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
      const started = consumer.run({
        autoCommit: false,
        eachBatch: async ({ batch }) => {
          await onEvents(batch.messages.flatMap((message) => eventIn(message, batch.topic.slice(prefix.length))));
          const end = unread.find((each) => placeOf(each) === placeOf(batch))?.end ?? 0;
          if (Number(batch.lastOffset()) + 1 >= end) left.delete(placeOf(batch));
          if (!left.size) resolve();
        },
      });
      // kafkajs seeks only after `run`.
      started.then(() => unread.forEach((each) => consumer.seek(each)), reject);
    });
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}

const placeOf = ({ topic, partition }: Pick<Unread, 'topic' | 'partition'>): string => `${topic}/${partition}`;

async function namesIn(admin: Admin, prefix: string, topics: readonly string[]): Promise<string[]> {
  const present = new Set(await admin.listTopics());
  return topics.map((topic) => prefix + topic).filter((name) => present.has(name));
}

async function unreadIn(admin: Admin, names: readonly string[], since: Date): Promise<Unread[]> {
  const unread: Unread[] = [];
  for (const topic of names) {
    const ends = new Map(
      (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)]),
    );
    for (const { partition, offset } of await admin.fetchTopicOffsetsByTimestamp(topic, since.getTime())) {
      const end = ends.get(partition) ?? 0;
      if (Number(offset) < end) unread.push({ topic, partition, offset, end });
    }
  }
  return unread;
}

/** None of a message that is no event: no service has sent it. */
function eventIn(message: KafkaMessage, topic: string): Event[] {
  try {
    return [toEvent(message, topic)];
  } catch (fault) {
    if (fault instanceof Malformed) return [];
    throw fault;
  }
}
