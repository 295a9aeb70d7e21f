import { reasonOf, StartFault } from '@stockbook/process';
import { kafkaClient } from './kafka-client.js';
import type { KafkaConfig } from './kafka-config.js';

/** A StartFault says why the operator's Kafka does not answer. */
export async function checkBrokers(config: KafkaConfig): Promise<void> {
  const admin = kafkaClient(config, 'stockbook-check', () => undefined).admin();
  try {
    await admin.connect();
    await admin.describeCluster();
  } catch (error) {
    const reason = reasonOf(error).replace(/\.$/, '');
    throw new StartFault(`The brokers ${config.brokers.join(',')} of KAFKA_BROKERS do not answer: ${reason}.`);
  } finally {
    await admin.disconnect();
  }
}
