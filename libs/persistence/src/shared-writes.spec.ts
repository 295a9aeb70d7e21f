import { type Call, ownCaller, Refused } from '@stockbook/contracts';
import { eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { Client } from 'pg';
import { statement } from './connection/statement.js';
import { Db } from './db.js';
import { requestKeyTable } from './request-key.js';
import { dataSourceFor } from './schema/data-source.js';
import { migrate } from './schema/migrate.js';
import { SharedWrites } from './shared-writes.js';
import type { Tx } from './tx.js';

const schema = { name: 'sales', rows: [], migrations: [] };
const insert = statement(
  'insert_things',
  `INSERT INTO sales.thing (account_id, name) SELECT $1, unnest($2::text[])
   RETURNING pg_current_xact_id()::text AS transaction`,
);

interface Written {
  readonly call: Call;
  readonly name: string;
  readonly rows?: number;
}
interface Answer {
  readonly name: string;
  readonly transaction: string;
}

let database: ScratchDatabase;
let db: Db;
let writes: SharedWrites<Written, Answer>;
beforeAll(async () => {
  database = await scratchDatabase();
  await migrate(schema, database.url);
  db = new Db(await dataSourceFor(schema, database.url, 8).initialize(), schema.name);
  for (const sql of requestKeyTable(schema.name)) await db.source.query(sql);
  await db.source.query('CREATE TABLE sales.thing (account_id int, name text UNIQUE)');
  await db.source.query('CREATE INDEX ON sales.thing (account_id)');
  await migrate(schema, database.url);
  writes = replica();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function work(tx: Tx, given: readonly Written[]): Promise<Answer[]> {
  const names = given.map(({ name }) => name);
  const rows = await tx.query<{ transaction: string }>(insert, [tx.account_id, names]);
  return names.map((name, i) => ({ name, transaction: rows[i]?.transaction ?? '' }));
}
const replica = () => new SharedWrites<Written, Answer>(db, work, ({ rows = 1 }) => rows);

let last = 0;
const newKey = () => ({ key: String(++last).padStart(32, '0') });
const callOf = (account_id = 1): Call => ({
  caller: ownCaller(account_id),
  input: {},
  deadline: Date.now() + 10_000,
  request_id: 'r',
  request_key: newKey(),
});
const write = (name: string, call = callOf()) => writes.run({ call, name });
const writeAll = (...names: string[]) => Promise.all(names.map((name) => write(name)));
const transactions = (answers: readonly Answer[]) => new Set(answers.map(({ transaction }) => transaction)).size;
const many = (prefix: string) => Array.from({ length: 12 }, (_, i) => `${prefix} ${i}`);

describe('writes of one account', () => {
  it('share a transaction while another one runs, and are answered each', async () => {
    const names = many('shared');
    const answers = await writeAll(...names);
    expect(answers.map(({ name }) => name)).toEqual(names);
    expect(transactions(answers)).toBe(2);
  });

  it('share a transaction only up to 200 rows', async () => {
    const sizes = [1, 120, 80, 81, 300, 100, 100];
    const answers = await Promise.all(sizes.map((rows, i) => writes.run({ call: callOf(), name: `sized ${i}`, rows })));
    const order = [...new Set(answers.map(({ transaction }) => transaction))];
    expect(answers.map(({ transaction }) => order.indexOf(transaction))).toEqual([0, 1, 1, 2, 3, 4, 4]);
  });

  it('have a transaction of their own one after the other', async () => {
    const answers = [await write('first'), await write('second')];
    expect(transactions(answers)).toBe(2);
  });

  it('do not fail with another one', async () => {
    await write('taken');
    const results = await Promise.allSettled(['a', 'b', 'taken', 'c', 'd'].map((name) => write(name)));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(results[2]).toMatchObject({ reason: { constraint: 'thing_name_key' } });
  });

  it('are found by their keys, each', async () => {
    const calls = many('kept').map((name) => ({ name, call: callOf() }));
    const answers = await Promise.all(calls.map(({ name, call }) => write(name, call)));
    for (const [i, { name, call }] of calls.entries()) {
      const failure = await write(`${name} again`, call).catch((error: unknown) => error);
      expect(JSON.parse(await db.replayOf(call, failure))).toEqual(answers[i]);
    }
  });

  it('under one key are one write', async () => {
    const call = callOf();
    const results = await Promise.allSettled(many('repeated').map((name) => write(name, call)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('do not wait for one that waits for a lock', async () => {
    const other = new Client(database.url);
    await other.connect();
    await other.query('BEGIN');
    await other.query("INSERT INTO sales.thing (account_id, name) VALUES (1, 'locked')");
    const began = performance.now();
    const [before, locked, behind] = ['before', 'locked', 'behind'].map((prefix) =>
      prefix === 'locked' ? write(prefix).catch((error: unknown) => error) : writeAll(...many(prefix)),
    );
    await Promise.all([before, behind]);
    expect(performance.now() - began).toBeLessThan(1_500);
    await other.query('COMMIT');
    await other.end();
    expect(await locked).toMatchObject({ constraint: 'thing_name_key' });
  });

  it('give way to those of another replica that they meet crosswise, before PostgreSQL finds a deadlock', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `crossed ${i}`);
    const others = replica();
    const results = await Promise.allSettled([
      ...names.map((name) => write(name)),
      ...names.toReversed().map((name) => others.run({ call: callOf(), name })),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(names.length);
    const [{ deadlocks }] = await db.source.query<[{ deadlocks: number }]>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(deadlocks).toBe(0);
  });
});

describe('writes that are each done by themselves', () => {
  const count = statement('count_things', 'SELECT count(*)::int AS things FROM sales.thing WHERE account_id = $1');
  const writeOne = async (tx: Tx, given: Written) => {
    const [answer] = await work(tx, [given]);
    if (given.name.startsWith('bad')) throw new Refused({ code: 'invalid', message: `${given.name} is refused.` });
    return answer!;
  };
  const run = (shared: SharedWrites<Written, Answer>, names: readonly string[], call = callOf) =>
    Promise.allSettled(names.map((name) => shared.run({ call: call(), name })));
  const granted = (results: readonly PromiseSettledResult<Answer>[]) =>
    results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));

  it('share a transaction, and are answered each', async () => {
    const names = many('each');
    const answers = granted(await run(SharedWrites.each(db, writeOne), names));
    expect(answers.map(({ name }) => name)).toEqual(names);
    expect(transactions(answers)).toBe(2);
  });

  it('go on together without those that are refused', async () => {
    const names = ['first', 'one', 'bad', 'two', 'bad again', 'three'].map((name) => `${name} of some`);
    const results = await run(SharedWrites.each(db, writeOne), names);
    const answers = granted(results);
    expect(answers.map(({ name }) => name)).toEqual(names.filter((name) => !name.startsWith('bad')));
    expect(transactions(answers)).toBe(2);
    expect(results[2]).toMatchObject({ reason: { message: 'bad of some is refused.' } });
    expect(await db.source.query("SELECT FROM sales.thing WHERE name LIKE 'bad%'")).toEqual([]);
  });

  it('run one after the other where they have a key in common', async () => {
    const numbered = async (tx: Tx, given: Written) => {
      const [{ things } = { things: 0 }] = await tx.query<{ things: number }>(count, [tx.account_id]);
      return writeOne(tx, { ...given, name: `${given.name} ${things + 1}` });
    };
    const shared = SharedWrites.each(db, numbered, { keysOf: ({ name }) => [name] });
    const answers = granted(await run(shared, Array(12).fill('numbered'), () => callOf(7)));
    expect(answers.map(({ name }) => name)).toEqual(answers.map((_, i) => `numbered ${i + 1}`));
    expect([answers.length, transactions(answers)]).toEqual([12, 2]);
  });
});

test('writes of different accounts never share a transaction', async () => {
  const answers = await Promise.all(many('apart').map((name, i) => write(name, callOf(i))));
  expect(transactions(answers)).toBe(12);
});

test('writes that all wait for one locked row leave connections to other accounts', async () => {
  const other = new Client(database.url);
  await other.connect();
  await other.query('BEGIN');
  await other.query("INSERT INTO sales.thing (account_id, name) VALUES (1, 'held')");
  const held = () => ({ name: 'held', call: { ...callOf(), dry_run: true } });
  const others = replica();
  const waiting = Array.from({ length: 6 }, () => [
    writes.run(held()),
    others.run(held()),
    db.transact(held().call, (tx) => work(tx, [held()])),
  ]).flat();
  await eventually(async () => {
    const { rows } = await other.query<{ locked: number }>(
      `SELECT count(*)::int AS locked FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.locked === 6;
  });
  const began = performance.now();
  await write('beside', callOf(2));
  expect(performance.now() - began).toBeLessThan(1_500);
  await other.query('ROLLBACK');
  await other.end();
  expect(await Promise.allSettled(waiting)).toHaveLength(18);
});

test('a dry run writes nothing', async () => {
  const { request_key, ...call } = callOf();
  expect(request_key).toBeDefined();
  await write('dry', { ...call, dry_run: true });
  expect(await db.source.query("SELECT FROM sales.thing WHERE name = 'dry'")).toEqual([]);
});
