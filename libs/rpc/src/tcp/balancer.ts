import type { Call, Operation, Service } from '@stockbook/contracts';
import { gauge, sampled } from '@stockbook/process';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../answer.js';
import type { Freshness } from '../freshness/freshness.js';
import { Watches } from './watch.js';
import type { ServiceLink } from '../services.js';
import { Delivery } from './delivery.js';
import { type Health, Endpoint } from './endpoint.js';
import type { Address, ReplicaAddress, Trust } from './address.js';

const RESOLVE_EVERY_MS = 5_000;
/** Limits the early lookups of an outage, and the time that a slow one holds up a call. */
const EARLY_LOOKUP_MS = 500;

export type Resolve = (host: string) => Promise<readonly string[]>;

/** Silent endpoints are never chosen: their calls would wait until the deadline. */
const preference: readonly Health[] = ['up', 'down', 'stopping'];
const healths: readonly Health[] = [...preference, 'silent'];

const routes = gauge('stockbook_routes', 'Replicas of a service as this process sees them', 'service', 'state');

const byDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

export interface BalancerOptions {
  /** Receives a sentence when a replica stops and when it resumes answering. */
  readonly report?: ((sentence: string) => void) | undefined;
  readonly resolve?: Resolve;
  readonly resolveEvery_ms?: number;
  /** The name in the metrics; without it, replicas are not counted. */
  readonly service?: Service | undefined;
}

/** Sends each call to the least busy healthy replica of a service. */
export class Balancer implements ServiceLink {
  private readonly endpoints = new Map<string, Endpoint>();
  private readonly known = new Map<Address, readonly string[]>();
  private readonly following: NodeJS.Timeout | undefined;
  private readonly stopSampling: (() => void) | undefined;
  private watches: Watches | undefined;
  private resolving: Promise<void> | undefined;
  private early: Promise<void> | undefined;
  private isClosed = false;

  constructor(
    private readonly addresses: readonly Address[],
    private readonly trust: Trust,
    private readonly options: BalancerOptions = {},
  ) {
    const { service, resolveEvery_ms = RESOLVE_EVERY_MS } = options;
    if (service) this.stopSampling = sampled(() => this.sample(service));
    if (addresses.every(({ host }) => isIP(host))) return;
    this.following = setInterval(() => void this.follow(), resolveEvery_ms).unref();
  }

  ask(operation: Operation, call: Call, late: Promise<never>): Promise<Answer> {
    return new Delivery(this, operation, call).run(late);
  }

  choose(excluded: ReadonlySet<Endpoint>): Endpoint | undefined {
    const endpoints = [...this.endpoints.values()].filter((endpoint) => !excluded.has(endpoint));
    const best = preference.find((health) => endpoints.some((endpoint) => endpoint.health === health));
    const candidates = endpoints.filter(({ health }) => health === best);
    const fewest = Math.min(...candidates.map(({ calls }) => calls));
    const idlest = candidates.filter(({ calls }) => calls === fewest);
    return idlest[Math.floor(Math.random() * idlest.length)];
  }

  /** A call cannot wait for the next regular lookup to learn the addresses of the successors. */
  async lookUpEarly(): Promise<void> {
    const areFixed = this.endpoints.size && !this.following;
    if (areFixed || [...this.endpoints.values()].some(({ health }) => health === 'up')) return;
    this.early ??= this.beginEarlyLookup();
    await this.early;
  }

  watch(): Freshness {
    this.watches ??= new Watches();
    void this.follow();
    return this.watches;
  }

  close(): void {
    this.isClosed = true;
    this.stopSampling?.();
    this.watches?.close();
    clearInterval(this.following);
    for (const endpoint of this.endpoints.values()) endpoint.close();
    this.endpoints.clear();
  }

  private sample(service: Service): void {
    const endpoints = [...this.endpoints.values()];
    for (const state of healths)
      routes.set({ service, state }, endpoints.filter(({ health }) => health === state).length);
  }

  private beginEarlyLookup(): Promise<void> {
    const pause = delay(EARLY_LOOKUP_MS, undefined, { ref: false });
    void pause.then(() => (this.early = undefined));
    // A call without any address can only wait for the lookup.
    return this.endpoints.size ? Promise.race([pause, this.follow()]) : this.follow();
  }

  /** A name that cannot be resolved now keeps its addresses. */
  private follow(): Promise<void> {
    this.resolving ??= this.refresh().finally(() => (this.resolving = undefined));
    return this.resolving;
  }

  private async refresh(): Promise<void> {
    const { resolve = byDns, report = () => undefined } = this.options;
    await Promise.allSettled(
      this.addresses.map(async (address) => this.known.set(address, await resolve(address.host))),
    );
    if (this.isClosed) return;
    const wanted = this.addresses.flatMap((address) => {
      const hosts = this.known.get(address) ?? [];
      return hosts.map((host): [string, ReplicaAddress] => [
        `${host}:${address.port}`,
        { host, port: address.port, name: address.host, ...this.trust },
      ]);
    });
    const places = new Map(wanted);
    for (const [name, endpoint] of this.endpoints) {
      if (places.has(name)) continue;
      this.endpoints.delete(name);
      endpoint.retire();
    }
    for (const [name, replica] of places) {
      if (!this.endpoints.has(name)) this.endpoints.set(name, new Endpoint(replica, report));
    }
    this.watches?.follow(places);
  }
}
