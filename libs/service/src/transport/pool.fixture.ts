import { brand, type Call, type Operation, ownCaller, Refused } from '@stockbook/contracts';
import { freePort } from '@stockbook/process';
import { setTimeout as delay } from 'node:timers/promises';
import { Services } from '../services.js';
import { Pool, type PoolOptions } from './pool.js';
import { Replica } from './replica.fixture.js';
import type { Address } from './tcp.js';

export const LATE = 'The inventory service did not answer in time; the same request can be repeated safely.';
export const AWAY = 'The inventory service is not available now; the same request can be repeated safely.';

/** What tests open, closed after each in reverse order. */
export class Opened {
  private readonly closers: (() => unknown)[] = [];

  add<T>(thing: T, close: (thing: T) => unknown): T {
    this.closers.push(() => close(thing));
    return thing;
  }

  async replica(...work: [ConstructorParameters<typeof Replica>[1]?]): Promise<Replica> {
    const replica = await new Replica(await anAddress(), ...work).start();
    return this.add(replica, (each) => each.kill());
  }

  /** A client of one service at these addresses. */
  client(addresses: readonly Address[], options?: PoolOptions) {
    const pool = this.add(new Pool(addresses, options), (each) => each.close());
    const services = new Services({ sales: pool, inventory: pool, settings: pool, integration: pool });
    const ask = async (operation: Operation, call: Call) => (await services.ask(operation, call)).output;
    return {
      read: (ms = 10_000) => ask(brand.get, callWithin(ms)),
      write: (ms = 10_000) => ask(brand.add, { ...callWithin(ms), request_key: aKey }),
      /** A write that nobody would know again. */
      writeOnce: (ms = 10_000) => ask(brand.add, callWithin(ms)),
    };
  }

  async close(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close();
  }
}

export const anAddress = async (): Promise<Address> => ({ host: '127.0.0.1', port: await freePort() });

/** What was answered, or the status and the text of the refusal. */
export const outcomeOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.catch((error: unknown) => (error instanceof Refused ? [error.status, error.message] : error));

/**
 * What came of something that nothing needs to be waited for: it is there before half a second in which this process ran, half
 * of what any wait of a client takes. What else runs on the machine holds up both.
 */
export const atOnce = (asking: Promise<unknown>): Promise<unknown> =>
  Promise.race([outcomeOf(asking), halfASecondOfOurs().then(() => 'It was waited for.')]);

/** A pause of the process is one tick at most. */
async function halfASecondOfOurs(): Promise<void> {
  for (let ticks = 0; ticks < 50; ticks++) await delay(10);
}

/** What work came to, and how many milliseconds it took. */
export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await work(), performance.now() - began];
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const aKey = { key: 'a'.repeat(32), hash: 'b'.repeat(32) };
const callWithin = (ms: number): Call => ({
  caller: ownCaller(1),
  request_id: 'r',
  input: {},
  deadline: Date.now() + ms,
});
