import { dropTopics, testBrokers } from '@stockbook/testing/kafka';
import { trusted } from '@stockbook/testing/trust';
import { v7 as uuidV7 } from 'uuid';
import type { MakeBus } from '../bus/event-bus.conformance.js';
import { KafkaBus, type KafkaBusOptions } from './kafka-bus.js';
import { kafkaClient } from './connect/kafka-client.js';
import type { KafkaConfig } from './connect/kafka-config.js';
import { createTopics } from './connect/kafka-topics.js';

/** One test's topics and groups, with their own prefix. */
export class KafkaCorner {
  readonly config: KafkaConfig;
  readonly reported: unknown[] = [];
  private readonly buses: KafkaBus[] = [];

  constructor(brokers: readonly string[] = testBrokers, partitions?: number) {
    this.config = { brokers, prefix: `test-${uuidV7()}.`, partitions };
  }

  readonly report = (fault: unknown): void => void this.reported.push(fault);

  topics(...names: string[]): Promise<void> {
    return createTopics(this.config, names, this.report);
  }

  /** Each bus acts as a process of its own. */
  bus(options: Partial<KafkaBusOptions> = {}): KafkaBus {
    const bus = new KafkaBus({ config: this.config, clientId: 'test', report: this.report, ...trusted, ...options });
    this.buses.push(bus);
    return bus;
  }

  client(clientId = 'test') {
    return kafkaClient(this.config, clientId, this.report);
  }

  get said(): string {
    return this.reported
      .map((fault) => (fault instanceof Error ? `${fault.message} ${fault.cause ?? ''}` : fault))
      .join('\n');
  }

  async close(): Promise<void> {
    await Promise.all(this.buses.map((bus) => bus.close()));
    await dropTopics(this.config);
  }
}

export const busesOf =
  (corner: () => KafkaCorner): MakeBus =>
  async (topics) => {
    await corner().topics(...topics);
    return corner().bus();
  };
