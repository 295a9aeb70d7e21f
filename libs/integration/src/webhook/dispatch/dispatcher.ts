import { Db } from '@stockbook/persistence';
import { type Log, LOG } from '@stockbook/process';
import type { Job } from '@stockbook/service';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WebhookStatuses } from '../endpoint/webhook-status.js';
import { isOpen, noteAttempt } from './lane/breaker.js';
import type { Delivery, Result } from './delivery.js';
import { CLAIM, ENDPOINTS, IS_IDLE, LOAD, OWNED_MS, RELEASE, RENEW } from './dispatch-statements.js';
import { type Claimed, type Endpoint, endpointKey, isOutdated } from './endpoint.js';
import { flush, type Flushed } from './flush.js';
import { Lane, laneKeys, loadValues } from './lane/lane.js';
import { Lanes } from './lane/lanes.js';
import { Slots } from './lane/slots.js';
import { Results } from './results.js';
import { Sender } from './sender.js';
import { type StatusChange, statusAfter } from './status-after.js';
import { verdictOf } from './verdict.js';

/** Endpoints taken over at once, so that replicas share them. */
const CLAIMED = 32;
const RENEW_MS = 1_000;
const RETRY_MS = 500;
/** After a fault of ours, as a key that is missing: it is no try. */
const FAULT_RETRY_MS = 60_000;
const STOP_MS = 17_000;
/** An endpoint without due deliveries is kept for so long: under load the next one comes soon. */
const LINGER_MS = 100;

/**
 * Sends the deliveries of the endpoints that this replica owns: it claims endpoints with due deliveries, loads those in
 * batches, sends them side by side and writes their results down in batches. An idle endpoint is released.
 */
@Injectable()
export class Dispatcher implements Job, OnModuleDestroy {
  private readonly owner = randomUUID();
  private readonly lanes = new Lanes();
  private readonly slots = new Slots();
  private readonly results = new Results(() => this.work());
  private renewed_at = 0;
  private owned_until = 0;
  private isStopping = false;
  private isWoken = false;
  /** Whether a lane waits for a slot that another one has. */
  private isSaturated = false;
  private working?: Promise<void>;

  constructor(
    private readonly db: Db,
    private readonly sender: Sender,
    private readonly statuses: WebhookStatuses,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Looks for due deliveries of all endpoints at once. */
  readonly wake = (): void => {
    for (const lane of this.lanes.all) lane.hasMore = true;
    this.isWoken = true;
    this.work();
  };

  /** Looks for new deliveries of some endpoints; those that this replica owns need no claim. */
  wakeFor(keys: ReadonlySet<string>): void {
    for (const key of keys) {
      const lane = this.lanes.get(key);
      if (lane) lane.hasMore = true;
      else this.isWoken = true;
    }
    this.work();
  }

  /** The poll finds retries that have become due, and deliveries that other replicas have stored. */
  async run(): Promise<boolean> {
    await this.renew();
    this.wake();
    // Throttled endpoints may go on.
    this.sendAll();
    return false;
  }

  /** Whether no delivery is due on any replica. */
  async isIdle(): Promise<boolean> {
    const [row] = await this.db.query<{ is_idle: boolean }>(IS_IDLE, []);
    return row?.is_idle === true;
  }

  /** Waits for the attempts in work, and releases its endpoints. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    const end = performance.now() + STOP_MS;
    while (performance.now() < end && (this.working || this.slots.inFlight || this.results.count)) {
      this.work();
      await delay(5);
    }
    await this.release(this.lanes.all).catch(() => undefined);
    await this.sender.close();
  }

  /** Starts the loop unless it runs; what comes while it runs is done by its next round. */
  private work(): void {
    this.working ??= this.loop().finally(() => {
      delete this.working;
      if (this.isDue) this.work();
    });
  }

  private get isDue(): boolean {
    if (this.isStopping) return this.results.count > 0;
    return this.isFlushDue || this.isWoken || this.lanesToLoad.length > 0;
  }

  private get isFlushDue(): boolean {
    return this.results.isDue || this.lanesToHold.length > 0;
  }

  private get lanesToHold(): Lane[] {
    return this.lanes.all.filter(({ toHold }) => toHold.length);
  }

  private get lanesToLoad(): Lane[] {
    return this.lanes.all.filter(({ room }) => room > 0);
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
    const sent_at = performance.now();
    const claimed = await this.db.query<Claimed>(CLAIM, [this.owner, CLAIMED]);
    if (!claimed.length) return;
    if (!this.lanes.size) this.owned_until = sent_at + OWNED_MS;
    for (const each of claimed) this.lanes.add(new Lane(each, each));
    // There may be more of them than one claim takes.
    if (claimed.length === CLAIMED) this.isWoken = true;
  }

  /** Each second: keeps the endpoints, and drops those that another replica has taken over meanwhile. */
  private async renew(): Promise<void> {
    const now = performance.now();
    if (!this.lanes.size || now - this.renewed_at < RENEW_MS) return;
    this.renewed_at = now;
    const before = this.lanes.all;
    const kept = new Map((await this.db.query<Endpoint>(RENEW, [this.owner])).map((each) => [endpointKey(each), each]));
    this.owned_until = now + OWNED_MS;
    for (const lane of before.filter((each) => this.lanes.has(each))) {
      const endpoint = kept.get(endpointKey(lane.endpoint));
      if (!endpoint) this.lanes.delete(lane.endpoint);
      else if (isOutdated(lane.endpoint, endpoint)) lane.update(endpoint);
    }
  }

  private async load(): Promise<void> {
    const loads = this.lanesToLoad.map((lane) => ({ lane, load: lane.beginLoad() }));
    if (!loads.length) return;
    try {
      const rows = await this.db.query<Delivery>(LOAD, loadValues(loads));
      const found = loads.map(({ lane, load }) => {
        return { lane, load, own: rows.filter((row) => endpointKey(row) === endpointKey(lane.endpoint)) };
      });
      // A change that the lane does not know yet may be the reason why the delivery was stored.
      await this.readAgain(
        found.filter(({ lane, own }) => own.some((each) => lane.cancels(each))).map(({ lane }) => lane),
      );
      for (const { lane, load, own } of found) lane.endLoad(load, own);
    } catch (error) {
      for (const { lane } of loads) lane.hasMore = true;
      throw error;
    }
    this.sendAll();
  }

  private async readAgain(lanes: readonly Lane[]): Promise<void> {
    if (!lanes.length) return;
    const endpoints = await this.db.query<Endpoint>(ENDPOINTS, laneKeys(lanes));
    for (const endpoint of endpoints) {
      const lane = this.lanes.get(endpointKey(endpoint));
      if (lane && isOutdated(lane.endpoint, endpoint)) lane.update(endpoint);
    }
  }

  private sendAll(): void {
    this.isSaturated = false;
    this.lanes.serve((lane) => this.sendOne(lane));
  }

  private sendOne(lane: Lane): boolean {
    if (this.isStopping || performance.now() > this.owned_until || !this.lanes.has(lane)) return false;
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
    lane.inFlight++;
    try {
      const sending = { ...delivery, number: delivery.attempts + 1 };
      const { outcome, attempt } = await this.sender.send(lane.endpoint, sending);
      const result = verdictOf(delivery, outcome, attempt);
      noteAttempt(lane.health, !outcome.failure);
      this.complete(lane, result);
    } catch (err) {
      this.log.error({ err, delivery_id: delivery.delivery_id }, 'a webhook could not be sent');
      this.complete(lane, { delivery, tries: delivery.tries, state: 'retrying', delay_ms: FAULT_RETRY_MS });
    } finally {
      lane.inFlight--;
      free();
      if (this.isSaturated) this.sendAll();
      else while (this.sendOne(lane)) continue;
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
      flushed = await flush(this.db, this.owner, finished, lanes);
    } catch (error) {
      this.results.giveBack(finished);
      for (const lane of lanes) lane.startOver();
      throw error;
    }
    const { lost, dead } = flushed;
    for (const { endpoint } of lost) this.lanes.delete(endpoint);
    for (const lane of lanes.filter((each) => !lost.has(each))) {
      const results = finished.filter((each) => each.lane === lane).map(({ result }) => result);
      const health = { isOpen: isOpen(lane.health), isDead: dead.has(lane) };
      const change = statusAfter(lane.endpoint.status, results, health);
      if (change) await this.changeStatus(lane, change);
    }
    this.sendAll();
  }

  private async changeStatus(lane: Lane, { change, reason, status }: StatusChange): Promise<void> {
    lane.endpoint = { ...lane.endpoint, status };
    if (change === 'failing') await this.statuses.fail(lane.endpoint);
    else if (change === 'recovered') await this.statuses.recover(lane.endpoint);
    else await this.statuses.disable(lane.endpoint, reason);
  }

  /** Other replicas may have stored deliveries for an endpoint just before it was released. */
  private async releaseIdle(): Promise<void> {
    const isOver = (lane: Lane) =>
      lane.isIdleSince(performance.now() - LINGER_MS) || isOpen(lane.health) || !lane.isEnabled;
    const idle = this.lanes.all.filter((lane) => !lane.inFlight && isOver(lane));
    const released = idle.filter((lane) => !this.results.hasAny(lane));
    if (!released.length) return;
    await this.release(released);
    // An endpoint of which nothing could be loaded is not taken again before the next poll.
    if (released.some(({ hasLoaded }) => hasLoaded)) this.isWoken = true;
  }

  private async release(lanes: readonly Lane[]): Promise<void> {
    for (const { endpoint } of lanes) this.lanes.delete(endpoint);
    if (lanes.length) await this.db.query(RELEASE, [this.owner, ...laneKeys(lanes)]);
  }
}
