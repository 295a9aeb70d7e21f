import type { Call, Operation } from '@stockbook/contracts';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Answer } from '../answer.js';
import type { Freshness } from '../freshness/freshness.js';
import type { ServiceLink } from '../services.js';
import { Delivery } from './delivery.js';
import { type Health, Route } from './route.js';
import type { Address } from './socket.js';
import { Watches } from './watch.js';

const RESOLVE_EVERY_MS = 5_000;

/** Finds the IP addresses behind a host name; rejects when it cannot tell. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** A silent address is left alone: whoever asks it waits in vain. */
const preference: readonly Health[] = ['up', 'down', 'stopping'];

const byDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** What to tell, and how to resolve names. */
export interface PoolOptions {
  /** Takes a sentence when an address is given up and when it is back. */
  readonly report?: (sentence: string) => void;
  readonly resolve?: Resolve;
  readonly resolveEvery_ms?: number;
}

/** The addresses behind a service's name, followed as they come and go; each call takes the least busy one that is up. */
export class Pool implements ServiceLink {
  private readonly routes = new Map<string, Route>();
  private readonly known = new Map<Address, readonly string[]>();
  private readonly report: (sentence: string) => void;
  private readonly resolve: Resolve;
  private readonly following: NodeJS.Timeout | undefined;
  private watches: Watches | undefined;
  private resolving: Promise<void> | undefined;
  private isClosed = false;

  constructor(
    private readonly addresses: readonly Address[],
    { report = () => undefined, resolve = byDns, resolveEvery_ms = RESOLVE_EVERY_MS }: PoolOptions = {},
  ) {
    this.report = report;
    this.resolve = resolve;
    if (addresses.every(({ host }) => isIP(host))) return;
    this.following = setInterval(() => void this.follow(), resolveEvery_ms).unref();
  }

  async ask(operation: Operation, call: Call, late: Promise<never>): Promise<Answer> {
    if (!this.routes.size) await Promise.race([late, this.follow()]);
    return new Delivery((useless) => this.choose(useless), operation, call).run(late);
  }

  watch(): Freshness {
    this.watches ??= new Watches();
    void this.follow();
    return this.watches;
  }

  close(): void {
    this.isClosed = true;
    this.watches?.close();
    clearInterval(this.following);
    for (const route of this.routes.values()) route.close();
    this.routes.clear();
  }

  private choose(useless: ReadonlySet<Route>): Route | undefined {
    const routes = [...this.routes.values()].filter((route) => !useless.has(route));
    const best = preference.find((health) => routes.some((route) => route.health === health));
    const candidates = routes.filter(({ health }) => health === best);
    const fewest = Math.min(...candidates.map(({ calls }) => calls));
    const idlest = candidates.filter(({ calls }) => calls === fewest);
    return idlest[Math.floor(Math.random() * idlest.length)];
  }

  /** Looks the names up. One that cannot be resolved now keeps the addresses that it had. */
  private follow(): Promise<void> {
    this.resolving ??= this.refresh().finally(() => (this.resolving = undefined));
    return this.resolving;
  }

  private async refresh(): Promise<void> {
    await Promise.allSettled(
      this.addresses.map(async (address) => this.known.set(address, await this.resolve(address.host))),
    );
    if (this.isClosed) return;
    const wanted = this.addresses.flatMap((address) => {
      const hosts = this.known.get(address) ?? [];
      return hosts.map((host): [string, Address] => [`${host}:${address.port}`, { host, port: address.port }]);
    });
    const places = new Map(wanted);
    for (const [name, route] of this.routes) {
      if (places.has(name)) continue;
      this.routes.delete(name);
      route.retire();
    }
    for (const [name, address] of places) {
      if (!this.routes.has(name)) this.routes.set(name, new Route(address, this.report));
    }
    this.watches?.follow(places);
  }
}
