import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { eventually } from '@stockbook/testing/database';
import { trusted } from '@stockbook/testing/trust';
import type { Freshness } from '../freshness/freshness.js';
import type { ServiceTransport } from '../services.js';
import { Balancer, type BalancerOptions } from './balancer.js';
import { anAddress, Opened, timed, times } from './balancer.fixture.js';
import { TcpProxy } from './tcp-proxy.fixture.js';
import type { Address } from './address.js';
import { tcpServer } from './tcp.js';

@Module({})
class NoOperations {}

const opened = new Opened();
afterEach(() => opened.close());

/** Starts a replica whose changes the test announces, instead of its operations. */
async function aReplica(address: Address) {
  const transport: ServiceTransport = tcpServer(address, trusted);
  const app = await NestFactory.createMicroservice(NoOperations, { ...transport, logger: false });
  await app.listen();
  opened.add(app, (each) => each.close());
  return { address, change: () => transport.strategy.invalidations.send(1), kill: () => app.close() };
}

const watching = (addresses: readonly Address[], options?: BalancerOptions) =>
  opened.add(new Balancer(addresses, trusted, options), (each) => each.close()).watch();

/** Returns a copy that is loaded now. */
const aCopy = (of: Freshness) => {
  const loaded_at = performance.now();
  return { isGood: () => loaded_at >= of.since(1) };
};

/** Waits until all connections are open, so that a new copy stays good. */
const isOpen = (of: Freshness) =>
  eventually(async () => {
    const copy = aCopy(of);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return copy.isGood();
  });

test('a change outdates the copies of its account in every process before it is acknowledged', async () => {
  const replicas = [await aReplica(await anAddress()), await aReplica(await anAddress())];
  const processes = times(3, () => watching(replicas.map(({ address }) => address)));
  await Promise.all(processes.map(isOpen));
  for (const { change } of replicas) {
    const copies = processes.map(aCopy);
    await change();
    expect(copies.map(({ isGood }) => isGood())).toEqual([false, false, false]);
    expect(processes.every((each) => each.since(2) < each.since(1))).toBe(true);
  }
  expect(processes.map(aCopy).map(({ isGood }) => isGood())).toEqual([true, true, true]);
});

test('a process that does not confirm delays one change by 1 s, is cut off, and drops its copies', async () => {
  const replica = await aReplica(await anAddress());
  const proxy = opened.add(new TcpProxy(await anAddress(), replica.address), (each) => each.close());
  const halted = watching([proxy.address]);
  await isOpen(halted);
  const copy = aCopy(halted);
  proxy.hold();
  const [, first_ms] = await timed(replica.change);
  expect(first_ms).toBeGreaterThan(900);
  expect(first_ms).toBeLessThan(3_000);
  const [, next_ms] = await timed(replica.change);
  expect(next_ms).toBeLessThan(900);
  proxy.release();
  await eventually(() => !copy.isGood());
  await isOpen(halted);
  expect(copy.isGood()).toBe(false);
});

test('a process without a connection delays no change and uses no copy until it is connected again', async () => {
  const replica = await aReplica(await anAddress());
  const proxy = opened.add(new TcpProxy(await anAddress(), replica.address), (each) => each.close());
  const process = watching([proxy.address]);
  await isOpen(process);
  const copy = aCopy(process);
  proxy.cut();
  await eventually(() => !copy.isGood());
  const [, took_ms] = await timed(replica.change);
  expect(took_ms).toBeLessThan(900);
  await isOpen(process);
  expect(copy.isGood()).toBe(false);
});

test('no copy is good while one replica is not connected', async () => {
  const [replica, other] = [await aReplica(await anAddress()), await aReplica(await anAddress())];
  const process = watching([replica.address, other.address]);
  await isOpen(process);
  const copy = aCopy(process);
  await other.kill();
  await eventually(() => !copy.isGood());
  const next = aCopy(process);
  await eventually(() => !next.isGood());
  await aReplica(other.address);
  await isOpen(process);
});

test('a replica whose name no longer resolves to it is watched until it disconnects', async () => {
  const [replica, leaving] = [await aReplica(await anAddress()), await aReplica(await anAddress())];
  let hosts = [replica.address.host, '127.0.0.2'];
  const proxy = opened.add(new TcpProxy({ host: '127.0.0.2', port: replica.address.port }, leaving.address), (each) =>
    each.close(),
  );
  await proxy.listening;
  const { port } = replica.address;
  let lookups = 0;
  const resolve = async () => (lookups++, hosts);
  const process = watching([{ host: 'settings', port }], { resolve, resolveEvery_ms: 20 });
  await isOpen(process);
  hosts = [replica.address.host];
  // The second lookup from here begins when the answer of the first is worked through.
  const before = lookups;
  await eventually(() => lookups >= before + 2);
  const copy = aCopy(process);
  await leaving.change();
  expect(copy.isGood()).toBe(false);
  await leaving.kill();
  await isOpen(process);
});
