import { eventually } from '@stockbook/testing/database';
import { type Call, ownCaller } from '@stockbook/contracts';
import type { Answer } from '@stockbook/rpc';
import { AdmissionQueue, type PoolName } from './admission-queue.js';

const BUSY = 'The sales service has too much to do now; the same request can be repeated safely.';
const STOPPING = 'The sales service is stopping; the same request can be repeated safely.';
const declined = (as: 'busy' | 'stopping', message: string): Answer => ({
  declined: as,
  faults: [{ code: 'unavailable', message }],
});
const callOf = (account_id: number, ms = 10_000, bytes?: number, user_id = 0): Call => ({
  caller: { ...ownCaller(account_id), user_id },
  input: {},
  deadline: Date.now() + ms,
  request_id: '',
  bytes,
});

/** Sets equal limits for each pool. */
const poolsOf = (running: number, ofAccount = running) => {
  const limits = { running, ofAccount };
  return { pools: { read: limits, write: limits, internal: limits } };
};

/** Calls that the test ends, in the order in which they began. */
class Bench {
  readonly begun: number[] = [];
  private readonly ends: (() => void)[] = [];

  constructor(readonly admission: AdmissionQueue) {}

  run(account_id: number, ms?: number, pool: PoolName = 'write', bytes?: number): Promise<Answer> {
    return this.admission.run(callOf(account_id, ms, bytes), pool, () => this.begin(account_id));
  }

  share(account_id: number, bytes?: number): Promise<Answer> {
    return this.admission.run(callOf(account_id, undefined, bytes), 'write', () => this.begin(account_id), true);
  }

  runAs(account_id: number, user_id: number): Promise<Answer> {
    const call = callOf(account_id, undefined, undefined, user_id);
    return this.admission.run(call, 'write', () => this.begin(account_id, user_id));
  }

  private begin(account_id: number, begun = account_id): Promise<Answer> {
    this.begun.push(begun);
    return new Promise((resolve) =>
      this.ends.push(() => resolve({ json: JSON.stringify({ account_id }), replayed: false })),
    );
  }

  end(): void {
    this.ends.shift()?.();
  }

  /** Ends every call, also those that begin because of it. */
  async endAll(): Promise<void> {
    while (this.ends.length) {
      this.end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

const answerOf = (account_id: number): Answer => ({ json: JSON.stringify({ account_id }), replayed: false });

test('bounds the calls in work and lets the accounts take turns', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(2)));
  const answers = [1, 1, 1, 1, 1, 2, 2, 3].map((account) => bench.run(account));
  expect(bench.begun).toEqual([1, 1]);
  await bench.endAll();
  expect(bench.begun).toEqual([1, 1, 1, 2, 3, 1, 2, 1]);
  expect(await Promise.all(answers)).toEqual([1, 1, 1, 1, 1, 2, 2, 3].map(answerOf));
});

test('one account leaves room in a pool for others, which do not wait behind its calls', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(4, 2)));
  const answers = [1, 1, 1, 1, 2, 2, 2, 3].map((account) => bench.run(account));
  expect(bench.begun).toEqual([1, 1, 2, 2]);
  await bench.endAll();
  expect(bench.begun).toEqual([1, 1, 2, 2, 1, 3, 2, 1]);
  expect(await Promise.all(answers)).toEqual([1, 1, 1, 1, 2, 2, 2, 3].map(answerOf));
});

test('users of one account take turns, each in the order of its calls', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(1)));
  const [importer, till, office] = [11, 12, 13];
  const first = [importer, importer, importer, importer, till, till].map((user) => bench.runAs(1, user));
  const other = bench.runAs(2, 21);
  bench.end();
  await first[0];
  const later = [office, importer].map((user) => bench.runAs(1, user));
  await bench.endAll();
  await Promise.all([...first, other, ...later]);
  expect(bench.begun).toEqual([importer, importer, 21, till, importer, till, office, importer, importer]);
});

test('users who come again and again do not keep another of their account waiting', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(1)));
  const [importer, till, other] = [11, 12, 13];
  const answers = [importer, importer, till, other, importer].map((user) => bench.runAs(1, user));
  for (const user of [till, till, other, till]) {
    bench.end();
    await new Promise((resolve) => setImmediate(resolve));
    answers.push(bench.runAs(1, user));
  }
  await bench.endAll();
  await Promise.all(answers);
  expect(bench.begun).toEqual([importer, importer, till, other, importer, till, other, till, till]);
});

test('a full queue declines calls of the user that has most of the account in it', async () => {
  const bench = new Bench(new AdmissionQueue('sales', { ...poolsOf(1), waiting: 4 }));
  const importer = Array.from({ length: 5 }, () => bench.runAs(1, 11));
  const till = [bench.runAs(1, 12), bench.runAs(1, 12), bench.runAs(1, 12)];
  expect(await Promise.all([...importer.slice(3), till[2]])).toEqual(Array(3).fill(declined('busy', BUSY)));
  await bench.endAll();
  expect(bench.begun).toEqual([11, 11, 12, 11, 12]);
});

test('eight small calls that share connections count as one', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(3, 2)));
  const large = 20_000;
  const answers = Array.from({ length: 20 }, () => bench.share(1));
  expect(bench.begun).toHaveLength(16);
  answers.push(bench.share(2), bench.share(2, large), bench.run(3), bench.run(3));
  expect(bench.begun.slice(16)).toEqual([2, 3]);
  await bench.endAll();
  expect((await Promise.all(answers)).filter((answer) => 'json' in answer)).toHaveLength(24);
});

test('a large call counts as several, and may be in work alone', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(8, 4)));
  const [small, middle, large] = [undefined, 20_000, 1_000_000];
  const sizes = [small, middle, small, large, small];
  const answers = sizes.map((bytes) => bench.run(1, undefined, 'write', bytes));
  expect(bench.begun).toHaveLength(2);
  bench.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(bench.begun).toHaveLength(3);
  answers.push(bench.run(2));
  expect(bench.begun).toEqual([1, 1, 1, 2]);
  await bench.endAll();
  expect(await Promise.all(answers)).toEqual([1, 1, 1, 1, 1, 2].map(answerOf));
});

test('small calls do not keep a large one of their account out', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(8, 4)));
  const first = bench.run(1);
  const large = bench.run(1, undefined, 'write', 1_000_000);
  const last = bench.run(1);
  expect(bench.begun).toHaveLength(1);
  bench.end();
  await first;
  expect(bench.begun).toHaveLength(2);
  bench.end();
  await large;
  expect(bench.begun).toHaveLength(3);
  await bench.endAll();
  expect(await last).toEqual(answerOf(1));
});

test('reads, writes and internal calls do not wait for each other', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(1)));
  const pools = ['write', 'read', 'internal'] as const;
  const answers = pools.map((pool) => bench.run(1, undefined, pool));
  expect(bench.begun).toEqual([1, 1, 1]);
  await bench.endAll();
  expect(await Promise.all(answers)).toEqual([1, 1, 1].map(answerOf));
});

test('a full queue declines calls of the account that has most in it', async () => {
  const bench = new Bench(new AdmissionQueue('sales', { ...poolsOf(1), waiting: 4 }));
  const noisy = Array.from({ length: 6 }, () => bench.run(1));
  expect(await noisy[5]).toEqual(declined('busy', BUSY));
  const quiet = [bench.run(2), bench.run(2), bench.run(2)];
  expect(await quiet[2]).toEqual(declined('busy', BUSY));
  expect(await Promise.all([noisy[3], noisy[4]])).toEqual([declined('busy', BUSY), declined('busy', BUSY)]);
  await bench.endAll();
  expect(bench.begun).toEqual([1, 1, 2, 1, 2]);
});

test('does not begin a call whose deadline has passed while it waited', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(1)));
  const [first, late, last] = [bench.run(1), bench.run(1, 20), bench.run(2)];
  await new Promise((resolve) => setTimeout(resolve, 40));
  await bench.endAll();
  const message = 'The request waited too long; it can be repeated safely.';
  expect(await Promise.all([first, late, last])).toEqual([
    answerOf(1),
    { faults: [{ code: 'timeout', message }] },
    answerOf(2),
  ]);
  expect(bench.begun).toEqual([1, 2]);
});

test('begins the next call also when one fails', async () => {
  const admission = new AdmissionQueue('sales', poolsOf(1));
  const failing = admission.run(callOf(1), 'write', () => Promise.reject(new Error('No luck.')));
  const next = admission.run(callOf(1), 'write', async () => answerOf(1));
  await expect(failing).rejects.toThrow('No luck.');
  expect(await next).toEqual(answerOf(1));
});

test('two services that ask each other do not wait for each other', async () => {
  const [one, other] = [new AdmissionQueue('sales', poolsOf(1)), new AdmissionQueue('inventory', poolsOf(1))];
  const asking = (own: AdmissionQueue, asked: AdmissionQueue) =>
    own.run(callOf(1), 'write', () => asked.run(callOf(1), 'internal', async () => answerOf(1)));
  const answers = [asking(one, other), asking(other, one), asking(one, other), asking(other, one)];
  expect(await Promise.all(answers)).toEqual(answers.map(() => answerOf(1)));
});

test('a stop declines waiting and new calls, and waits for calls in work', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(1)));
  const [working, waiting] = [bench.run(1), bench.run(2)];
  let isClosed = false;
  const closing = bench.admission.close().then(() => (isClosed = true));
  expect(await waiting).toEqual(declined('stopping', STOPPING));
  expect(await bench.run(1)).toEqual(declined('stopping', STOPPING));
  expect(isClosed).toBe(false);
  bench.end();
  await closing;
  expect(await working).toEqual(answerOf(1));
  expect(bench.begun).toEqual([1]);
});

test('a stop waits for drain_ms at most', async () => {
  const bench = new Bench(new AdmissionQueue('sales', { ...poolsOf(1), drain_ms: 50 }));
  void bench.run(1);
  await bench.admission.close();
  expect(bench.begun).toEqual([1]);
});

test('while the event loop is overloaded, calls run if there is room and are declined instead of waiting', async () => {
  const bench = new Bench(new AdmissionQueue('sales', poolsOf(1)));
  const working = bench.run(1);
  let isOver = false;
  const block = () => {
    const end = performance.now() + 220;
    while (performance.now() < end);
    if (!isOver) setImmediate(block);
  };
  block();
  await eventually(async () => {
    const answer = await Promise.race([bench.run(2), undefined]);
    return answer !== undefined;
  });
  expect(await bench.run(2)).toEqual(declined('busy', BUSY));
  isOver = true;
  await bench.endAll();
  expect(await working).toEqual(answerOf(1));
  await eventually(async () => {
    const answer = bench.run(3);
    await bench.endAll();
    return 'json' in (await answer);
  });
});
