import type { Event } from '@stockbook/contracts';
import { OperatorError, type Proofs, seldom } from '@stockbook/process';
import type { Kafka, TopicMessages } from 'kafkajs';
import type { EventBus, OnBatch, Subscription, Topics } from '../bus/event-bus.js';
import { kafkaClient, type Report } from './connect/kafka-client.js';
import type { KafkaConfig } from './connect/kafka-config.js';
import { KafkaGroup } from './consume/kafka-group.js';
import { malformedOf, type MalformedMessage, placeName, toMessage } from './kafka-message.js';
import { countFromZero, lostEvents, malformedEvents } from './kafka-metrics.js';
import { KafkaOffsets } from './consume/kafka-offsets.js';
import type { LostOffsets } from './consume/kafka-progress.js';
import { KafkaSender } from './kafka-sender.js';

export interface KafkaBusOptions {
  readonly config: KafkaConfig;
  /** Names this process in the broker's logs and metrics. */
  readonly clientId: string;
  /** Events without a valid proof are kept like malformed messages. */
  readonly proofs: Proofs;
  readonly report: Report;
  /** Receives the offsets of events that Kafka deleted before a group read them: `refill` publishes them again. */
  readonly onLostOffsets?: (lost: LostOffsets) => void;
  /** Receives a group that finished no work for `stall_ms`: the process should end. */
  readonly onStall?: (group: string) => void;
  readonly stall_ms?: number;
  /** Another process takes over the partitions after this silence; brokers by default refuse less than 6,000. */
  readonly session_ms?: number;
}

const DEADLINE_MS = 10_000;
const MESSAGE_SET_BYTES = 512 * 1024;
/** Whoever reaches the broker must not fill the log. */
const REPORT_EVERY_MS = 10_000;

/** `publish` resolves when the events are in Kafka's log, before anyone consumes them. */
export class KafkaBus implements EventBus {
  private readonly kafka: Kafka;
  private readonly sender: KafkaSender;
  private readonly offsets: KafkaOffsets;
  private readonly prefix: string;
  private readonly reportKept: Report;
  private readonly groups = new Map<string, KafkaGroup>();
  private isClosed = false;

  constructor(private readonly options: KafkaBusOptions) {
    this.kafka = kafkaClient(options.config, options.clientId, options.report);
    this.sender = new KafkaSender(this.kafka);
    this.offsets = new KafkaOffsets(this.kafka);
    this.prefix = options.config.prefix ?? '';
    this.reportKept = seldom(REPORT_EVERY_MS, options.report);
  }

  /** Rejects at the signal, by default after ten seconds; events in flight may still arrive. */
  async publish(events: readonly Event[], signal = AbortSignal.timeout(DEADLINE_MS)): Promise<void> {
    if (this.isClosed) throw new OperatorError('The bus is closed.');
    for (const part of this.sendableParts(events)) await this.sender.send(part, signal);
  }

  async subscribe(to: Topics, onBatch: OnBatch): Promise<Subscription> {
    if (this.isClosed) throw new OperatorError('The bus is closed.');
    if (this.groups.get(to.group)?.isOpen) throw new Error(`The group ${to.group} has a subscription already.`);
    const { report, onLostOffsets, onStall, stall_ms = 60_000, session_ms = 6_000 } = this.options;
    const { kafka, offsets, prefix } = this;
    const { proofs } = this.options;
    const onLost = (lost: LostOffsets) => {
      lostEvents.inc({ topic: lost.topic.slice(prefix.length) }, Math.max(0, lost.to - lost.from));
      report(new OperatorError(`Events of ${placeName(lost)} are lost to ${lost.group}.`, { cause: lost }));
      onLostOffsets?.(lost);
    };
    const group = new KafkaGroup(
      {
        ...to,
        ...{ kafka, offsets, prefix, proofs, session_ms, stall_ms, report, onLost },
        onStall: () => onStall?.(to.group),
        keep: (malformed) => this.keep(malformed),
      },
      onBatch,
    );
    this.groups.set(to.group, group);
    countFromZero(to.topics);
    await group.joined;
    if (this.isClosed) throw new OperatorError('The bus is closed.');
    return group;
  }

  isNew(topic: string): Promise<boolean> {
    return this.offsets.isNew(this.prefix + topic);
  }

  /** Returns false while a group has had work for some time and finished none. */
  healthy(): boolean {
    return ![...this.groups.values()].some(({ isStalled }) => isStalled);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.groups.values()].map((group) => group.close()));
    await this.sender.close();
    await this.offsets.close();
  }

  /** Keeps malformed messages for an operator, because the consumer skips them. */
  private async keep(malformed: readonly MalformedMessage[]): Promise<void> {
    for (const { topic, partition, message, fault } of malformed) {
      const { key, value, offset } = message;
      malformedEvents.inc({ topic: topic.slice(this.prefix.length) });
      const headers = { ...message.headers, fault: fault.message, partition: `${partition}`, offset };
      const kept = { topic: malformedOf(topic), messages: [{ key, value, headers }] };
      await this.sender.send([kept], AbortSignal.timeout(DEADLINE_MS));
      const sentence = `Message ${offset} of ${topic}/${partition} is no event, and kept in ${kept.topic}.`;
      this.reportKept(new OperatorError(sentence, { cause: fault }));
    }
  }

  /** Splits events into messages of a size that every broker accepts. */
  private *sendableParts(events: readonly Event[]): Generator<TopicMessages[]> {
    let part = new Map<string, ReturnType<typeof toMessage>[]>();
    let bytes = 0;
    const topicMessages = () => [...part].map(([topic, messages]) => ({ topic, messages }));
    for (const event of events) {
      const topic = this.prefix + event.topic;
      const message = toMessage(event, topic, this.options.proofs);
      const size = Buffer.byteLength(message.value);
      if (bytes && bytes + size > MESSAGE_SET_BYTES) {
        yield topicMessages();
        [part, bytes] = [new Map(), 0];
      }
      const messages = part.get(topic);
      if (messages) messages.push(message);
      else part.set(topic, [message]);
      bytes += size;
    }
    if (bytes) yield topicMessages();
  }
}
