import { Db } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { CLAIM, ENDPOINTS, OWNED_MS, RELEASE, RENEW } from './dispatch-statements.js';
import { type Claimed, type Endpoint, endpointKey, isOutdated } from './lane/endpoint.js';
import { Lane, laneKeys } from './lane/lane.js';
import { Lanes } from './lane/lanes.js';

/** A replica takes over at most this many endpoints at once, so that replicas share them. */
const CLAIMED = 32;
const RENEW_MS = 1_000;

@Injectable()
export class Ownership {
  readonly owner = randomUUID();
  readonly lanes = new Lanes();
  private readonly stale = new Set<Lane>();
  private renewed_at = 0;
  private owned_until = 0;

  constructor(private readonly db: Db) {}

  /** Tells whether this replica still owns its endpoints, because nobody else may have taken them over yet. */
  get isCurrent(): boolean {
    return performance.now() <= this.owned_until;
  }

  get hasStale(): boolean {
    return this.stale.size > 0;
  }

  /** Returns whether there may be more of them than one claim takes. */
  async claim(): Promise<boolean> {
    const sent_at = performance.now();
    const claimed = await this.db.query<Claimed>(CLAIM, [this.owner, CLAIMED]);
    if (!this.lanes.size) this.owned_until = sent_at + OWNED_MS;
    for (const each of claimed) this.lanes.add(new Lane(each));
    return claimed.length === CLAIMED;
  }

  /** Drops endpoints that another replica has taken over; one without a lane becomes free. */
  async renew(): Promise<void> {
    const now = performance.now();
    if (!this.lanes.size || now - this.renewed_at < RENEW_MS) return;
    this.renewed_at = now;
    const before = this.lanes.all;
    const renewed = await this.db.query<Endpoint>(RENEW, [this.owner, ...laneKeys(before)]);
    const kept = new Map(renewed.map((each) => [endpointKey(each), each]));
    this.owned_until = now + OWNED_MS;
    for (const lane of before.filter((each) => this.lanes.has(each))) {
      const endpoint = kept.get(endpointKey(lane.endpoint));
      if (!endpoint) this.lanes.delete(lane.endpoint);
      else if (isOutdated(lane.endpoint, endpoint)) lane.update(endpoint);
    }
  }

  /** Blocks deliveries to a changed endpoint until it is read again. */
  markStale(endpoint: Pick<Endpoint, 'account_id' | 'webhook_id'>): void {
    const lane = this.lanes.get(endpointKey(endpoint));
    if (!lane) return;
    lane.markStale();
    this.stale.add(lane);
  }

  async readStale(): Promise<void> {
    const lanes = [...this.stale];
    this.stale.clear();
    try {
      await this.readAgain(lanes);
    } catch (error) {
      for (const lane of lanes) this.stale.add(lane);
      throw error;
    }
    for (const lane of lanes.filter((each) => !this.stale.has(each))) lane.markFresh();
  }

  async readAgain(lanes: readonly Lane[]): Promise<void> {
    if (!lanes.length) return;
    const endpoints = await this.db.query<Endpoint>(ENDPOINTS, laneKeys(lanes));
    for (const endpoint of endpoints) {
      const lane = this.lanes.get(endpointKey(endpoint));
      if (lane && isOutdated(lane.endpoint, endpoint)) lane.update(endpoint);
    }
  }

  async release(lanes: readonly Lane[]): Promise<void> {
    for (const { endpoint } of lanes) this.lanes.delete(endpoint);
    if (lanes.length) await this.db.query(RELEASE, [this.owner, ...laneKeys(lanes)]);
  }
}
