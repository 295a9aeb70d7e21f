import { type CallOptions, Stockbook, StockbookError, type StockbookOptions } from '../index.js';
import { type HostileAnswer, limits, type Outcome, refusals, repeatable, waits } from './hostile-answers.fixture.js';
import { type Hostility, openHostileServer, SECRET, type Treated } from './hostile-server.fixture.js';

const RETRIES = 2;
const IDENTITY = { domain: 'demo', apiKey: 'owner@demo.test', apiSecret: SECRET };
/** A client waits as shortly as a call allows, and soon gives up a slow answer. */
const QUICK: Partial<StockbookOptions> = { retries: RETRIES, retryDelay: 1 };
const SLOW = { timeout: 2_000 };

const calls = {
  'a read': (client: Stockbook, options?: CallOptions) => client.inventory.brand.get({ limit: 1 }, options),
  'a write': (client: Stockbook, options?: CallOptions) => client.inventory.brand.add({ name: 'Hearth' }, options),
  'a write in a batch': (client: Stockbook, options?: CallOptions) =>
    client.batched({ wait: 0 }).inventory.brand.add({ name: 'Hearth' }, options),
} as const;
type Called = keyof typeof calls;

interface Case {
  readonly name: string;
  readonly called: Called;
  readonly hostility: Hostility;
  readonly isSlow: boolean;
  /** Undefined if the call is granted. */
  readonly outcome: Outcome | undefined;
  /** The number of times that the request is sent. */
  readonly attempts: number;
}

const ALWAYS = Infinity;
const TIMES: Readonly<Record<number, string>> = { 1: 'once', 2: 'twice', 3: 'three times', [ALWAYS]: 'always' };

function caseOf(called: Called, answer: HostileAnswer, times: number, isDone: boolean, isGivenUp: boolean): Case {
  const { answering, outcome, isSlow = false } = answer;
  const done = called === 'a read' ? '' : isDone ? ', after it is done' : ', before it is done';
  return {
    name: `${called} ${isGivenUp ? 'fails on' : 'is granted in spite of'} ${answer.name}, ${TIMES[times]}${done}`,
    called,
    hostility: { answering: (number) => (number <= times ? answering : undefined), isDone, ahead_s: 0 },
    isSlow,
    outcome: isGivenUp ? outcome : undefined,
    attempts: isGivenUp ? Math.min(times, RETRIES + 1) : times + 1,
  };
}

/** Each call twice: its writes are done before or after the hostile answer. */
const variants: readonly [Called, boolean][] = [
  ['a read', false],
  ['a write', false],
  ['a write', true],
  ['a write in a batch', true],
];
const cases: readonly Case[] = variants.flatMap(([called, isDone]) => [
  ...repeatable.flatMap((answer) =>
    [1, 2, ALWAYS].map((times) => caseOf(called, answer, times, isDone, times > RETRIES)),
  ),
  ...limits.map((answer) => caseOf(called, answer, 3, isDone, false)),
  ...(isDone ? [] : refusals.map((answer) => ({ ...caseOf(called, answer, ALWAYS, false, true), attempts: 1 }))),
  ...[600, -600].map((ahead_s) => ({
    name:
      `${called} is granted with a clock that is ${Math.abs(ahead_s) / 60} minutes ` +
      `${ahead_s > 0 ? 'behind' : 'ahead of'} the server's`,
    called,
    hostility: { answering: () => undefined, isDone, ahead_s },
    isSlow: false,
    outcome: undefined,
    attempts: 2,
  })),
]);

interface Ended {
  readonly call: Treated;
  readonly url: string;
  readonly answer?: object;
  readonly error?: unknown;
}

let server: Awaited<ReturnType<typeof openHostileServer>>;
const ended = new Map<Case, Ended>();
beforeAll(async () => {
  server = await openHostileServer();
  // The slow calls wait together, when no other work holds an honest answer up.
  for (const slow of [false, true]) {
    const those = cases.filter(({ isSlow }) => isSlow === slow);
    await Promise.all(those.map(async (each) => ended.set(each, await run(each))));
  }
});
afterAll(() => server.close());

async function run({ called, hostility, isSlow }: Case): Promise<Ended> {
  const { call, url } = server.treat(hostility);
  const client = new Stockbook({ url, ...IDENTITY, ...QUICK });
  try {
    const answer = await calls[called](client, isSlow ? SLOW : {});
    return { call, url, answer };
  } catch (error) {
    return { call, url, error };
  }
}

test('there are more than 200 hostile answers', () => {
  expect(cases.length).toBeGreaterThan(200);
});

test.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
  const { called, outcome, attempts } = each;
  const { call, url, answer, error } = ended.get(each)!;
  expect(call.wrong).toEqual([]);
  expect(call.texts).toHaveLength(attempts);
  if (outcome) expect(error).toMatchObject({ name: 'StockbookError', ...outcome, attempts });
  else
    expect(answer).toEqual(
      called === 'a read' ? expect.objectContaining({ total: 1 }) : { success: true, brand_id: 1 },
    );
  // The same bytes come again, unless they are signed for another time.
  expect(new Set(call.texts).size).toBe(each.hostility.ahead_s ? 2 : 1);
  if (called === 'a read') return;
  expect(call.added.length).toBeLessThanOrEqual(1);
  if (!(error instanceof StockbookError)) return expect(call.added).toEqual([1]);
  // The caller may repeat the call by the key that the error has.
  call.isHonest = true;
  const client = new Stockbook({ url, ...IDENTITY });
  const again = { idempotencyKey: error.idempotencyKey };
  expect(await client.inventory.brand.add({ name: 'Hearth' }, again)).toEqual({ success: true, brand_id: 1 });
  expect(call.added).toEqual([1]);
});

test.each(Object.entries(calls))('%s waits as long as an answer says, and is granted then', async (_, send) => {
  for (const answering of waits) {
    const { call, url } = server.treat({
      answering: (number) => (number === 1 ? answering : undefined),
      isDone: false,
      ahead_s: 0,
    });
    const began = performance.now();
    expect(await send(new Stockbook({ url, ...IDENTITY, ...QUICK }))).not.toHaveProperty('error');
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_000);
    expect(call.texts).toHaveLength(2);
  }
});
