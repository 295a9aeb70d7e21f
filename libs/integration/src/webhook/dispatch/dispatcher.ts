import { Db } from '@stockbook/persistence';
import { type Log, LOG } from '@stockbook/process';
import type { Job } from '@stockbook/service';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { WebhookStatuses } from '../endpoint/webhook-status.js';
import type { Outcome } from '../http/exchange.js';
import type { Delivery, Result, StoredAttempt } from './lane/delivery.js';
import { IS_IDLE } from './dispatch-statements.js';
import type { Endpoint } from './lane/endpoint.js';
import { flush, type Flushed } from './flush.js';
import type { Lane } from './lane/lane.js';
import type { Lanes } from './lane/lanes.js';
import { Slots } from './lane/slots.js';
import { type Loaded, loadDeliveries } from './load.js';
import { Ownership } from './ownership.js';
import { Results } from './results.js';
import { retryDelay } from './lane/retry.js';
import { Sender } from './sender.js';
import { type StatusChange, statusAfter } from './status-after.js';

const RETRY_MS = 500;
/** A fault of ours, such as a missing key, does not count as a try and is retried after this time. */
const FAULT_RETRY_MS = 60_000;
const STOP_MS = 17_000;
/** An endpoint without due deliveries is kept for this long: under load the next one comes soon. */
const LINGER_MS = 100;

/**
 * Sends the deliveries of the endpoints that this replica owns. It claims endpoints with due deliveries, loads those in
 * batches, sends them side by side and writes their results in batches. An idle endpoint is released.
 */
@Injectable()
export class Dispatcher implements Job, OnModuleDestroy {
  readonly idle = IS_IDLE;
  private readonly lanes: Lanes;
  private readonly results = new Results(() => this.work());
  private isStopping = false;
  private isWoken = false;
  /** True while a lane waits for a slot that another one has. */
  private isSaturated = false;
  private working?: Promise<void>;

  constructor(
    private readonly db: Db,
    private readonly owned: Ownership,
    private readonly sender: Sender,
    private readonly slots: Slots,
    private readonly statuses: WebhookStatuses,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.lanes = owned.lanes;
  }

  /** Looks for due deliveries of all endpoints at once. */
  readonly wake = (): void => {
    for (const { queue } of this.lanes.all) queue.expectMore();
    this.isWoken = true;
    this.work();
  };

  /** Looks for new deliveries of some endpoints; those that this replica owns need no claim. */
  wakeFor(keys: ReadonlySet<string>): void {
    for (const key of keys) {
      const lane = this.lanes.get(key);
      if (lane) lane.queue.expectMore();
      else this.isWoken = true;
    }
    this.work();
  }

  /** Deliveries not yet in flight follow it; owners on other replicas read their endpoints each second. */
  refresh(endpoint: Pick<Endpoint, 'account_id' | 'webhook_id'>): void {
    this.owned.markStale(endpoint);
    this.work();
  }

  /** The poll finds retries that have become due, and deliveries that other replicas have stored. */
  async run(): Promise<boolean> {
    await this.owned.renew();
    this.wake();
    // Throttled endpoints may go on.
    this.sendAll();
    return false;
  }

  /** Waits for the attempts in work, and releases its endpoints. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    const end = performance.now() + STOP_MS;
    while (performance.now() < end && (this.working || this.slots.inFlight || this.results.count)) {
      this.work();
      await delay(5);
    }
    await this.owned.release(this.lanes.all).catch(() => undefined);
    await this.sender.close();
  }

  /** Starts the loop unless it runs; its next round does the work that comes meanwhile. */
  private work(): void {
    this.working ??= this.loop().finally(() => {
      delete this.working;
      if (this.isDue) this.work();
    });
  }

  private get isDue(): boolean {
    if (this.isStopping) return this.results.count > 0;
    return this.isFlushDue || this.isWoken || this.owned.hasStale || this.lanesToLoad.length > 0;
  }

  private get isFlushDue(): boolean {
    return this.results.isDue || this.lanesToHold.length > 0;
  }

  private get lanesToHold(): Lane[] {
    return this.lanes.all.filter(({ queue }) => queue.hasToHold);
  }

  private get lanesToLoad(): Lane[] {
    const bytes = this.lanes.bytesOfEach;
    return this.lanes.all.filter((lane) => lane.isToLoad(bytes));
  }

  private async loop(): Promise<void> {
    while (this.isDue) {
      try {
        const isFlushing = this.isFlushDue || this.isStopping;
        await Promise.all([isFlushing ? this.flush() : undefined, this.isStopping ? undefined : this.load()]);
        await this.releaseIdle();
        if (this.isWoken && !this.isStopping) await this.claim();
      } catch (err) {
        this.log.warn({ err }, 'webhooks wait for the database');
        await delay(RETRY_MS);
      }
    }
  }

  private async claim(): Promise<void> {
    this.isWoken = false;
    if (await this.owned.claim()) this.isWoken = true;
  }

  private async load(): Promise<void> {
    if (this.owned.hasStale) {
      await this.owned.readStale();
      this.sendAll();
    }
    const bytes = this.lanes.bytesOfEach;
    const loads = this.lanesToLoad.map((lane) => ({ lane, load: lane.queue.beginLoad(bytes) }));
    if (!loads.length) return;
    try {
      const loaded = await loadDeliveries(this.db, loads);
      const isCancelled = ({ lane, found, next }: Loaded) => [...found, ...next].some((each) => lane.cancels(each));
      // A change that the lane does not know yet may be the reason why the delivery was stored.
      await this.owned.readAgain(loaded.filter(isCancelled).map(({ lane }) => lane));
      for (const { lane, load, found, next } of loaded) lane.queue.endLoad(load, found, next);
    } catch (error) {
      for (const { lane } of loads) lane.queue.expectMore();
      throw error;
    }
    this.sendAll();
  }

  private sendAll(): void {
    this.isSaturated = false;
    this.lanes.serve((lane) => this.sendOne(lane));
  }

  private sendOne(lane: Lane): boolean {
    if (this.isStopping || !this.owned.isCurrent || !this.lanes.has(lane)) return false;
    if (!this.slots.isFree(lane.endpoint)) {
      this.isSaturated = true;
      return false;
    }
    const delivery = lane.take(performance.now());
    if (!delivery) return false;
    if (lane.cancels(delivery)) {
      this.complete(lane, { delivery, tries: delivery.tries, state: 'cancelled', reason: 'unsubscribed' });
      return true;
    }
    void this.attempt(lane, delivery);
    return true;
  }

  private async attempt(lane: Lane, delivery: Delivery): Promise<void> {
    const free = this.slots.take(lane.endpoint);
    const result = await this.send(lane, delivery);
    free();
    this.complete(lane, result);
    if (this.isSaturated) this.sendAll();
    else while (this.sendOne(lane)) continue;
  }

  private async send(lane: Lane, delivery: Delivery): Promise<Result> {
    try {
      const sending = { number: delivery.attempts + 1, ...delivery };
      const { outcome, attempt } = await this.sender.send(lane.endpoint, sending);
      lane.pace.noteAttempt(!outcome.failure);
      return verdictOf(delivery, outcome, attempt);
    } catch (err) {
      this.log.error({ err, delivery_id: delivery.delivery_id }, 'a webhook could not be sent');
      return { delivery, tries: delivery.tries, state: 'retrying', delay_ms: FAULT_RETRY_MS };
    }
  }

  private complete(lane: Lane, result: Result): void {
    lane.complete(result);
    this.results.add({ lane, result });
  }

  private async flush(): Promise<void> {
    const finished = this.results.take().filter(({ lane }) => this.lanes.has(lane));
    const lanes = [...new Set([...finished.map(({ lane }) => lane), ...this.lanesToHold])];
    if (!lanes.length) return;
    let flushed: Flushed;
    try {
      flushed = await flush(this.db, this.owned.owner, finished, lanes);
    } catch (error) {
      this.results.giveBack(finished);
      for (const lane of lanes) lane.queue.startOver();
      throw error;
    }
    const { lost, dead } = flushed;
    for (const { endpoint } of lost) this.lanes.delete(endpoint);
    for (const lane of lanes.filter((each) => !lost.has(each))) {
      const results = finished.filter((each) => each.lane === lane).map(({ result }) => result);
      const health = { isOpen: lane.pace.isOpen, isDead: dead.has(lane) };
      const change = statusAfter(lane.endpoint.status, results, health);
      if (change) await this.changeStatus(lane, change);
    }
    this.sendAll();
  }

  /** If the write fails, the next results of the endpoint repeat it. */
  private async changeStatus({ endpoint }: Lane, { change, reason }: StatusChange): Promise<void> {
    if (change === 'failing') await this.statuses.fail(endpoint);
    else if (change === 'recovered') await this.statuses.recover(endpoint);
    else await this.statuses.disable(endpoint, reason);
    this.refresh(endpoint);
  }

  /** Other replicas may have stored deliveries for an endpoint just before it was released. */
  private async releaseIdle(): Promise<void> {
    const isOver = (lane: Lane) =>
      lane.isIdleSince(performance.now() - LINGER_MS) || lane.pace.isOpen || !lane.isEnabled;
    const idle = this.lanes.all.filter((lane) => lane.pace.isAtRest && isOver(lane));
    const released = idle.filter((lane) => !this.results.hasAny(lane));
    if (!released.length) return;
    await this.owned.release(released);
    // An endpoint of which nothing could be loaded is not taken again before the next poll.
    if (released.some(({ queue }) => queue.progress.hasLoaded)) this.isWoken = true;
  }
}

function verdictOf(delivery: Delivery, outcome: Outcome, attempt: StoredAttempt): Result {
  const tries = delivery.tries + 1;
  if (!outcome.failure) return { delivery, attempt, tries, state: 'delivered', reason: '' };
  // The user who asked for it sees the result, and may ask again.
  const delay_ms = delivery.trigger === 'manual' ? undefined : retryDelay(tries, outcome);
  if (delay_ms === undefined) return { delivery, attempt, tries, state: 'exhausted', reason: outcome.failure };
  return { delivery, attempt, tries, state: 'retrying', delay_ms };
}
