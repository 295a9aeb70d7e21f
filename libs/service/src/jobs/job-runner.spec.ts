import { dataSourceFor, Db, migrate } from '@stockbook/persistence';
import { type InTurn, oneAfterTheOther } from '@stockbook/process';
import { eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import type { QueryRunner } from 'typeorm';
import { kernelTables } from '../service-definition.js';
import type { Schedule } from './job.js';
import { JobRunner } from './job-runner.js';

class Tables1764000000000 {
  async up(runner: QueryRunner) {
    for (const sql of kernelTables('sales')) await runner.query(sql);
  }
  async down() {}
}
const schema = { name: 'sales', rows: [], migrations: [Tables1764000000000] };
const LEASE_TERM_MS = 3_000;

let database: ScratchDatabase;
let db: Db;
let name: string;
let runners: JobRunner[];
let others: Db[];
let count = 0;
const connect = async () => new Db(await dataSourceFor(schema, database.url, 3).initialize(), schema.name);
beforeAll(async () => {
  database = await scratchDatabase();
  await migrate(schema, database.url);
  db = await connect();
});
beforeEach(() => {
  name = `job-${++count}`;
  [runners, others] = [[], []];
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  await Promise.all(others.filter(({ source }) => source.isInitialized).map((other) => other.close()));
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

interface Options extends Partial<Schedule> {
  readonly run: () => boolean | Promise<boolean>;
  readonly db?: Db;
  readonly inTurn?: InTurn;
}

/** Starts a job as one replica has it; `reported` is its log. */
function start({ run, inTurn = oneAfterTheOther(), db: own = db, ...schedule }: Options) {
  const reported: string[] = [];
  const runner = new JobRunner({
    db: own,
    job: { name, every_ms: 10, runs_on: 'leader', ...schedule, job: { run: async () => run() } },
    inTurn,
    report: (fault, job) => reported.push(`${job}: ${String(fault)}`),
  });
  runners.push(runner);
  return { runner, reported };
}

async function lastRun() {
  const [row]: { has_succeeded: boolean; error: string | null }[] = await db.source.query(
    'SELECT succeeded_at IS NOT NULL AS has_succeeded, error FROM sales.job_run WHERE name = $1',
    [name],
  );
  return row;
}

/** Returns PostgreSQL's version of the row, which changes with each write. */
async function versionOfRecord() {
  const [row]: { xmin: string }[] = await db.source.query('SELECT xmin FROM sales.job_run WHERE name = $1', [name]);
  return row?.xmin;
}

test('runs a job again at once while more is due, and then after its interval', async () => {
  const began: number[] = [];
  start({ every_ms: 2_000, run: () => began.push(performance.now()) <= 3 });
  await eventually(() => began.length === 5);
  const [first, , , fourth, fifth] = began;
  expect(fourth! - first!).toBeLessThan(2_000);
  expect(fifth! - fourth!).toBeGreaterThanOrEqual(1_999);
});

test('lets one of two replicas lead a job, and the other one after it has stopped', async () => {
  const ran: string[] = [];
  let atOnce = 0;
  const replica = (who: string) => {
    const run = async () => {
      expect(++atOnce).toBe(1);
      await db.source.query('SELECT pg_sleep(0.01)');
      atOnce--;
      ran.push(who);
      return false;
    };
    return start({ run });
  };
  const first = replica('first');
  await eventually(() => ran.length > 0);
  const second = replica('second');
  await eventually(() => ran.length > 20);
  expect(new Set(ran)).toEqual(new Set(['first']));
  await first.runner.stop();
  await eventually(() => ran.includes('second'));
  expect(ran.slice(ran.indexOf('second'))).not.toContain('first');
  expect([first.reported, second.reported]).toEqual([[], []]);
});

test('lets another replica take over when the leader has died, after its lease term', async () => {
  const dead = await connect();
  others.push(dead);
  const ran: string[] = [];
  start({ db: dead, run: () => ran.push('dead') < 0 });
  await eventually(() => ran.length > 0);
  start({ run: () => ran.push('living') < 0 });
  await dead.source.destroy();
  const died = performance.now();
  await eventually(() => ran.includes('living'));
  expect(performance.now() - died).toBeLessThan(3 * LEASE_TERM_MS);
  expect(performance.now() - died).toBeGreaterThan(LEASE_TERM_MS - 1_200);
});

test('hands the lease back when its job fails, for another replica may succeed', async () => {
  const failing = start({ run: () => Promise.reject(new Error('The disk is full.')) });
  await eventually(() => failing.reported.length > 0);
  let isDone = false;
  start({ run: () => !(isDone = true) });
  await eventually(() => isDone);
});

test('logs, records and retries a run that fails, until it succeeds', async () => {
  let runs = 0;
  let isMended = false;
  const { reported } = start({
    every_ms: 20,
    run: () => {
      runs++;
      if (!isMended) throw new Error('The disk is full.');
      return false;
    },
  });
  await eventually(() => reported.length === 3);
  expect(runs).toBe(3);
  expect(new Set(reported)).toEqual(new Set([`${name}: Error: The disk is full.`]));
  expect(await lastRun()).toMatchObject({ has_succeeded: false, error: 'Error: The disk is full.' });
  isMended = true;
  await eventually(async () => (await lastRun())?.error === null);
  expect(await lastRun()).toMatchObject({ has_succeeded: true });
});

test('records a failure with characters that PostgreSQL cannot store', async () => {
  const { reported } = start({ run: () => Promise.reject(new Error('The disk \0 is full.')) });
  await eventually(() => reported.length > 0);
  expect(await lastRun()).toEqual({ has_succeeded: false, error: 'Error: The disk \uFFFD is full.' });
});

test('writes a success down once for many runs within seconds', async () => {
  let runs = 0;
  start({ every_ms: 1, run: () => ++runs < 0 });
  await eventually(() => runs > 1);
  const first = await versionOfRecord();
  const before = runs;
  await eventually(() => runs > before + 20);
  expect(await versionOfRecord()).toBe(first);
});

test('keeps the time of the last success when a later run fails', async () => {
  let runs = 0;
  start({
    run: () => {
      if (runs++) throw new Error('The disk is full.');
      return false;
    },
  });
  await eventually(async () => (await lastRun())?.error !== null && runs > 1);
  expect(await lastRun()).toMatchObject({ has_succeeded: true, error: 'Error: The disk is full.' });
});

test('runs a job of every replica without a lease', async () => {
  const ran = new Set<number>();
  for (const replica of [1, 2]) start({ runs_on: 'every replica', run: () => !ran.add(replica) });
  await eventually(() => ran.size === 2);
  expect(await db.source.query('SELECT FROM sales.lease WHERE name = $1', [name])).toEqual([]);
});

test('runs the jobs of one replica one after the other', async () => {
  const inTurn = oneAfterTheOther();
  let atOnce = 0;
  let runs = 0;
  const run = async () => {
    expect(++atOnce).toBe(1);
    await db.source.query('SELECT pg_sleep(0.01)');
    atOnce--;
    return ++runs < 20;
  };
  const all = ['a', 'b'].map((job) => start({ name: `${name}-${job}`, runs_on: 'every replica', run, inTurn }));
  await eventually(() => runs >= 20);
  expect(all.flatMap(({ reported }) => reported)).toEqual([]);
});
