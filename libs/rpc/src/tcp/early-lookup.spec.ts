import { eventually } from '@stockbook/testing/database';
import { Replica } from '@stockbook/testing/replica';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../answer.js';
import { anAddress, answerOrFault, AWAY, LATE, Opened, timed, times } from './balancer.fixture.js';
import { TcpProxy } from './tcp-proxy.fixture.js';

const opened = new Opened();
afterEach(() => opened.close());
const never = () => new Promise<never>(() => undefined);

/**
 * Starts a service whose name resolved to 127.0.0.1 when its client asked first, and is looked up regularly only once a
 * minute.
 */
async function named(...work: Parameters<Opened['replica']>) {
  const { port } = await anAddress();
  const first = { host: '127.0.0.1', port };
  const second = await new Replica({ host: '127.0.0.2', port }).start();
  opened.add(second, (replica) => replica.kill());
  const behind = await opened.replica(...work);
  const proxy = opened.add(new TcpProxy(first, behind.address), (each) => each.close());
  await proxy.listening;
  const name = { hosts: async (): Promise<string[]> => [first.host], lookups: 0 };
  const resolve = () => (name.lookups++, name.hosts());
  const client = opened.client([{ host: 'inventory', port }], { resolve, resolveEvery_ms: 60_000 });
  await client.read();
  await delay(600);
  name.lookups = 0;
  return { ...client, name, proxy, behind, second };
}

test('a call that reaches no replica looks the name up, and succeeds at the new address', async () => {
  const { write, name, proxy, second } = await named();
  name.hosts = async () => ['127.0.0.2'];
  await proxy.close();
  await write();
  expect([second.calls.length, name.lookups]).toEqual([1, 1]);
});

test('a call that all replicas decline because they stop looks the name up, too', async () => {
  const { writeOnce, name, behind, second } = await named();
  name.hosts = async () => ['127.0.0.2'];
  await behind.drain();
  await writeOnce();
  expect([second.calls.length, name.lookups]).toEqual([1, 1]);
});

test('a call that waits for a silent replica looks the name up, too', async () => {
  const { read, name, proxy, second } = await named();
  name.hosts = async () => ['127.0.0.2'];
  proxy.hold();
  expect(await read()).toEqual({ port: second.address.port });
  expect(name.lookups).toBe(1);
});

test('an outage makes one lookup in half a second, however many calls fail', async () => {
  const { read, name, proxy } = await named();
  await proxy.close();
  const failed = times(20, () => [503, AWAY]);
  const [, ms] = await timed(async () => {
    for (let i = 0; i < 5; i++) expect(await Promise.all(times(20, () => answerOrFault(read())))).toEqual(failed);
  });
  const { lookups } = name;
  expect(lookups).toBeGreaterThanOrEqual(1);
  expect(lookups).toBeLessThanOrEqual(1 + ms / 500);
  await eventually(async () => {
    expect(await answerOrFault(read())).toEqual([503, AWAY]);
    return name.lookups > lookups;
  });
});

test('a lookup that hangs holds up a call for half a second at most, and never beyond its deadline', async () => {
  const late: number[] = [];
  for (let i = 0; i < 3; i++) {
    const { read, name, proxy } = await named();
    await proxy.close();
    name.hosts = never;
    const [outcome, ms] = await timed(() => answerOrFault(read()));
    expect(outcome).toEqual([503, AWAY]);
    expect(ms).toBeLessThan(2_000);
    const [late_outcome, late_ms] = await timed(() => answerOrFault(read(100)));
    expect(late_outcome).toEqual([504, LATE]);
    late.push(late_ms);
  }
  expect(Math.min(...late)).toBeLessThan(400);
});

test('a call that a busy replica declines looks nothing up', async () => {
  const busy: Answer = { declined: 'busy', faults: [{ code: 'unavailable', message: 'Busy.' }] };
  const done: Answer = { json: '{}', replayed: false };
  let answer: Answer = done;
  const { write, name } = await named(() => answer);
  answer = busy;
  expect(await answerOrFault(write())).toEqual([503, 'Busy.']);
  expect(name.lookups).toBe(0);
});
