import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Event } from '@stockbook/contracts';
import type { EachBatchPayload, Kafka, KafkaMessage, TopicOffsets } from 'kafkajs';
import { Backoff } from './backoff.js';
import { Gathering } from './gathering.js';
import { type OnSlice, SLICE, type Subscription, type Topics } from './event-bus.js';
import type { Report } from './kafka-client.js';
import { Malformed, toEvent } from './kafka-message.js';
import { type KafkaOffsets, lagOf } from './kafka-offsets.js';
import { type LostOffsets, Progress } from './kafka-progress.js';
import { StallWatch } from './stall-watch.js';

/** A message that is no event, and why. */
export interface MalformedMessage {
  readonly topic: string;
  readonly partition: number;
  readonly message: KafkaMessage;
  readonly fault: Malformed;
}

/** What is next of a partition. */
interface PartitionSlice {
  readonly slice: readonly KafkaMessage[];
  readonly payload: EachBatchPayload;
}

const ALL_PARTITIONS = 1_000;

export interface KafkaGroupOptions extends Topics {
  readonly kafka: Kafka;
  readonly offsets: KafkaOffsets;
  readonly prefix: string;
  readonly session_ms: number;
  readonly stall_ms: number;
  readonly onStall: () => void;
  readonly report: Report;
  readonly onLost: (lost: LostOffsets) => void;
  /** Resolves when the messages cannot be lost. */
  readonly keep: (malformed: readonly MalformedMessage[]) => Promise<void>;
}

/**
 * A process's part of a consumer group. It keeps a kafkajs consumer going, starts another when that has crashed, and
 * never throws to it: kafkajs would stop every partition for one failing message.
 */
export class KafkaGroup implements Subscription {
  /** Resolves when the group is joined for the first time, or closed before. */
  readonly joined: Promise<void>;
  private join = (): void => undefined;
  private readonly closing = new AbortController();
  private readonly progress: Progress;
  private readonly watch: StallWatch;
  private readonly running: Promise<void>;
  private readonly topics: string[];
  private readonly groupId: string;
  private readonly restart = new Backoff(200, 5_000);
  private readonly retries = new Map<string, Backoff>();
  private readonly waiting = new Set<NodeJS.Timeout>();
  private readonly gathering = new Gathering<PartitionSlice>(SLICE, (parts) => this.apply(parts));
  private held: (() => void)[] = [];
  private reported?: unknown;
  private isPaused = false;
  private generation = 0;
  private finished = 0;
  private assigned?: Readonly<Record<string, readonly number[]>>;

  constructor(
    private readonly options: KafkaGroupOptions,
    private readonly onSlice: OnSlice,
  ) {
    const { prefix, group, topics, offsets, onLost } = options;
    this.groupId = prefix + group;
    this.topics = topics.map((topic) => prefix + topic);
    this.progress = new Progress({ group: this.groupId, topics: this.topics, offsets, onLost });
    this.joined = new Promise((resolve) => (this.join = resolve));
    this.watch = new StallWatch({
      limit_ms: options.stall_ms,
      lag: () => this.ownLag(),
      // Refused slices count: a fault that passes by itself is no reason to end the process.
      finished: () => this.finished,
      onStall: options.onStall,
    });
    this.running = this.run();
  }

  get isOpen(): boolean {
    return !this.closing.signal.aborted;
  }

  /** Whether it has had work for some time and finished none. */
  get isStalled(): boolean {
    return this.watch.isStalled;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    for (const resume of this.held.splice(0)) resume();
  }

  async lag(): Promise<number> {
    const positions = await this.options.offsets.positions(this.groupId, this.topics);
    return positions.reduce((sum, position) => sum + lagOf(position), 0);
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.join();
    for (const timer of this.waiting) clearTimeout(timer);
    await Promise.all([this.running, this.watch.stop()]);
  }

  /** The lag that this process is to work off: of its own partitions, of all while it is not in the group. */
  private async ownLag(): Promise<number> {
    if (this.isPaused) return 0;
    const { assigned } = this;
    const positions = await this.options.offsets.positions(this.groupId, this.topics);
    const own = positions.filter(({ topic, partition }) => !assigned || assigned[topic]?.includes(partition));
    return own.reduce((sum, position) => sum + lagOf(position), 0);
  }

  private async run(): Promise<void> {
    while (this.isOpen) {
      await this.serve().catch(this.options.report);
      this.assigned = undefined;
      await delay(this.isOpen ? this.restart.next() : 0, undefined, this.closing).catch(() => undefined);
    }
  }

  /** One consumer's life, until it crashes or the group is closed. */
  private async serve(): Promise<void> {
    const { kafka, session_ms } = this.options;
    const consumer = kafka.consumer({
      groupId: this.groupId,
      sessionTimeout: session_ms,
      heartbeatInterval: session_ms / 4,
      rebalanceTimeout: 3 * session_ms,
      // Also how long a partition that is resumed, and a consumer that is to stop, wait for a fetch.
      maxWaitTimeInMs: 250,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: async () => false },
    });
    const crashed = new Promise<never>((_, reject) =>
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error)),
    );
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => this.enter(payload.memberAssignment));
    try {
      // Before the first fetch: it would jump over what is lost.
      this.progress.forget();
      await this.progress.known();
      await consumer.connect();
      await consumer.subscribe({ topics: this.topics, fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        // All that one fetch brings.
        partitionsConsumedConcurrently: ALL_PARTITIONS,
        eachBatch: (batch) => this.take(batch),
      });
      const closed = this.isOpen ? once(this.closing.signal, 'abort') : undefined;
      await Promise.race([crashed, closed]);
    } finally {
      crashed.catch(() => undefined);
      await consumer.disconnect();
    }
  }

  private enter(assigned: Readonly<Record<string, readonly number[]>>): void {
    this.generation++;
    this.assigned = assigned;
    this.progress.forget();
    this.restart.reset();
    this.join();
  }

  private async take(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, isRunning, isStale, pause } = payload;
    const { topic, partition, messages } = batch;
    const { generation } = this;
    const place = `${topic}/${partition}`;
    try {
      if (messages[0]) await this.progress.arrive(batch, Number(messages[0].offset));
      for (let from = 0; from < messages.length;) {
        if (!isRunning() || isStale() || generation !== this.generation) return;
        if (this.isPaused) return void this.held.push(pause());
        const slice = messages.slice(from, from + SLICE);
        // What was refused comes alone, lest one partition's fault be the others' for ever.
        const alone = this.retries.has(place);
        if (!(await this.gathering.add({ value: { slice, payload }, events: slice.length, alone }))) continue;
        this.retries.delete(place);
        from += SLICE;
        // It fails when the group has others to take over: kafkajs hears the same and joins again.
        if (!(await succeeds(heartbeat()))) return;
      }
    } catch (fault) {
      if (fault !== this.reported) this.options.report((this.reported = fault));
      this.resumeLater(place, pause());
    }
  }

  /**
   * Applies the slices that are still this group's to apply, and returns them. Nothing of them counts as read before their
   * offsets are committed: after a fault all of it comes again.
   */
  private async apply(parts: readonly PartitionSlice[]): Promise<readonly PartitionSlice[]> {
    const current = parts.filter(({ payload }) => !this.isPaused && payload.isRunning() && !payload.isStale());
    const [first] = current;
    if (!first) return [];
    const { heartbeat, commitOffsetsIfNecessary } = first.payload;
    const beat = setInterval(() => void succeeds(heartbeat()), this.options.session_ms / 4);
    try {
      const read = current.map(({ slice, payload: { batch } }) => this.read(slice, batch.topic, batch.partition));
      const events = read.flatMap((each) => each.events);
      const malformed = read.flatMap((each) => each.malformed);
      if (events.length) await this.onSlice(events);
      if (malformed.length) await this.options.keep(malformed);
    } finally {
      clearInterval(beat);
      this.finished++;
    }
    await commitOffsetsIfNecessary({ topics: nextOffsets(current) });
    for (const { slice, payload } of current) {
      payload.resolveOffset(slice.at(-1)!.offset);
      this.progress.commit(payload.batch, nextOf(slice));
    }
    return current;
  }

  private read(slice: readonly KafkaMessage[], topic: string, partition: number) {
    const events: Event[] = [];
    const malformed: MalformedMessage[] = [];
    for (const message of slice) {
      try {
        events.push(toEvent(message.value, topic.slice(this.options.prefix.length)));
      } catch (fault) {
        if (!(fault instanceof Malformed)) throw fault;
        malformed.push({ topic, partition, message, fault });
      }
    }
    return { events, malformed };
  }

  private resumeLater(place: string, resume: () => void): void {
    if (!this.isOpen) return;
    const retry = this.retries.get(place) ?? new Backoff(200, 30_000);
    this.retries.set(place, retry);
    const timer = setTimeout(() => {
      this.waiting.delete(timer);
      resume();
    }, retry.next());
    this.waiting.add(timer);
  }
}

const nextOf = (slice: readonly KafkaMessage[]): number => Number(slice.at(-1)!.offset) + 1;

/** The offsets that follow the slices, as kafkajs takes them. */
function nextOffsets(parts: readonly PartitionSlice[]): TopicOffsets[] {
  const topics = new Map<string, TopicOffsets['partitions']>();
  for (const { slice, payload } of parts) {
    const { topic, partition } = payload.batch;
    const partitions = topics.get(topic) ?? [];
    partitions.push({ partition, offset: String(nextOf(slice)) });
    topics.set(topic, partitions);
  }
  return [...topics].map(([topic, partitions]) => ({ topic, partitions }));
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
