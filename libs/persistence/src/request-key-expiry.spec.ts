import { scratchDatabase } from '@stockbook/testing/database';
import { Db } from './db.js';
import { pruneRequestKeys } from './request-key-expiry.js';
import { requestKeyTable } from './request-key.js';
import { dataSourceFor } from './schema/data-source.js';
import { migrate } from './schema/migrate.js';

const schema = { name: 'sales', rows: [], migrations: [] };

test('deletes keys of clients after a day and those of gateways after ten minutes, in batches', async () => {
  const database = await scratchDatabase();
  await migrate(schema, database.url);
  const db = new Db(await dataSourceFor(schema, database.url, 1).initialize(), schema.name);
  for (const sql of requestKeyTable(schema.name)) await db.source.query(sql);
  await db.source.query(
    `INSERT INTO sales.request_key
     SELECT 1, gen_random_uuid(), hash, '', now() - n * interval '1 hour' + interval '1 minute'
     FROM generate_series(1, 2500) n, unnest(ARRAY[NULL, gen_random_uuid()]) hash`,
  );
  while (await pruneRequestKeys(db));
  expect(await db.source.query('SELECT count(*)::int AS answered FROM sales.request_key')).toEqual([{ answered: 24 }]);
  await db.source.destroy();
  await database.drop();
});
