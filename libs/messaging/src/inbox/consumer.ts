import type { Event } from '@stockbook/contracts';
import { groupBy, statement, type Tx } from '@stockbook/persistence';
import { ended, OperatorError, startBatchSpan, traceparentOf } from '@stockbook/process';
import { SpanKind } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import { Batch } from './batch.js';
import { DeferredEvents } from './deferred-events.js';
import type { EventBus, Subscription } from '../bus/event-bus.js';
import { countApplied, countParked } from './event-metrics.js';
import { isContention, isTimeout, isTransient } from '../fault.js';
import type { Group } from './event-router.js';
import type { Generation } from '../generation/generation.js';
import type { Settling } from '../settled.js';

export interface ConsumerOptions extends Group {
  readonly bus: EventBus;
  /** Receives an error for each parked event, with the fault as its cause. */
  readonly report: (fault: Error) => void;
  /** The generation of the topics that the bus delivers: events of another one never took place in this database. */
  readonly generation?: Generation | undefined;
  readonly pace_ms?: number | undefined;
}

const SAVEPOINT = statement('savepoint', 'SAVEPOINT part');
const ROLL_BACK = statement('roll_back', 'ROLLBACK TO SAVEPOINT part');

/** Another replica's batch takes less time than this. */
const LOCK_MS = 100;
/** Exceeds the longest retry interval; each failed retry extends it. */
const CONTENDED_MS = 3_000;

/** The inbox rows and effects of a batch are one transaction. A transient fault rejects the batch. */
export class Consumer implements Settling {
  private batches = 0;
  private subscription?: Subscription;
  /** Remembers accounts that met a lock lately: their events share no transaction with others. */
  private readonly contended = new LRUCache<number, true>({ max: 10_000, ttl: CONTENDED_MS });
  private readonly deferred: DeferredEvents;

  constructor(private readonly options: ConsumerOptions) {
    this.deferred = new DeferredEvents({ ...options, contended: this.contended });
  }

  async start(): Promise<void> {
    const { bus, group, router, pace_ms } = this.options;
    const { topics } = router;
    if (!topics.length) return;
    this.subscription = await bus.subscribe({ group, topics, pace_ms }, (events) => this.take(events));
    this.deferred.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.subscription?.close(), this.deferred.stop()]);
  }

  get done(): number {
    return this.batches + this.deferred.done;
  }

  async isIdle(): Promise<boolean> {
    return !this.subscription || ((await this.subscription.lag()) === 0 && (await this.deferred.isEmpty()));
  }

  /** Applies one topic per transaction: handlers of several topics would lock the same rows in different orders. */
  private async take(events: readonly Event[]): Promise<void> {
    const isContended = ({ account_id }: Event) => this.contended.has(account_id);
    for (const ofTopic of groupBy(events, ({ topic }) => topic).values()) {
      const contended = ofTopic.filter(isContended);
      await this.applyTogether(contended.length ? ofTopic.filter((event) => !contended.includes(event)) : ofTopic);
      await this.applyByAccount(contended);
    }
    this.batches++;
  }

  private async applyTogether(events: readonly Event[]): Promise<void> {
    try {
      if (events.length) await this.applyBatch(events);
    } catch (fault) {
      if (!isContention(fault)) throw fault;
      await this.applyByAccount(events);
    }
  }

  /** Defers the events of accounts that meet a lock, so that the others need not wait. */
  private async applyByAccount(events: readonly Event[]): Promise<void> {
    for (const own of groupBy(events, ({ account_id }) => account_id).values()) {
      try {
        await this.applyBatch(own);
      } catch (fault) {
        if (!isContention(fault)) throw fault;
        for (const { account_id } of own.slice(0, 1)) this.contended.set(account_id, true);
        await this.transact(own, async (batch) => batch.defer(batch.fresh));
        this.deferred.wake();
      }
    }
  }

  private applyBatch(events: readonly Event[]): Promise<void> {
    const span = startBatchSpan(SpanKind.CONSUMER, events, 'apply', events[0]?.topic);
    span?.setAttribute('messaging.batch.message_count', events.length);
    return ended(this.apply(events, traceparentOf(span)), span);
  }

  private async apply(events: readonly Event[], traceparent: string | undefined): Promise<void> {
    const { router } = this.options;
    try {
      await this.transact(events, (batch, tx) => router.route(batch.free(batch.fresh), tx), LOCK_MS, traceparent);
    } catch (fault) {
      if (isTransient(fault)) throw fault;
      await this.transact(events, (batch, tx) => this.applyInParts(batch, batch.fresh, tx), LOCK_MS, traceparent);
    }
  }

  private async transact(
    events: readonly Event[],
    work: (batch: Batch, tx: Tx) => Promise<void>,
    lock_ms?: number,
    traceparent?: string,
  ): Promise<void> {
    const { db, group, report, generation } = this.options;
    const accounts = [...new Set(events.map(({ account_id }) => account_id))];
    const applied = async (tx: Tx) => {
      const batch = await Batch.open(tx, group, events, generation);
      await work(batch, tx);
      return { fresh: batch.fresh, parked: await batch.close() };
    };
    const { fresh, parked } = await db.transactFor(accounts, applied, lock_ms, traceparent);
    const isParked = new Set(parked.map(({ event }) => event));
    countApplied(group, parked.length ? fresh.filter((event) => !isParked.has(event)) : fresh);
    for (const { event, fault } of parked) {
      const { name, event_id, account_id, topic } = event;
      if (!fault) continue;
      countParked(group, topic);
      report(new OperatorError(`${name} ${event_id} of account ${account_id} is parked.`, { cause: fault }));
    }
  }

  /** Events that fail alone are parked, and later ones of their keys behind them. */
  private async applyInParts(batch: Batch, events: readonly Event[], tx: Tx): Promise<void> {
    const free = batch.free(events);
    const [first] = free;
    if (!first) return;
    await tx.query(SAVEPOINT, []);
    try {
      await this.options.router.route(free, tx);
      await tx.sent();
    } catch (error) {
      const fault = await tx.firstFailure(error);
      if (isTransient(fault)) throw fault;
      await tx.query(ROLL_BACK, []);
      if (free.length === 1 && isTimeout(fault)) throw fault;
      if (free.length === 1) return batch.park(first, fault);
      const middle = Math.ceil(free.length / 2);
      await this.applyInParts(batch, free.slice(0, middle), tx);
      await this.applyInParts(batch, free.slice(middle), tx);
    }
  }
}
