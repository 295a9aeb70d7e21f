import { Random } from '@stockbook/process';
import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { Db } from '../db.js';
import { dataSourceFor } from '../schema/data-source.js';
import { migrate } from '../schema/migrate.js';
import { statement } from '../connection/statement.js';
import { createRowCounts, foldRowCounts } from './row-counts.js';

const schema = { name: 'sales', rows: [], migrations: [] };
const PARTS = { table: 'part', columns: { shelf: 'int', colour: 'text' } };
const BY_COLOUR = { table: 'part', columns: { colour: 'text' }, lookup: 'colour' };
const ACCOUNTS = [1, 2];
const WRITERS = 6;
const WRITES = 60;

let database: ScratchDatabase;
let db: Db;
beforeAll(async () => {
  database = await scratchDatabase();
  await migrate(schema, database.url);
  db = new Db(await dataSourceFor(schema, database.url, WRITERS + 1).initialize(), schema.name);
  await run(`CREATE TABLE sales.part (account_id int NOT NULL, part_id serial PRIMARY KEY, shelf int NOT NULL,
    colour text NOT NULL, note text, date_deleted timestamptz)`);
  for (const counts of [PARTS, BY_COLOUR]) for (const sql of createRowCounts('sales', counts)) await run(sql);
  await run(`INSERT INTO sales.part (account_id, shelf, colour, date_deleted)
    SELECT n % 2 + 1, n % 3, 'red', CASE WHEN n % 5 = 0 THEN now() END FROM generate_series(1, 30) n`);
  await migrate(schema, database.url);
});
afterAll(async () => {
  await db.source.destroy();
  await database.drop();
});

const run = (sql: string): Promise<Record<string, unknown>[]> => db.source.query(sql);

const by = "account_id, shelf, colour, CASE WHEN date_deleted IS NOT NULL THEN 'infinity'::timestamptz END";
const counted = () =>
  run(`SELECT ${by} AS deleted, count(*)::int AS rows FROM sales.part GROUP BY ${by} ORDER BY ${by}`);
const kept = () =>
  run(`SELECT ${by} AS deleted, sum(rows)::int AS rows FROM sales.part_row_count
    GROUP BY ${by} HAVING sum(rows) <> 0 ORDER BY ${by}`);
const seed = Number(process.env['STOCKBOOK_TEST_SEED'] || Date.now() % 1_000_000);
const random = new Random(seed);
const colour = () => random.pick(['red', 'blue']);
const shelf = () => random.between(0, 2);

/** Returns some write of a service, of one row or of many, for its transaction. */
function someWrite(): string {
  const some = `WHERE part_id % 7 = ${random.between(0, 6)} AND account_id = $1`;
  return random.pick([
    `INSERT INTO sales.part (account_id, shelf, colour) VALUES ($1, ${shelf()}, '${colour()}')`,
    `INSERT INTO sales.part (account_id, shelf, colour) SELECT $1, n % 3, 'green' FROM generate_series(1, 4) n`,
    `UPDATE sales.part SET shelf = ${shelf()}, colour = '${colour()}' ${some}`,
    `UPDATE sales.part SET note = 'seen' ${some}`,
    `UPDATE sales.part SET date_deleted = CASE WHEN date_deleted IS NULL THEN now() END ${some}`,
    `DELETE FROM sales.part ${some} AND shelf = 0`,
  ]);
}

test(`is exact whatever is written, undone and summed up at the same time (seed ${seed})`, async () => {
  let undone = 0;
  const write = async (account_id: number) => {
    for (let i = 0; i < WRITES; i++) {
      const isUndone = i % 10 === 0;
      const work = db.transactFor([account_id], async (tx) => {
        await tx.query(statement('', someWrite()), [account_id]);
        if (isUndone) throw new Error('undone');
      });
      await work.catch((error: Error) => expect(error.message).toBe('undone'));
      undone += Number(isUndone);
    }
  };
  let isOver = false;
  const fold = async () => {
    while (!isOver) {
      await Promise.all([foldRowCounts(db, PARTS, 1), foldRowCounts(db, PARTS, 20)]);
      // One snapshot of both: each commit counts with its rows.
      const [both] = await run(
        `SELECT (SELECT count(*) FROM sales.part) = (SELECT sum(rows) FROM sales.part_row_count) AS same`,
      );
      expect(both).toEqual({ same: true });
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, i) => write(ACCOUNTS[i % ACCOUNTS.length]!));
  const folding = fold();
  await Promise.all(writers).finally(() => (isOver = true));
  await folding;
  expect(undone).toBeGreaterThan(0);
  expect(await kept()).toEqual(await counted());
});

test('is summed up where an account has many changes', async () => {
  const add = (account_id: number) =>
    run(`INSERT INTO sales.part (account_id, shelf, colour) VALUES (${account_id}, 1, 'red')`);
  const rowsOf = (account_id: number) =>
    run(`SELECT shelf, colour, date_deleted, rows FROM sales.part_row_count WHERE account_id = ${account_id}`);
  await add(3);
  for (let i = 0; i < 50; i++) await run(`UPDATE sales.part SET shelf = ${i % 2} WHERE account_id = 3`);
  await add(4);
  await add(4);
  await foldRowCounts(db, PARTS, 100);
  expect(await rowsOf(3)).toEqual([{ shelf: 1, colour: 'red', date_deleted: null, rows: 1 }]);
  expect(await rowsOf(4)).toHaveLength(2);
});

test('follows rows to another account, and is empty when the table is emptied', async () => {
  await run('UPDATE sales.part SET account_id = 5 WHERE account_id = 3');
  expect(await kept()).toEqual(await counted());
  await run('TRUNCATE sales.part');
  expect(await run('SELECT * FROM sales.part_row_count')).toEqual([]);
});

test('sums up more changes than one statement takes', async () => {
  await run(`INSERT INTO sales.part (account_id, shelf, colour) SELECT 6, 0, 'red' FROM generate_series(1, 15000)`);
  await run('UPDATE sales.part SET shelf = 1');
  while (await foldRowCounts(db, PARTS, 100));
  expect(await run('SELECT account_id, shelf, rows FROM sales.part_row_count')).toEqual([
    { account_id: 6, shelf: 1, rows: 15000 },
  ]);
});

test('counts for a lookup the rows whose value an index holds, through every change of it', async () => {
  await run('TRUNCATE sales.part');
  const lengths = () =>
    run(`SELECT octet_length(colour) AS bytes, sum(rows)::int AS rows FROM sales.part_colour_row_count
    WHERE date_deleted IS NULL GROUP BY colour HAVING sum(rows) <> 0 ORDER BY bytes`);
  await run(`INSERT INTO sales.part (account_id, shelf, colour)
    SELECT 7, 0, repeat('r', n) FROM unnest(ARRAY[0, 3, 3, 2000, 2001]) n`);
  expect(await lengths()).toEqual([
    { bytes: 3, rows: 2 },
    { bytes: 2000, rows: 1 },
  ]);
  await run(
    `UPDATE sales.part SET colour = CASE colour WHEN '' THEN 'blue' WHEN 'rrr' THEN '' ELSE repeat('b', 2001) END`,
  );
  while (await foldRowCounts(db, BY_COLOUR, 1));
  expect(await lengths()).toEqual([{ bytes: 4, rows: 1 }]);
  await run('DELETE FROM sales.part');
  expect(await lengths()).toEqual([]);
});
