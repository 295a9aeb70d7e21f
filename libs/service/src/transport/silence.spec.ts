import { eventually } from '@stockbook/testing/database';
import { setTimeout as delay } from 'node:timers/promises';
import { anAddress, atOnce, AWAY, LATE, Opened, outcomeOf, timed, times } from './pool.fixture.js';
import { type Replica, Strait } from './replica.fixture.js';

const opened = new Opened();
afterEach(() => opened.close());

/** A replica that can fall silent: its connections stay open, and nothing goes through. */
async function silenceable(replica: Replica) {
  const strait = new Strait(await anAddress(), replica.address);
  return opened.add(strait, (each) => each.close());
}

test('a hung replica costs a second and a half once, and serves again when it goes on', async () => {
  const [hung, other] = [await opened.replica(), await opened.replica()];
  const strait = await silenceable(hung);
  const reports: string[] = [];
  const addresses = [strait.address, other.address];
  const { read, write } = opened.client(addresses, { report: (sentence) => reports.push(sentence) });
  await Promise.all(times(8, () => read()));
  strait.hold();

  const [outputs, ms] = await timed(() => Promise.all(times(8, (index) => (index % 2 ? read() : write()))));
  expect(outputs).toEqual(times(8, () => ({ port: other.address.port })));
  expect(ms).toBeGreaterThan(1_000);
  expect(ms).toBeLessThan(3_000);

  const later = await atOnce(Promise.all(times(50, () => read())));
  expect(later).toEqual(times(50, () => ({ port: other.address.port })));

  strait.release();
  await eventually(() => reports.length === 2);
  const name = `${strait.address.host}:${strait.address.port}`;
  expect(reports).toEqual([`${name} gives no sign of life.`, `${name} answers again.`]);
  const before = hung.calls.length;
  await Promise.all(times(8, () => read()));
  expect(hung.calls.length).toBeGreaterThan(before);
});

test('a write that nobody would know again waits for the hung replica alone', async () => {
  const [hung, other] = [await opened.replica(), await opened.replica()];
  const strait = await silenceable(hung);
  const { read, writeOnce } = opened.client([strait.address, other.address]);
  await Promise.all(times(8, () => read()));
  strait.hold();
  const before = other.calls.length;
  const outcomes = await Promise.all(times(2, () => outcomeOf(writeOnce(3_000))));
  expect(outcomes).toContainEqual([504, LATE]);
  expect(other.calls).toHaveLength(before + 1);
});

test('a service whose every replica hangs is away at once after the first calls', async () => {
  const strait = await silenceable(await opened.replica());
  const { read } = opened.client([strait.address]);
  await read();
  strait.hold();
  expect(await outcomeOf(read(3_000))).toEqual([504, LATE]);
  expect(await atOnce(read())).toEqual([503, AWAY]);
  strait.release();
  await eventually(() => read().then(Boolean, () => false));
});

test('a clock that is set back does not keep a replica away that serves again', async () => {
  const strait = await silenceable(await opened.replica());
  const { read } = opened.client([strait.address]);
  await read();
  strait.hold();
  expect(await outcomeOf(read(3_000))).toEqual([504, LATE]);
  const { now } = Date;
  Date.now = () => now() - 3_600_000;
  try {
    strait.release();
    await eventually(() => read().then(Boolean, () => false));
  } finally {
    Date.now = now;
  }
});

test('a replica that came back by a call which it still owes is noticed when it hangs', async () => {
  const replica = await opened.replica(() => (replica.calls.length > 1 ? answer : new Promise<never>(() => undefined)));
  const answer = { json: '{}', replayed: false };
  const address = await anAddress();
  const { read } = opened.client([address]);
  expect(await outcomeOf(read())).toEqual([503, AWAY]);
  const strait = opened.add(new Strait(address, replica.address), (each) => each.close());
  await strait.listening;
  const owed = outcomeOf(read(5_000));
  await eventually(() => replica.calls.length === 1);
  expect(await read()).toEqual({});
  // The ping that the first call's fault has brought about is over by then.
  await delay(1_500);
  strait.hold();
  await owed;
  expect(await atOnce(read())).toEqual([503, AWAY]);
});

test('a slow call is no silence: it is waited for, and nobody else is asked', async () => {
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return { json: '{"slow":true}', replayed: false };
  };
  const replicas = [await opened.replica(slow), await opened.replica(slow)];
  const { write } = opened.client(replicas.map(({ address }) => address));
  expect(await write()).toEqual({ slow: true });
  expect(replicas.flatMap(({ calls }) => calls)).toHaveLength(1);
});

test('a refusal does not hold while a silent replica may still do the write', async () => {
  const refuse = () => ({ faults: [{ code: 'locked' as const, message: 'It is locked.' }] });
  const [hung, refusing] = [await opened.replica(), await opened.replica(refuse)];
  const strait = await silenceable(hung);
  const { read, write } = opened.client([strait.address, refusing.address]);
  await eventually(() =>
    read().then(
      () => hung.calls.length > 0,
      () => false,
    ),
  );
  strait.hold();
  const writing = times(2, () => write());
  await eventually(() => refusing.calls.filter(({ request_key }) => request_key).length === 2);
  strait.release();
  const outcomes = await Promise.all(writing.map(outcomeOf));
  expect(outcomes).toContainEqual({ port: hung.address.port });
  expect(outcomes).toContainEqual([409, 'It is locked.']);
});

test('a fault that passes is answered at once while a silent replica may still do the write', async () => {
  const late = () => ({ faults: [{ code: 'timeout' as const, message: 'The database was too slow.' }] });
  const [hung, slow] = [await opened.replica(), await opened.replica(late)];
  const strait = await silenceable(hung);
  const { read, write } = opened.client([strait.address, slow.address]);
  await eventually(() =>
    read().then(
      () => hung.calls.length > 0,
      () => false,
    ),
  );
  strait.hold();
  const [outcomes, ms] = await timed(() => Promise.all(times(2, () => outcomeOf(write()))));
  expect(outcomes).toEqual(times(2, () => [504, 'The database was too slow.']));
  expect(ms).toBeLessThan(3_000);
});
