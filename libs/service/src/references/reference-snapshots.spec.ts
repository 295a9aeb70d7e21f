import { dataSourceFor, Db, migrate } from '@stockbook/persistence';
import { eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { ReferenceSnapshots, referenceSnapshotTable } from './reference-snapshots.js';
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
  for (const sql of referenceSnapshotTable(schema.name)) await db.source.query(sql);
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

/** Makes the cache of a process that has just started, and loads at every use. */
function process() {
  const load = async () => {
    if (isDown) throw new Error('down');
    return { names };
  };
  const blind = { since: () => performance.now() };
  return new ReferenceCache(load, blind, new ReferenceSnapshots<{ names: string[] }>(db, 'names'));
}
const namesIn = (cache: ReturnType<typeof process>, account_id = 1) =>
  cache.apply(account_id, (records) => records.names);
const snapshots = async (): Promise<{ records: { names: string[] } }[]> =>
  db.source.query('SELECT records FROM sales.reference_snapshot');

test('a snapshot serves a process that starts while the other service is away, for its own account only', async () => {
  const first = process();
  await namesIn(first);
  await eventually(async () => (await snapshots()).length === 1);
  names = ['a', 'b'];
  await namesIn(first);
  await eventually(async () => (await snapshots())[0]?.records.names.length === 2);
  isDown = true;
  const second = process();
  expect(await namesIn(second)).toEqual(['a', 'b']);
  expect(await namesIn(second)).toEqual(['a', 'b']);
  await expect(namesIn(second, 2)).rejects.toThrow('down');
});

test('a snapshot that another process stored later serves instead of an older copy', async () => {
  const [first, second] = [process(), process()];
  await namesIn(first, 4);
  await namesIn(second, 4);
  names = ['b'];
  await eventually(async () => {
    await namesIn(second, 4);
    return (await snapshots()).some(({ records }) => records.names[0] === 'b');
  });
  isDown = true;
  expect(await namesIn(first, 4)).toEqual(['b']);
});

test('records that were loaded earlier and stored later replace no snapshot', async () => {
  const stored = new ReferenceSnapshots<{ names: string[] }>(db, 'names');
  const now = performance.now();
  await stored.store(5, { names: ['new'] }, now - 100);
  await stored.store(5, { names: ['old'] }, now - 5_000);
  expect((await stored.find(5))?.records).toEqual({ names: ['new'] });
});

test('a snapshot older than ten minutes does not serve', async () => {
  await namesIn(process(), 3);
  await eventually(async () => (await snapshots()).length === 4);
  isDown = true;
  expect(await namesIn(process(), 3)).toEqual(['a']);
  await db.source.query("UPDATE sales.reference_snapshot SET taken_at = now() - interval '601 s'");
  await expect(namesIn(process(), 3)).rejects.toThrow('down');
});
