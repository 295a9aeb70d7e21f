import { OperatorError } from '@stockbook/process';
import type { Admin, Kafka } from 'kafkajs';
import type { Place } from '../kafka-message.js';

/** A group's position in a partition: `next` is the committed offset, undefined if none. */
export interface Position extends Place {
  readonly next?: number;
  readonly first: number;
  /** The offset of the next message. */
  readonly end: number;
}

export class KafkaOffsets {
  private connection?: Promise<Admin>;
  private isClosed = false;

  constructor(private readonly kafka: Kafka) {}

  positions(groupId: string, topics: readonly string[]): Promise<Position[]> {
    return this.ask(async (admin) => {
      // The committed offsets are read first: a lag of 0 then means that nothing sent before the question is left.
      const committed = await admin.fetchOffsets({ groupId, topics: [...topics] });
      const logs = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
      return topics.flatMap((topic, index) => {
        const own = committed.find((each) => each.topic === topic)?.partitions;
        return (logs[index] ?? []).map(({ partition, low, high }) => {
          const offset = Number(own?.find((each) => each.partition === partition)?.offset ?? -1);
          return { topic, partition, next: offset < 0 ? undefined : offset, first: Number(low), end: Number(high) };
        });
      });
    });
  }

  isNew(topic: string): Promise<boolean> {
    return this.ask(async (admin) => (await admin.fetchTopicOffsets(topic)).every(({ high }) => high === '0'));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.disconnect();
  }

  private async ask<T>(question: (admin: Admin) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new OperatorError('The bus is closed.');
    const connection = (this.connection ??= this.connect());
    try {
      return await question(await connection);
    } catch (fault) {
      if (this.connection === connection) void this.disconnect();
      throw fault;
    }
  }

  private async disconnect(): Promise<void> {
    const connection = this.connection;
    this.connection = undefined;
    await connection?.then((admin) => admin.disconnect()).catch(() => undefined);
  }

  private async connect(): Promise<Admin> {
    const admin = this.kafka.admin();
    await admin.connect();
    return admin;
  }
}

/** Returns the messages behind these positions, without those that Kafka has deleted. */
export const lagOf = (positions: readonly Position[]): number =>
  positions.reduce((sum, { next = 0, first, end }) => sum + end - (next > end ? first : Math.max(next, first)), 0);
