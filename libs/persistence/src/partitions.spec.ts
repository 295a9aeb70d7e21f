import { daysAgo, partitionName, pastDays, scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { v7 as uuidV7 } from 'uuid';
import { Db } from './db.js';
import { dataSourceFor } from './schema/data-source.js';
import { migrate } from './schema/migrate.js';
import { createPartitions, dropPartitions, type PartitionedTable, partitionsOf } from './partitions.js';

const schema = { name: 'sales', rows: [], migrations: [] };
const visit: PartitionedTable = { name: 'visit', key: 'seen', type: 'timestamptz', dated: 'seen', keptDays: 2 };
const parcel: PartitionedTable = { name: 'parcel', key: 'id', type: 'uuid', dated: 'arrived', keptDays: 2 };
const tables = [visit, parcel];

let database: ScratchDatabase;
let db: Db;
beforeEach(async () => {
  database = await scratchDatabase();
  await migrate(schema, database.url);
  db = new Db(await dataSourceFor(schema, database.url, 4).initialize(), schema.name);
  await sql('CREATE TABLE sales.visit (seen timestamptz) PARTITION BY RANGE (seen)');
  await sql(
    'CREATE TABLE sales.parcel (id uuid PRIMARY KEY, arrived timestamptz DEFAULT now()) PARTITION BY RANGE (id)',
  );
  for (const table of tables) for (const statement of partitionsOf('sales', table)) await sql(statement);
});
afterEach(async () => {
  await db.source.destroy();
  await database.drop();
});

const sql = <R>(text: string, values: unknown[] = []): Promise<R[]> => db.source.query(text, values);
const partitions = async (): Promise<string[]> => {
  const rows = await sql<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE relkind = 'r'
     ORDER BY name`,
  );
  return rows.map(({ name }) => name);
};
const partitionsOfDays = (days: readonly number[]): string[] =>
  tables.flatMap(({ name }) => [...days.map((day) => partitionName(name, day)), `${name}_other`]).toSorted();
const AHEAD = [0, -1, -2, -3];
const addDays = async (days: readonly number[]) => {
  for (const table of tables) await sql(pastDays('sales', table, days));
};
const dropDays = async (days: readonly number[]) => {
  for (const { name } of tables) for (const day of days) await sql(`DROP TABLE sales.${partitionName(name, day)}`);
};
const idOf = (days: number): string => uuidV7({ msecs: daysAgo(days).getTime() });

test('has partitions for today and three days ahead, into which times and ids of version 7 go', async () => {
  expect(await partitions()).toEqual(partitionsOfDays(AHEAD));
  await sql('INSERT INTO sales.visit VALUES ($1), ($2)', [daysAgo(-1), daysAgo(-9)]);
  await sql('INSERT INTO sales.parcel VALUES ($1), ($2)', [idOf(-1), idOf(9)]);
  const found = await sql<{ name: string }>(
    `SELECT tableoid::regclass::text AS name FROM sales.visit UNION ALL SELECT tableoid::regclass::text
     FROM sales.parcel ORDER BY name`,
  );
  const expected = [partitionName('parcel', -1), 'parcel_other', partitionName('visit', -1), 'visit_other'];
  expect(found.map(({ name }) => name)).toEqual(expected.map((name) => `sales.${name}`));
});

test('puts the first and the last millisecond of a day into its partition', async () => {
  const midnight = daysAgo(-1).setUTCHours(0, 0, 0, 0);
  const nextMidnight = daysAgo(-2).setUTCHours(0, 0, 0, 0);
  const ids = [midnight - 1, midnight, nextMidnight - 1, nextMidnight].map((msecs) => uuidV7({ msecs }));
  await sql('INSERT INTO sales.parcel SELECT unnest($1::uuid[])', [ids]);
  const found = await sql<{ name: string }>('SELECT tableoid::regclass::text AS name FROM sales.parcel ORDER BY id');
  expect(found.map(({ name }) => name)).toEqual([0, -1, -1, -2].map((day) => partitionName('sales.parcel', day)));
});

test('drops the days behind those that are kept', async () => {
  await addDays([1, 2, 3, 4]);
  await sql(`INSERT INTO sales.visit SELECT now() - n * interval '1 day' FROM generate_series(0, 4) n`);
  expect(await dropPartitions(db, tables)).toBe(false);
  expect(await partitions()).toEqual(partitionsOfDays([1, 2, ...AHEAD]));
  expect(await sql('SELECT count(*)::int AS kept FROM sales.visit')).toEqual([{ kept: 3 }]);
});

test('a service that was down for a month makes the partitions of today, and keeps its last days', async () => {
  await dropDays(AHEAD);
  await addDays([30, 31, 32, 33]);
  await createPartitions(db, tables);
  await dropPartitions(db, tables);
  expect(await partitions()).toEqual(partitionsOfDays([30, 31, ...AHEAD]));
});

test('keeps rows of a day without a partition in the default one, and deletes them when they are old', async () => {
  await dropDays([-2]);
  await sql('INSERT INTO sales.visit VALUES ($1), ($2)', [daysAgo(-2), daysAgo(4)]);
  await sql('INSERT INTO sales.parcel VALUES ($1, $2), ($3, now())', [idOf(-2), daysAgo(4), idOf(90)]);
  await createPartitions(db, [visit]);
  expect(await partitions()).toEqual(partitionsOfDays([0, -1, -3]));
  expect(await dropPartitions(db, tables)).toBe(false);
  const counts = `SELECT (SELECT count(*)::int FROM sales.visit) AS visits,
      (SELECT count(*)::int FROM sales.parcel) AS parcels`;
  expect(await sql(counts)).toEqual([{ visits: 1, parcels: 1 }]);
  await createPartitions(db, tables);
  expect(await partitions()).toEqual(partitionsOfDays(AHEAD).filter((name) => name !== partitionName('visit', -2)));
});

test('several replicas at once make each partition once', async () => {
  await dropDays(AHEAD);
  await Promise.all(Array.from({ length: 4 }, () => createPartitions(db, tables)));
  expect(await partitions()).toEqual(partitionsOfDays(AHEAD));
});

test('makes partitions beside a transaction that writes, and waits only a moment to drop one', async () => {
  await dropDays([-1]);
  await addDays([1, 2, 3, 4]);
  const writer = db.source.createQueryRunner();
  await writer.startTransaction();
  await writer.query('INSERT INTO sales.visit VALUES (now())');
  await createPartitions(db, tables);
  await expect(dropPartitions(db, tables)).rejects.toMatchObject({ code: '55P03' });
  await writer.commitTransaction();
  await writer.release();
  expect(await dropPartitions(db, tables)).toBe(false);
  expect(await partitions()).toEqual(partitionsOfDays([1, 2, ...AHEAD]));
});

test('a user who may not change the schema makes and drops partitions', async () => {
  await dropDays([-1]);
  await addDays([1, 2, 3, 4]);
  const role = `runtime_${database.name}`;
  await sql(`CREATE ROLE ${role}; GRANT ${role} TO CURRENT_USER`);
  await sql(`GRANT USAGE ON SCHEMA sales TO ${role}`);
  const runner = db.source.createQueryRunner();
  await runner.query(`SET ROLE ${role}`);
  await expect(runner.query('DROP TABLE sales.visit')).rejects.toMatchObject({ code: '42501' });
  for (const { name } of tables)
    await runner.query(`SELECT sales.create_${name}_partitions(), sales.drop_${name}_partitions()`);
  await runner.query('RESET ROLE');
  await runner.release();
  expect(await partitions()).toEqual(partitionsOfDays([1, 2, ...AHEAD]));
  await sql(`REVOKE USAGE ON SCHEMA sales FROM ${role}; DROP ROLE ${role}`);
});
