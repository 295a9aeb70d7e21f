import { groupBy } from '@stockbook/persistence';
import type { EachBatchPayload, KafkaMessage, TopicOffsets } from 'kafkajs';
import type { Source } from './batcher.js';
import type { Candidate } from '../../bus/turns.js';

/** An unparsed message: key and size are enough to choose it. */
export interface WaitingMessage extends Candidate {
  readonly message: KafkaMessage;
}

/** Offsets are committed up to the first message that is not applied; `ahead` has the rest. */
export class PartitionWindow implements Source<WaitingMessage> {
  private readonly messages: readonly WaitingMessage[];
  private read = 0;

  constructor(
    readonly payload: EachBatchPayload,
    /** Applied offsets of this partition that cannot be committed yet. */
    private readonly ahead: Set<string>,
  ) {
    this.messages = payload.batch.messages.map((message) => ({ ...sizeOf(message), message }));
  }

  get waiting(): readonly WaitingMessage[] {
    return this.messages.slice(this.read).filter(({ message }) => !this.ahead.has(message.offset));
  }

  advance(applied: readonly WaitingMessage[]): string | undefined {
    const before = this.read;
    for (const { message } of applied) this.ahead.add(message.offset);
    while (this.ahead.delete(this.messages[this.read]?.message.offset ?? '')) this.read++;
    return this.read > before ? this.messages[this.read - 1]?.message.offset : undefined;
  }
}

/** A malformed message counts as one of account 0. */
const sizeOf = ({ key, value }: KafkaMessage): Candidate => ({
  account_id: Number.parseInt(key?.toString() ?? '', 10) || 0,
  bytes: value?.length ?? 0,
});

interface Advance {
  readonly payload: EachBatchPayload;
  readonly offset: string;
}

export const nextOf = (offset: string): number => Number(offset) + 1;

export function nextOffsets(advanced: readonly Advance[]): TopicOffsets[] {
  const byTopic = groupBy(advanced, ({ payload }) => payload.batch.topic);
  const next = ({ payload, offset }: Advance) => ({ partition: payload.batch.partition, offset: `${nextOf(offset)}` });
  return [...byTopic].map(([topic, own]) => ({ topic, partitions: own.map(next) }));
}
