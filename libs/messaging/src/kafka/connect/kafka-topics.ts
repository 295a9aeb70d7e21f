import { OperatorError } from '@stockbook/process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { type Report, withAdmin } from './kafka-client.js';
import type { KafkaConfig } from './kafka-config.js';
import { malformedOf } from '../kafka-message.js';

/** Consumers read all partitions at each event, and a group has one working replica per partition. */
const PARTITIONS_OF_BROKER = 3;
const MOST_PARTITIONS = 12;
const COPIES = 3;
/** A new Kafka on a busy machine takes this long for its offsets topic beside ours. */
const READY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The retention is short enough that the inbox knows every event that a group reads again. */
const EVENTS = { 'retention.ms': 6 * 24 * HOUR_MS, 'segment.ms': 12 * HOUR_MS, 'max.message.bytes': 8 * 2 ** 20 };
const MALFORMED = { ...EVENTS, 'retention.ms': -1, 'max.message.bytes': 9 * 2 ** 20 };

/** Creates missing topics, each with one for malformed messages; runs before the buses, which create none. */
export const createTopics = (config: KafkaConfig, topics: readonly string[], report: Report): Promise<void> =>
  withAdmin(config, 'stockbook-topics', (admin) => createMissing(admin, config, topics, report), report);

async function createMissing(
  admin: Admin,
  config: KafkaConfig,
  names: readonly string[],
  report: Report,
): Promise<void> {
  const { brokers } = await admin.describeCluster();
  const {
    prefix = '',
    partitions = Math.min(PARTITIONS_OF_BROKER * brokers.length, MOST_PARTITIONS),
    replication = Math.min(COPIES, brokers.length),
  } = config;
  const topicOf = (topic: string, numPartitions: number, settings: Readonly<Record<string, number>>) => ({
    topic,
    numPartitions,
    replicationFactor: replication,
    configEntries: Object.entries({ ...settings, 'min.insync.replicas': Math.min(2, replication) }).map(
      ([name, value]) => ({ name, value: String(value) }),
    ),
  });
  const wanted = names.flatMap((name) => [
    topicOf(prefix + name, partitions, EVENTS),
    topicOf(malformedOf(prefix + name), 1, MALFORMED),
  ]);
  const present = new Set(await admin.listTopics());
  const topics = wanted.filter(({ topic }) => !present.has(topic));
  if (topics.length && !config.replication && replication < COPIES) {
    report(
      new OperatorError(
        `Topics are made with ${replication} of ${COPIES} copies, for want of brokers: ` +
          'set KAFKA_REPLICATION if more come.',
      ),
    );
  }
  if (topics.length) await admin.createTopics({ topics, waitForLeaders: false });
  // Another process may have just created some of them.
  const all = wanted.map(({ topic }) => topic);
  await areLed(admin, all);
}

/** Waits for leaders and for the group coordinator: kafkajs reports both as faults while a new Kafka starts. */
async function areLed(admin: Admin, names: string[]): Promise<void> {
  for (const end = Date.now() + READY_MS; ; await delay(50)) {
    try {
      const { topics } = await admin.fetchTopicMetadata({ topics: names });
      const leaderless = topics.find(({ partitions }) => partitions.some(({ leader }) => leader < 0));
      if (leaderless) throw new OperatorError(`The topic ${leaderless.name} has partitions without a leader.`);
      // A new Kafka creates its offsets topic when it is first asked for a group.
      return void (await admin.describeGroups(['stockbook']));
    } catch (fault) {
      if (Date.now() > end) throw fault;
    }
  }
}
