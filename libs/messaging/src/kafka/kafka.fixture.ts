import { dropTopics, testBrokers } from '@stockbook/testing/kafka';
import { v7 as uuidV7 } from 'uuid';
import type { MakeBus } from '../bus/event-bus.conformance.js';
import { KafkaBus, type KafkaBusOptions } from './kafka-bus.js';
import { kafkaClient } from './connect/kafka-client.js';
import type { KafkaConfig } from './connect/kafka-config.js';
import { createTopics } from './connect/kafka-topics.js';

/** One test's corner of a Kafka: its topics and groups have a prefix of their own. */
export class KafkaCorner {
  readonly config: KafkaConfig;
  /** Faults that the buses reported. */
  readonly reported: unknown[] = [];
  private readonly buses: KafkaBus[] = [];

  constructor(brokers: readonly string[] = testBrokers, partitions?: number) {
    this.config = { brokers, prefix: `test-${uuidV7()}.`, partitions };
  }

  readonly report = (fault: unknown): void => void this.reported.push(fault);

  topics(...names: string[]): Promise<void> {
    return createTopics(this.config, names, this.report);
  }

  /** A bus as a process of its own would have one. */
  bus(options: Partial<KafkaBusOptions> = {}): KafkaBus {
    const bus = new KafkaBus({ config: this.config, clientId: 'test', report: this.report, ...options });
    this.buses.push(bus);
    return bus;
  }

  client(clientId = 'test') {
    return kafkaClient(this.config, clientId, this.report);
  }

  /** The reported faults, each with its cause. */
  get said(): string {
    return this.reported
      .map((fault) => (fault instanceof Error ? `${fault.message} ${fault.cause ?? ''}` : fault))
      .join('\n');
  }

  /** Closes the buses and removes the topics. */
  async close(): Promise<void> {
    await Promise.all(this.buses.map((bus) => bus.close()));
    await dropTopics(this.config);
  }
}

/** Makes buses for the conformance suite, in one corner. */
export const busesOf =
  (corner: () => KafkaCorner): MakeBus =>
  async (topics) => {
    await corner().topics(...topics);
    return corner().bus();
  };
