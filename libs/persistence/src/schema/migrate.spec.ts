import { eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { migrate } from './migrate.js';

const [one, other] = ['one', 'other'].map((name) => `${name}_${randomBytes(4).toString('hex')}`) as [string, string];
let database: ScratchDatabase;
beforeEach(async () => void (database = await scratchDatabase()));
afterEach(() => database.drop());
afterAll(async () => {
  const client = await connect(process.env['STOCKBOOK_TEST_DATABASE_URL']);
  await client.query(`DROP ROLE IF EXISTS stockbook_${one}, stockbook_${other}`).finally(() => client.end());
});

async function connect(connectionString = database.url): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

interface Step {
  (runner: QueryRunner): Promise<unknown>;
  readonly transaction?: false;
}

/** Makes a schema with one table, and with the migrations that follow. */
function schemaOf(name: string, ...later: Step[]) {
  const first: Step = (runner: QueryRunner) => runner.query(`CREATE TABLE ${name}.thing (account_id int)`);
  const migrations = [first, ...later].map((up, place) => {
    const className = `Step${place}_176400000000${place}`;
    const named = {
      [className]: class {
        up = up;
        transaction = up.transaction;
        async down() {}
      },
    };
    return named[className]!;
  });
  return { name, rows: [], migrations };
}

test('replicas that start together apply each migration once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(schemaOf(one), database.url)));
  expect(applied.flat()).toEqual(['Step0_1764000000000']);
});

test('a long migration holds up neither another service nor a replica that has nothing to apply', async () => {
  await migrate(schemaOf(one), database.url);
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let isRunning = false;
  const long = migrate(
    schemaOf(one, () => ((isRunning = true), finished)),
    database.url,
  );
  await eventually(async () => isRunning);
  expect(await migrate(schemaOf(one), database.url)).toEqual([]);
  expect(await migrate(schemaOf(other), database.url)).toEqual(['Step0_1764000000000']);
  finish();
  expect(await long).toEqual(['Step1_1764000000001']);
});

test('a change that waits for a locked table lets queries pass, and is applied once the lock is gone', async () => {
  await migrate(schemaOf(one), database.url);
  const [reader, query] = [await connect(), await connect()];
  await reader.query(`BEGIN; SELECT FROM ${one}.thing`);
  const changing = migrate(
    schemaOf(one, (runner) => runner.query(`ALTER TABLE ${one}.thing ADD note text`)),
    database.url,
  );
  const waits = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE%'`;
  await eventually(async () => (await query.query(waits)).rowCount === 1);
  const began = performance.now();
  await query.query(`SELECT FROM ${one}.thing`);
  // The change gives up its place in the queue after 2 s; the reader would hold the query up for ever.
  expect(performance.now() - began).toBeLessThan(10_000);
  await reader.query('COMMIT');
  expect(await changing).toEqual(['Step1_1764000000001']);
  await Promise.all([reader.end(), query.end()]);
});

test('an index whose try without a lock was cut off is built by a later try', async () => {
  await migrate(schemaOf(one), database.url);
  const [writer, query] = [await connect(), await connect()];
  await writer.query(`BEGIN; INSERT INTO ${one}.thing VALUES (1)`);
  const addIndex = async (runner: QueryRunner) => {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${one}.thing_account`);
    await runner.query(`CREATE INDEX CONCURRENTLY thing_account ON ${one}.thing (account_id)`);
  };
  const indexing = migrate(schemaOf(one, Object.assign(addIndex, { transaction: false } as const)), database.url);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const states = `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('${one}.thing_account')`;
  await eventually(async () => (await query.query(waiting)).rowCount === 1);
  await eventually(async () => (await query.query(waiting)).rowCount === 0);
  expect((await query.query(states)).rows).toEqual([{ indisvalid: false }]);
  await writer.query('COMMIT');
  expect(await indexing).toEqual(['Step1_1764000000001']);
  expect((await query.query(states)).rows).toEqual([{ indisvalid: true }]);
  await Promise.all([writer.end(), query.end()]);
});

test('a user who may not create is asked to migrate as another one', async () => {
  const user = `poor_${randomBytes(4).toString('hex')}`;
  const client = await connect();
  await client.query(`CREATE ROLE ${user} LOGIN PASSWORD 'hidden'`);
  const own = new URL(database.url);
  [own.username, own.password] = [user, 'hidden'];
  await expect(migrate(schemaOf(one), own.href)).rejects.toThrow(
    `The user ${user} may not migrate the schema ${one} (permission denied`,
  );
  await client.query(`DROP ROLE ${user}`).finally(() => client.end());
});
