import { brand, ownCaller, REQUEST_MS } from '@stockbook/contracts';
import { eventually } from '@stockbook/testing/database';
import type { Replica } from '@stockbook/testing/replica';
import { trusted } from '@stockbook/testing/trust';
import { AsyncLocalStorage } from 'node:async_hooks';
import { anAddress, answerOrFault, AWAY, Opened, times } from './balancer.fixture.js';
import { Connection } from './connection.js';
import { TcpProxy } from './tcp-proxy.fixture.js';

const opened = new Opened();
afterEach(() => opened.close());

/** Starts two replicas that never answer the first call; `holder` is the one that received it. */
async function holding(ask: (client: ReturnType<Opened['client']>) => Promise<unknown>) {
  const work = () => (replicas.flatMap(({ calls }) => calls).length > 1 ? done : new Promise<never>(() => undefined));
  const done = { json: '{"done":true}', replayed: false };
  const replicas: Replica[] = [await opened.replica(work), await opened.replica(work)];
  const client = opened.client(replicas.map(({ address }) => address));
  const asked = answerOrFault(ask(client));
  await eventually(() => replicas.some(({ calls }) => calls.length));
  const [holder, other] = replicas[0]?.calls.length ? replicas : [...replicas].reverse();
  return { asked, holder: holder!, other: other! };
}

test.each<[string, (client: ReturnType<Opened['client']>) => Promise<unknown>]>([
  ['read', ({ read }) => read()],
  ['write with a request key', ({ write }) => write()],
])('repeats a %s at another replica when its connection is lost', async (_, ask) => {
  const { asked, holder, other } = await holding(ask);
  await holder.kill();
  expect(await asked).toEqual({ done: true });
  expect([holder.calls.length, other.calls.length]).toEqual([1, 1]);
  const sent = holder.calls.map((call) => ({ ...call, deadline: expect.closeTo(call.deadline, -4) }));
  expect(other.calls).toEqual(sent);
});

test('does not repeat a write without a request key when its connection is lost', async () => {
  const { asked, holder, other } = await holding(({ writeOnce }) => writeOnce());
  await holder.kill();
  expect(await asked).toEqual([503, AWAY]);
  expect(other.calls).toEqual([]);
});

test('asks the only replica once more when only the connection was lost', async () => {
  const replica = await opened.replica(() => (replica.calls.length > 1 ? answer : new Promise<never>(() => undefined)));
  const answer = { json: '{}', replayed: false };
  const proxy = opened.add(new TcpProxy(await anAddress(), replica.address), (each) => each.close());
  const { read } = opened.client([proxy.address]);
  const asked = read();
  await eventually(() => replica.calls.length === 1);
  proxy.cut();
  expect(await asked).toEqual({});
});

test('sends the calls that a stopping replica declines to another one', async () => {
  const [stopping, other] = [await opened.replica(), await opened.replica()];
  await stopping.drain();
  const { writeOnce } = opened.client([stopping.address, other.address]);
  expect(await Promise.all(times(20, () => writeOnce()))).toEqual(times(20, () => ({ port: other.address.port })));
  expect(stopping.calls).toEqual([]);

  await other.drain();
  const sentence = 'The inventory service is stopping; the same request can be repeated safely.';
  expect(await answerOrFault(writeOnce())).toEqual([503, sentence]);
});

test.each([-10_000, 10_000])(
  'keeps the deadline when the clocks of caller and service differ by %d ms',
  async (skew_ms) => {
    const callers = new AsyncLocalStorage<boolean>();
    const { now } = Date;
    Date.now = () => now() + (callers.getStore() ? skew_ms : 0);
    try {
      const replica = await opened.replica();
      const { read } = opened.client([replica.address]);
      expect(await callers.run(true, () => read(5_000))).toEqual({ port: replica.address.port });
      const [call] = replica.calls;
      const remaining_ms = call!.deadline - now();
      expect(remaining_ms).toBeGreaterThan(3_000);
      expect(remaining_ms).toBeLessThanOrEqual(5_000);
    } finally {
      Date.now = now;
    }
  },
);

test.each([undefined, null, 'soon'])(
  'takes the time of a request for a message with a remaining time of %p',
  async (remaining) => {
    const replica = await opened.replica();
    const connection = opened.add(new Connection({ ...replica.address, ...trusted }), (each) => each.close());
    await connection.connect();
    const sent = { caller: ownCaller(1), input: {}, request_id: 'r', remaining_ms: remaining };
    const said = await new Promise((resolve) =>
      connection.call(brand.get.path, sent, (_, response) => resolve(response)),
    );
    expect(said).toMatchObject({ json: JSON.stringify({ port: replica.address.port }) });
    const remaining_ms = replica.calls[0]!.deadline - Date.now();
    expect(remaining_ms).toBeGreaterThan(0);
    expect(remaining_ms).toBeLessThanOrEqual(REQUEST_MS);
  },
);

test('fails no call during a rolling restart under load', async () => {
  const replicas = [await opened.replica(aWhile), await opened.replica(aWhile)];
  const { read, write } = opened.client(replicas.map(({ address }) => address));
  let isOver = false;
  let answered = 0;
  const failures: unknown[] = [];
  const load = times(12, async (index) => {
    while (!isOver) {
      await (index % 2 ? read() : write()).then(
        () => answered++,
        (error: unknown) => failures.push(error),
      );
    }
  });
  for (const replica of [...replicas, ...replicas]) {
    const before = answered;
    await replica.restart(() => eventually(() => answered > before + 100));
    // On a busy machine the caller may take long to come back to it, and the next one stops.
    const served = replica.calls.length;
    await eventually(() => replica.calls.length > served + 100);
  }
  isOver = true;
  await Promise.all(load);
  expect(failures).toEqual([]);
});

async function aWhile() {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { json: '{}', replayed: false };
}
