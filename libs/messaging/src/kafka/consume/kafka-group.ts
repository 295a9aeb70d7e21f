import { once, setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Proofs, succeeds } from '@stockbook/process';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { Backoff } from '../../backoff.js';
import { Batcher, type Part } from './batcher.js';
import type { OnBatch, Subscription, Topics } from '../../bus/event-bus.js';
import { BATCH_BYTES } from '../../bus/turns.js';
import type { Report } from '../connect/kafka-client.js';
import { type MalformedMessage, placeName, readEvents } from '../kafka-message.js';
import { lagEvents } from '../kafka-metrics.js';
import { type KafkaOffsets, lagOf, type Position } from './kafka-offsets.js';
import { nextOf, nextOffsets, PartitionWindow, type WaitingMessage } from './kafka-window.js';
import { type LostOffsets, Progress } from './kafka-progress.js';
import { StallWatch } from './stall-watch.js';

const ALL_PARTITIONS = 1_000;
/** kafkajs fetches again only when every partition is done, so each stops after this time. */
const ROUND_MS = 100;
/** A round applies most of a fetch. */
const FETCH_BYTES = 2 * BATCH_BYTES;

export interface KafkaGroupOptions extends Topics {
  readonly kafka: Kafka;
  readonly offsets: KafkaOffsets;
  readonly prefix: string;
  readonly proofs: Proofs;
  readonly session_ms: number;
  readonly stall_ms: number;
  readonly onStall: () => void;
  readonly report: Report;
  readonly onLost: (lost: LostOffsets) => void;
  /** Resolves when the messages cannot be lost. */
  readonly keep: (malformed: readonly MalformedMessage[]) => Promise<void>;
}

/** Restarts a crashed kafkajs consumer. Never throws to it: kafkajs stops every partition for one failing message. */
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
  private readonly batcher = new Batcher<WaitingMessage, PartitionWindow>((parts) => this.apply(parts));
  /** Holds for each partition the applied offsets behind one that is not applied. */
  private readonly ahead = new Map<string, Set<string>>();
  private held: (() => void)[] = [];
  private reported?: unknown;
  private isPaused = false;
  private generation = 0;
  private assigned?: Readonly<Record<string, readonly number[]>>;

  constructor(
    private readonly options: KafkaGroupOptions,
    private readonly onBatch: OnBatch,
  ) {
    const { prefix, group, topics, offsets, onLost } = options;
    this.groupId = prefix + group;
    this.topics = topics.map((topic) => prefix + topic);
    this.progress = new Progress({ group: this.groupId, topics: this.topics, offsets, onLost });
    this.joined = new Promise((resolve) => (this.join = resolve));
    // Every partition listens while it paces.
    setMaxListeners(0, this.closing.signal);
    this.watch = new StallWatch({
      limit_ms: options.stall_ms,
      lag: () => this.ownLag(),
      onStall: options.onStall,
    });
    this.running = this.run();
  }

  get isOpen(): boolean {
    return !this.closing.signal.aborted;
  }

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
    return lagOf(await this.options.offsets.positions(this.groupId, this.topics));
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.join();
    for (const timer of this.waiting) clearTimeout(timer);
    await Promise.all([this.running, this.watch.stop()]);
  }

  /** Returns the lag of this process's partitions, or of all partitions while it is not in the group. */
  private async ownLag(): Promise<number> {
    if (this.isPaused) return 0;
    const { assigned } = this;
    const positions = await this.options.offsets.positions(this.groupId, this.topics);
    const own = positions.filter(({ topic, partition }) => assigned?.[topic]?.includes(partition));
    this.measure(own);
    return lagOf(assigned ? own : positions);
  }

  private measure(own: readonly Position[]): void {
    const { group, topics, prefix } = this.options;
    for (const topic of topics)
      lagEvents.set({ group, topic }, lagOf(own.filter((position) => position.topic === prefix + topic)));
  }

  private async run(): Promise<void> {
    while (this.isOpen) {
      await this.serve().catch(this.options.report);
      this.assigned = undefined;
      await delay(this.isOpen ? this.restart.next() : 0, undefined, this.closing).catch(() => undefined);
    }
  }

  private async serve(): Promise<void> {
    const { kafka, session_ms } = this.options;
    const consumer = kafka.consumer({
      groupId: this.groupId,
      sessionTimeout: session_ms,
      heartbeatInterval: session_ms / 4,
      rebalanceTimeout: 3 * session_ms,
      // A resumed partition and a stopping consumer also wait this long for a fetch.
      maxWaitTimeInMs: 250,
      maxBytesPerPartition: FETCH_BYTES,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: async () => false },
    });
    const ended = new AbortController();
    const crashed = new Promise<never>((_, reject) =>
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error)),
    );
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => this.enter(payload.memberAssignment));
    try {
      // This precedes the first fetch, which would skip lost offsets.
      this.progress.forget();
      await this.progress.known();
      await consumer.connect();
      await consumer.subscribe({ topics: this.topics, fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        // This exceeds what one fetch brings.
        partitionsConsumedConcurrently: ALL_PARTITIONS,
        // kafkajs fetches again when all that one fetch brought is done.
        eachBatch: async (batch) => void (await Promise.all([this.take(batch), this.pace()])),
      });
      const closed = this.isOpen ? once(this.closing.signal, 'abort', ended) : undefined;
      await Promise.race([crashed, closed]);
    } finally {
      crashed.catch(() => undefined);
      ended.abort();
      await consumer.disconnect();
    }
  }

  private enter(assigned: Readonly<Record<string, readonly number[]>>): void {
    this.generation++;
    this.assigned = assigned;
    this.progress.forget();
    this.ahead.clear();
    this.restart.reset();
    this.join();
  }

  private async pace(): Promise<void> {
    const { pace_ms } = this.options;
    if (pace_ms) await delay(pace_ms, undefined, this.closing).catch(() => undefined);
  }

  private async take(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, isRunning, isStale, pause } = payload;
    const { generation } = this;
    const [first] = batch.messages;
    const place = placeName(batch);
    const window = new PartitionWindow(payload, this.aheadOf(place));
    const end = performance.now() + ROUND_MS;
    try {
      if (first) await this.progress.arrive(batch, Number(first.offset));
      for (let left = window.waiting.length; left; left = window.waiting.length) {
        if (!isRunning() || isStale() || generation !== this.generation) return;
        if (this.isPaused) return void this.held.push(pause());
        // A refused message is retried alone, so that one partition's fault does not stop the others.
        await this.batcher.offer(window, this.retries.has(place));
        if (window.waiting.length < left) this.retries.delete(place);
        // Fails when the group rebalances; kafkajs sees the same and joins again.
        if (!(await succeeds(heartbeat())) || performance.now() >= end) return;
      }
    } catch (fault) {
      if (fault !== this.reported) this.options.report((this.reported = fault));
      this.ahead.delete(place);
      this.resumeLater(place, pause());
    }
  }

  // Commits offsets after the events are applied: after a fault all of them come again.
  private async apply(parts: readonly Part<WaitingMessage, PartitionWindow>[]): Promise<void> {
    const current = parts.filter(({ source: { payload } }) => {
      return !this.isPaused && payload.isRunning() && !payload.isStale();
    });
    const [first] = current;
    if (!first) return;
    const { heartbeat, commitOffsetsIfNecessary } = first.source.payload;
    const beat = setInterval(() => void succeeds(heartbeat()), this.options.session_ms / 4);
    try {
      const read = current.map(({ source: { payload }, chosen }) => {
        const messages = chosen.map(({ message }) => message);
        return readEvents(payload.batch, messages, this.options);
      });
      const events = read.flatMap((each) => each.events);
      const malformed = read.flatMap((each) => each.malformed);
      if (events.length) await this.onBatch(events);
      if (malformed.length) await this.options.keep(malformed);
    } finally {
      clearInterval(beat);
      // Refused batches count: a transient fault is no reason to end the process.
      this.watch.finish();
    }
    const advanced = current.flatMap(({ source: { payload }, source, chosen }) => {
      const offset = source.advance(chosen);
      return offset === undefined ? [] : [{ payload, offset }];
    });
    if (advanced.length) await commitOffsetsIfNecessary({ topics: nextOffsets(advanced) });
    for (const { payload, offset } of advanced) {
      payload.resolveOffset(offset);
      this.progress.commit(payload.batch, nextOf(offset));
    }
  }

  private aheadOf(place: string): Set<string> {
    const known = this.ahead.get(place) ?? new Set();
    this.ahead.set(place, known);
    return known;
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
