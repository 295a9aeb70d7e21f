import { eventually } from '@stockbook/testing/database';
import type { Replica } from '@stockbook/testing/replica';
import { setTimeout as delay } from 'node:timers/promises';
import { anAddress, answerOrFault, atOnce, AWAY, LATE, Opened, timed, times } from './balancer.fixture.js';
import { TcpProxy } from './tcp-proxy.fixture.js';

const opened = new Opened();
afterAll(() => opened.close());

/** Puts a proxy in front of a replica that can halt it: its connections stay open and carry nothing. */
async function silenceable(replica: Replica) {
  const proxy = new TcpProxy(await anAddress(), replica.address);
  return opened.add(proxy, (each) => each.close());
}

test.concurrent('avoids a halted replica after 1.5 s, and uses it again when it continues', async () => {
  const [hung, other] = [await opened.replica(), await opened.replica()];
  const proxy = await silenceable(hung);
  const reports: string[] = [];
  const addresses = [proxy.address, other.address];
  const { read, write } = opened.client(addresses, { report: (sentence) => reports.push(sentence) });
  await Promise.all(times(8, () => read()));
  proxy.hold();

  const [outputs, ms] = await timed(() => Promise.all(times(8, (index) => (index % 2 ? read() : write()))));
  expect(outputs).toEqual(times(8, () => ({ port: other.address.port })));
  expect(ms).toBeGreaterThan(1_000);
  expect(ms).toBeLessThan(3_000);

  const later = await atOnce(Promise.all(times(50, () => read())));
  expect(later).toEqual(times(50, () => ({ port: other.address.port })));

  proxy.release();
  await eventually(() => reports.length === 2);
  const name = `${proxy.address.host}:${proxy.address.port}`;
  expect(reports).toEqual([`${name} does not answer pings.`, `${name} answers again.`]);
  const before = hung.calls.length;
  await Promise.all(times(8, () => read()));
  expect(hung.calls.length).toBeGreaterThan(before);
});

test.concurrent('does not repeat a write without a request key while its replica is silent', async () => {
  const [hung, other] = [await opened.replica(), await opened.replica()];
  const proxy = await silenceable(hung);
  const { read, writeOnce } = opened.client([proxy.address, other.address]);
  await Promise.all(times(8, () => read()));
  proxy.hold();
  const before = other.calls.length;
  const outcomes = await Promise.all(times(2, () => answerOrFault(writeOnce(3_000))));
  expect(outcomes).toContainEqual([504, LATE]);
  expect(other.calls).toHaveLength(before + 1);
});

test.concurrent('fails at once when every replica is known to be silent', async () => {
  const proxy = await silenceable(await opened.replica());
  const { read } = opened.client([proxy.address]);
  await read();
  proxy.hold();
  expect(await answerOrFault(read(3_000))).toEqual([504, LATE]);
  expect(await atOnce(read())).toEqual([503, AWAY]);
  proxy.release();
  await eventually(() => read().then(Boolean, () => false));
});

test.concurrent(
  'detects the silence of a replica whose breaker was closed by another call than the pending one',
  async () => {
    const replica = await opened.replica(() =>
      replica.calls.length > 1 ? answer : new Promise<never>(() => undefined),
    );
    const answer = { json: '{}', replayed: false };
    const address = await anAddress();
    const { read } = opened.client([address]);
    expect(await answerOrFault(read())).toEqual([503, AWAY]);
    const proxy = opened.add(new TcpProxy(address, replica.address), (each) => each.close());
    await proxy.listening;
    const owed = answerOrFault(read(5_000));
    await eventually(() => replica.calls.length === 1);
    expect(await read()).toEqual({});
    // The ping after the first call's failure has ended by then.
    await delay(1_500);
    proxy.hold();
    await owed;
    expect(await atOnce(read())).toEqual([503, AWAY]);
  },
);

test.concurrent('waits for a slow call without asking another replica', async () => {
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return { json: '{"slow":true}', replayed: false };
  };
  const replicas = [await opened.replica(slow), await opened.replica(slow)];
  const { write } = opened.client(replicas.map(({ address }) => address));
  expect(await write()).toEqual({ slow: true });
  expect(replicas.flatMap(({ calls }) => calls)).toHaveLength(1);
});

test.concurrent('does not return a refusal while a silent replica may still do the write', async () => {
  const refuse = () => ({ faults: [{ code: 'locked' as const, message: 'It is locked.' }] });
  const [hung, refusing] = [await opened.replica(), await opened.replica(refuse)];
  const proxy = await silenceable(hung);
  const { read, write } = opened.client([proxy.address, refusing.address]);
  await eventually(() =>
    read().then(
      () => hung.calls.length > 0,
      () => false,
    ),
  );
  proxy.hold();
  const writing = times(2, () => write());
  await eventually(() => refusing.calls.filter(({ request_key }) => request_key).length === 2);
  proxy.release();
  const outcomes = await Promise.all(writing.map(answerOrFault));
  expect(outcomes).toContainEqual({ port: hung.address.port });
  expect(outcomes).toContainEqual([409, 'It is locked.']);
});

test.concurrent('returns a transient fault at once while a silent replica may still do the write', async () => {
  const late = () => ({ faults: [{ code: 'timeout' as const, message: 'The database was too slow.' }] });
  const [hung, slow] = [await opened.replica(), await opened.replica(late)];
  const proxy = await silenceable(hung);
  const { read, write } = opened.client([proxy.address, slow.address]);
  await eventually(() =>
    read().then(
      () => hung.calls.length > 0,
      () => false,
    ),
  );
  proxy.hold();
  const [outcomes, ms] = await timed(() => Promise.all(times(2, () => answerOrFault(write()))));
  expect(outcomes).toEqual(times(2, () => [504, 'The database was too slow.']));
  expect(ms).toBeLessThan(3_000);
});

// This test does not run beside others, which share the clock.
test('uses a replica again after the clock was set back', async () => {
  const proxy = await silenceable(await opened.replica());
  const { read } = opened.client([proxy.address]);
  await read();
  proxy.hold();
  expect(await answerOrFault(read(3_000))).toEqual([504, LATE]);
  const { now } = Date;
  Date.now = () => now() - 3_600_000;
  try {
    proxy.release();
    await eventually(() => read().then(Boolean, () => false));
  } finally {
    Date.now = now;
  }
});
