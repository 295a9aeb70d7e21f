import { brand, type Call, type Operation, ownCaller, Refused } from '@stockbook/contracts';
import { freePort } from '@stockbook/process';
import { Replica } from '@stockbook/testing/replica';
import { trusted } from '@stockbook/testing/trust';
import { setTimeout as delay } from 'node:timers/promises';
import { Services } from '../services.js';
import { Balancer, type BalancerOptions } from './balancer.js';
import type { Address } from './address.js';

export const LATE = 'The inventory service did not answer in time; the same request can be repeated safely.';
export const AWAY = 'The inventory service is not available now; the same request can be repeated safely.';

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

  client(addresses: readonly Address[], options?: BalancerOptions) {
    const balancer = this.add(new Balancer(addresses, trusted, options), (each) => each.close());
    const services = new Services({ sales: balancer, inventory: balancer, settings: balancer, integration: balancer });
    const ask = async (operation: Operation, call: Call) => (await services.ask(operation, call)).output;
    return {
      read: (ms = 10_000) => ask(brand.get, callWithin(ms)),
      write: (ms = 10_000) => ask(brand.add, { ...callWithin(ms), request_key: aKey }),
      writeOnce: (ms = 10_000) => ask(brand.add, callWithin(ms)),
      close: () => services.close(),
    };
  }

  async close(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close();
  }
}

export const anAddress = async (): Promise<Address> => ({ host: '127.0.0.1', port: await freePort() });

export const answerOrFault = (asking: Promise<unknown>): Promise<unknown> =>
  asking.catch((error: unknown) => (error instanceof Refused ? [error.status, error.message] : error));

/**
 * Resolves with 'It has waited.' after half the shortest wait of a client. It counts this process's running time,
 * because other load delays both sides.
 */
export const atOnce = (asking: Promise<unknown>): Promise<unknown> =>
  Promise.race([answerOrFault(asking), halfASecondOfOurs().then(() => 'It has waited.')]);

/** A pause of the process counts as one tick. */
async function halfASecondOfOurs(): Promise<void> {
  for (let ticks = 0; ticks < 50; ticks++) await delay(10);
}

/** Returns the result and the duration in ms. */
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
