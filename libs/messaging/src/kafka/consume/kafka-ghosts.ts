import type { Event } from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';
import type { Admin } from 'kafkajs';
import { v7 as uuidV7 } from 'uuid';
import { withAdmin } from '../connect/kafka-client.js';
import type { KafkaConfig } from '../connect/kafka-config.js';
import { type Place, placeName, readEvents } from '../kafka-message.js';

export interface GhostSearch {
  readonly config: KafkaConfig;
  readonly topics: readonly string[];
  readonly since: Date;
  readonly senders: readonly Db[];
}

/** Ghosts are events that the restored database which sent them does not know. */
export async function ghostsIn(search: GhostSearch): Promise<Event[]> {
  const ghosts = new Map<string, Event>();
  await readTopics(search, async (events) => {
    let unknown = events;
    for (const db of search.senders) unknown = await unknownTo(db, unknown);
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

interface Unread extends Place {
  readonly offset: string;
  readonly end: number;
}

/** Reads by a group of its own, which ends with the reading. May deliver events twice. */
const readTopics = (
  { config, topics, since }: GhostSearch,
  onEvents: (events: readonly Event[]) => Promise<void>,
): Promise<void> =>
  withAdmin(config, 'stockbook-ghosts', async (admin, kafka) => {
    const { prefix = '' } = config;
    const groupId = `${prefix}ghosts-${uuidV7()}`;
    const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
    try {
      const unread = await unreadIn(admin, await namesIn(admin, prefix, topics), since);
      const left = new Set(unread.map(placeName));
      if (!left.size) return;
      await consumer.connect();
      await consumer.subscribe({ topics: [...new Set(unread.map(({ topic }) => topic))], fromBeginning: true });
      await new Promise<void>((resolve, reject) => {
        consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
        const started = consumer.run({
          autoCommit: false,
          eachBatch: async ({ batch }) => {
            // No service has sent a malformed message.
            await onEvents(readEvents(batch, batch.messages, { prefix }).events);
            const end = unread.find((each) => placeName(each) === placeName(batch))?.end ?? 0;
            if (Number(batch.lastOffset()) + 1 >= end) left.delete(placeName(batch));
            if (!left.size) resolve();
          },
        });
        // The seek follows `run`, because kafkajs ignores it before.
        started.then(() => unread.forEach((each) => consumer.seek(each)), reject);
      });
    } finally {
      await consumer.disconnect();
      await admin.deleteGroups([groupId]).catch(() => undefined);
    }
  });

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
