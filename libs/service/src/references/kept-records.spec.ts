import { dataSourceFor, Db, migrate } from '@stockbook/persistence';
import { eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { KeptRecords, keptRecordsTable } from './kept-records.js';
import { ReferenceCache } from './reference-cache.js';

const schema = { name: 'sales', rows: [], migrations: [] };
let database: ScratchDatabase;
let db: Db;
let isDown = false;
let names = ['a'];
beforeAll(async () => {
  database = await scratchDatabase();
  await migrate(schema, database.url);
  db = new Db(await dataSourceFor(schema, database.url, 2).initialize(), schema.name);
  for (const sql of keptRecordsTable(schema.name)) await db.source.query(sql);
  await migrate(schema, database.url);
});
afterAll(async () => {
  await db.source.destroy();
  await database.drop();
});
beforeEach(() => {
  isDown = false;
  names = ['a'];
});

/** The cache of a process that has just started, and loads at every use. */
function process() {
  const load = async () => {
    if (isDown) throw new Error('down');
    return { names };
  };
  const blind = { since: () => performance.now() };
  return new ReferenceCache(load, blind, new KeptRecords<{ names: string[] }>(db, 'names'));
}
const namesIn = (cache: ReturnType<typeof process>, account_id = 1) =>
  cache.apply(account_id, (records) => records.names);
const kept = async (): Promise<{ records: { names: string[] } }[]> =>
  db.source.query('SELECT records FROM sales.kept_records');

test('what one process has seen serves another that starts while the other service is away, and no other account', async () => {
  const first = process();
  await namesIn(first);
  await eventually(async () => (await kept()).length === 1);
  names = ['a', 'b'];
  await namesIn(first);
  await eventually(async () => (await kept())[0]?.records.names.length === 2);
  isDown = true;
  const second = process();
  expect(await namesIn(second)).toEqual(['a', 'b']);
  expect(await namesIn(second)).toEqual(['a', 'b']);
  await expect(namesIn(second, 2)).rejects.toThrow('down');
});

test('what is older than ten minutes serves nobody', async () => {
  await namesIn(process(), 3);
  await eventually(async () => (await kept()).length === 2);
  isDown = true;
  expect(await namesIn(process(), 3)).toEqual(['a']);
  await db.source.query("UPDATE sales.kept_records SET kept_at = now() - interval '601 s'");
  await expect(namesIn(process(), 3)).rejects.toThrow('down');
});
