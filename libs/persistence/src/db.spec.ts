import { type Call, ownCaller } from '@stockbook/contracts';
import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { Socket } from 'node:net';
import { mock } from 'node:test';
import { Client } from 'pg';
import { databaseFault } from './connection/database-fault.js';
import { Db } from './db.js';
import { dataSourceFor } from './schema/data-source.js';
import { migrate } from './schema/migrate.js';
import { requestKeyTable } from './request-key.js';
import { statement } from './connection/statement.js';

const schema = { name: 'sales', rows: [], migrations: [] };
const insert = statement('insert', 'INSERT INTO sales.thing (account_id, name) VALUES ($1, $2)');
const names = statement('names', 'SELECT name FROM sales.thing WHERE account_id = $1 ORDER BY name');
const broken = statement('broken', 'SELECT 1 / 0');

let database: ScratchDatabase;
let db: Db;
beforeAll(async () => {
  database = await scratchDatabase();
  await migrate(schema, database.url);
  // A pool of one: whatever takes a second connection inside a transaction never ends.
  db = new Db(await dataSourceFor(schema, database.url, 1).initialize(), schema.name);
  for (const sql of requestKeyTable(schema.name)) await db.source.query(sql);
  await db.source.query('CREATE TABLE sales.thing (account_id int, name text UNIQUE)');
  await db.source.query('CREATE INDEX ON sales.thing (account_id)');
  await migrate(schema, database.url);
});
afterAll(async () => {
  await db.source.destroy();
  await database.drop();
});

const call = (): Call => ({ caller: ownCaller(1), input: {}, deadline: Date.now() + 10_000, request_id: 'r' });
const callWith = (key: string, hash?: string): Call => ({
  ...call(),
  request_key: { key: key.padEnd(32, '0'), ...(hash && { hash: hash.padEnd(32, '0') }) },
});
const namesOf = async (account_id: number) =>
  (await db.query<{ name: string }>(names, [account_id])).map(({ name }) => name);

test('a transaction whose error was swallowed is not taken for committed', async () => {
  const hooks: string[] = [];
  const work = db.transactFor([1], async (tx) => {
    tx.afterCommit(() => hooks.push('committed'));
    await tx.query(insert, [1, 'lost']);
    await tx.query(broken, []).catch(() => undefined);
  });
  await expect(work).rejects.toThrow('The transaction had failed before its commit.');
  expect([await namesOf(1), hooks]).toEqual([[], []]);
});

test('the statements of one turn travel in one packet', async () => {
  const socket = Socket.prototype as unknown as { _writev(chunks: readonly Buffer[]): void };
  const { mock: written } = mock.method(socket, '_writev');
  await db.transactFor([3], (tx) => {
    tx.send(insert, [3, 'ahead']);
    return tx.query(names, [3]);
  });
  const packets = written.calls.map(({ arguments: [chunks] }) => chunks.join());
  expect(packets).toContainEqual(expect.stringMatching(/BEGIN.*ahead.*names/s));
  mock.restoreAll();
});

test('a snapshot sees one moment, whatever is committed meanwhile', async () => {
  const other = new Client(database.url);
  await other.connect();
  const seen = await db.snapshot(async (reader) => {
    const before = await reader.query(names, [7]);
    await other.query("INSERT INTO sales.thing (account_id, name) VALUES (7, 'meanwhile')");
    return [before, await reader.query(names, [7])];
  });
  await other.end();
  expect(seen).toEqual([[], []]);
  expect(await namesOf(7)).toEqual(['meanwhile']);
});

test('a snapshot whose connection breaks fails, and nothing else does', async () => {
  const pid = statement('', 'SELECT pg_backend_pid() AS pid');
  const other = new Client(database.url);
  await other.connect();
  const work = db.snapshot(async (reader) => {
    const [mine] = await reader.query<{ pid: number }>(pid, []);
    await other.query('SELECT pg_terminate_backend($1, 5000)', [mine?.pid]);
    for (;;) await reader.query(names, [7]);
  });
  await expect(work).rejects.toThrow(/terminat|connection error/);
  await other.end();
  expect(await db.snapshot((reader) => reader.query(names, [7]))).toEqual([{ name: 'meanwhile' }]);
});

test('a statement sent without waiting is part of the commit, or fails the transaction', async () => {
  await db.transactFor([4], async (tx) => tx.send(insert, [4, 'sent']));
  expect(await namesOf(4)).toEqual(['sent']);
  const behind = db.transactFor([4], async (tx) => {
    tx.send(insert, [4, 'sent']);
    await tx.query(insert, [4, 'behind']);
  });
  await expect(behind).rejects.toMatchObject({ constraint: 'thing_name_key' });
  expect(await namesOf(4)).toEqual(['sent']);
});

test('statements that go out one behind the other have their time each', async () => {
  const slow = statement('slow', 'SELECT pg_sleep(4)');
  await expect(
    db.transactFor([4], async (tx) => {
      tx.send(slow, []);
      await tx.query(slow, []);
    }),
  ).resolves.toBeUndefined();
});

test('the policy is no way into a table: an index is entered by what a statement names', async () => {
  const plan = await db.transactFor([5], async (tx) => {
    const settings = ['enable_seqscan', 'enable_nestloop'];
    for (const name of settings) await tx.query(statement(name, `SET LOCAL ${name} = off`), []);
    const join = 'SELECT * FROM unnest($1::int[]) AS key (account_id) JOIN sales.thing USING (account_id)';
    return tx.query(statement('explained', `EXPLAIN ${join}`), [[5]]);
  });
  expect(JSON.stringify(plan)).toContain('thing');
  expect(JSON.stringify(plan)).not.toContain('Index Cond');
});

test('a dry run fails where its commit would, and keeps nothing: no rows, no hooks', async () => {
  const hooks: string[] = [];
  const deferred =
    'ALTER TABLE sales.thing ADD CONSTRAINT once UNIQUE (account_id, name) DEFERRABLE INITIALLY DEFERRED';
  await db.source.query(deferred);
  const tryOut = (...added: string[]) =>
    db.transact({ ...call(), dry_run: true }, async (tx) => {
      tx.afterCommit(() => hooks.push('committed'));
      for (const name of added) tx.send(insert, [1, name]);
      return { count: added.length };
    });
  expect(await tryOut('one', 'two')).toEqual({ count: 2 });
  await expect(tryOut('same', 'same')).rejects.toMatchObject({ constraint: 'thing_name_key' });
  await db.source.query('ALTER TABLE sales.thing DROP CONSTRAINT thing_name_key');
  await expect(tryOut('same', 'same')).rejects.toMatchObject({ constraint: 'once' });
  await db.source.query('ALTER TABLE sales.thing DROP CONSTRAINT once, ADD CONSTRAINT thing_name_key UNIQUE (name)');
  const swallowed = db.transact({ ...call(), dry_run: true }, async (tx) => {
    await tx.query(broken, []).catch(() => undefined);
    return {};
  });
  await expect(swallowed).rejects.toThrow();
  expect([await namesOf(1), hooks]).toEqual([[], []]);
});

test('hooks run after the commit alone, and each once', async () => {
  const seen: string[][] = [];
  const hook = () => void namesOf(2).then((found) => seen.push(found));
  await db.transactFor([2], async (tx) => {
    tx.afterCommit(hook);
    tx.afterCommit(hook);
    await tx.query(insert, [2, 'kept']);
    expect(seen).toEqual([]);
  });
  expect(await namesOf(2)).toEqual(['kept']);
  expect(seen).toEqual([['kept']]);
});

test.each([
  ['with a hash', ['a', '1']],
  ['without one', ['b']],
] as const)('the answer of a write is found again by its key %s, byte for byte', async (_, [key, hash]) => {
  const call = callWith(key, hash);
  const answer = { thing_id: 7, price: 2.5, name: 'Ünïcode ☕', 10: 'first' };
  expect(await db.transact(call, async () => answer)).toEqual(answer);
  const failure: unknown = await db.transact(call, async () => ({ thing_id: 8 })).catch((error: unknown) => error);
  expect(await db.replayOf(call, failure)).toBe(JSON.stringify(answer));
  await expect(db.replayOf(callWith('c'), failure)).rejects.toBe(failure);
  const other = callWith(key, '2');
  await expect(db.replayOf(other, failure)).rejects.toThrow('This idempotency_key was used before');
});

test('a transaction that was chosen as the victim of a deadlock runs again', async () => {
  let tries = 0;
  const done = await db.transactFor([3], async (tx) => {
    tries++;
    if (tries < 3) await tx.query(statement('victim', `DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$`), []);
    return tries;
  });
  expect(done).toBe(3);
});

const amount = statement('amount', 'SELECT amount FROM sales.price WHERE account_id = $1');
test.each<[string, (source: Db) => Promise<{ amount: unknown }[]>]>([
  ['read', (source) => source.query(amount, [1])],
  ['snapshot', (source) => source.snapshot((reader) => reader.query(amount, [1]))],
  ['transaction', (source) => source.transactFor([1], (tx) => tx.query(amount, [1]))],
])('a %s whose prepared statements a migration has outdated runs again on a fresh connection', async (_, read) => {
  const pooled = new Db(await dataSourceFor(schema, database.url, 3).initialize(), schema.name);
  const alter = (sql: string) => pooled.source.query(sql);
  await alter('CREATE TABLE sales.price (account_id int, amount int)');
  await alter('GRANT SELECT ON sales.price TO stockbook_sales');
  await alter('INSERT INTO sales.price VALUES (1, 7)');
  try {
    // Every connection of the pool prepares the statement.
    expect(await Promise.all([1, 2, 3].map(() => read(pooled)))).toEqual([1, 2, 3].map(() => [{ amount: 7 }]));
    await alter('ALTER TABLE sales.price ALTER amount TYPE text');
    expect(await Promise.all([1, 2, 3].map(() => read(pooled)))).toEqual([1, 2, 3].map(() => [{ amount: '7' }]));
  } finally {
    await alter('DROP TABLE sales.price');
    await pooled.source.destroy();
  }
});

test('a transaction that stands still gives its locks back within five seconds, and runs again', async () => {
  const lock = statement('lock_thing', 'SELECT FROM sales.thing WHERE account_id = 6 FOR UPDATE');
  const other = new Client(database.url);
  await other.connect();
  await db.transactFor([6], (tx) => tx.query(insert, [6, 'locked']));
  let tries = 0;
  const began = performance.now();
  await db.transactFor([6], async (tx) => {
    await tx.query(lock, []);
    if (++tries === 1) await other.query(lock.text);
    await tx.query(insert, [6, 'once']);
  });
  expect(performance.now() - began).toBeLessThan(5_000);
  await other.end();
  expect([tries, await namesOf(6)]).toEqual([2, ['locked', 'once']]);
});

test('a late lock, a statement that takes too long and a lost connection are no internal faults', async () => {
  const slow = callWith('5');
  const sleeping = db.transact({ ...slow, deadline: Date.now() + 50 }, async (tx) => {
    await tx.query(statement('sleep', 'SELECT pg_sleep(1)'), []);
    return {};
  });
  expect(databaseFault(await sleeping.catch((error: unknown) => error))?.code).toBe('timeout');
  const killed = db.transactFor([1], async (tx) => {
    const [{ pid } = { pid: 0 }] = await tx.query<{ pid: number }>(
      statement('pid', 'SELECT pg_backend_pid() AS pid'),
      [],
    );
    const killer = new Client({ connectionString: database.url });
    await killer.connect();
    await killer.query('SELECT pg_terminate_backend($1)', [pid]);
    await killer.end();
    return tx.query(names, [1]);
  });
  expect(databaseFault(await killed.catch((error: unknown) => error))?.code).toBe('unavailable');
  expect(databaseFault(await db.query(broken, []).catch((error: unknown) => error))).toBeUndefined();
});
