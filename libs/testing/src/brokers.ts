import type { KafkaConfig } from '@stockbook/messaging';
import { Kafka, logLevel } from 'kafkajs';

export const testBrokers: readonly string[] = process.env['STOCKBOOK_TEST_KAFKA']?.split(',') ?? [];

/** Removes the topics of a test, which are those of its prefix: the brokers may not be the run's own. */
export async function dropTopics({ brokers, prefix }: KafkaConfig): Promise<void> {
  if (!prefix) throw new Error('Without a prefix every topic would be removed.');
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    if (topics.length) await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect();
  }
}
