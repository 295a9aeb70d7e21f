import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { Client } from 'pg';
import { runIn } from './program.fixture.js';

let shared: ScratchDatabase;
let own: ScratchDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  [shared, own] = await Promise.all([scratchDatabase(), scratchDatabase()]);
  env = { DATABASE_URL: shared.url, SALES_DATABASE_URL: own.url };
});
afterAll(() => Promise.all([shared.drop(), own.drop()]));

async function query<R extends object>(database: ScratchDatabase, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  return (await client.query<R>(sql).finally(() => client.end())).rows;
}

const OTHERS = ['integration', 'inventory', 'settings'];
async function schemasOf(database: ScratchDatabase): Promise<string[]> {
  const found = await query<{ name: string }>(
    database,
    `SELECT nspname AS name FROM pg_namespace WHERE nspname IN ('sales', 'inventory', 'settings', 'integration')
     ORDER BY 1`,
  );
  return found.map(({ name }) => name);
}
const generationOf = async (database: ScratchDatabase, schema: string) =>
  (await query<{ generation: string }>(database, `SELECT generation FROM ${schema}.generation`))[0]?.generation;

test('each schema is made where its service has it', async () => {
  await runIn(env, ['migrate']);
  expect(await schemasOf(shared)).toEqual(OTHERS);
  expect(await schemasOf(own)).toEqual(['sales']);
});

test('the schemas of all servers move to one generation, above that of each', async () => {
  await query(own, 'UPDATE sales.generation SET generation = 4');
  expect(await runIn(env, ['events', 'new-generation', '--no-kafka'])).toBe(
    'The events are in generation 5: start the services.',
  );
  expect(await generationOf(own, 'sales')).toBe('5');
  for (const schema of OTHERS) expect(await generationOf(shared, schema)).toBe('5');
});

test('a new generation is refused, and nothing changed, where a schema is missing', async () => {
  expect(await runIn({ DATABASE_URL: shared.url }, ['events', 'new-generation', '--no-kafka'])).toBe(
    `The database ${shared.name} has no schema sales: SALES_DATABASE_URL must name the one that has it.`,
  );
  expect(await schemasOf(shared)).toEqual(OTHERS);
  expect(await generationOf(shared, 'inventory')).toBe('5');
});

test('the timeline of one service alone is accepted', async () => {
  await query(own, `UPDATE sales.generation SET timeline = '00000000'`);
  await query(shared, `UPDATE inventory.generation SET timeline = '00000000'`);
  const accept = (service: string) => runIn(env, ['events', 'accept-timeline', '--service', service]);
  expect(await accept('sales')).toBe('Events of sales flow on.');
  expect(await accept('sales')).toBe('No database had left its timeline.');
  expect(await accept('inventory')).toBe('Events of inventory flow on.');
});

test('parked events of all servers are listed', async () => {
  await query(
    own,
    `INSERT INTO sales.parked_event (consumer, event_id, account_id, topic, name, version,
       aggregate_id, sequence, payload, created_at, error)
     VALUES ('sales', gen_random_uuid(), 1, 'setting.company',
       'setting.company.changed', 1, 1, 1, '{}', now(), 'Away')`,
  );
  expect(JSON.parse(await runIn(env, ['events', 'parked']))).toEqual([expect.objectContaining({ service: 'sales' })]);
});

test('a database that cannot be used is named by its variable', async () => {
  const gone = { ...env, SALES_DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/none' };
  expect(await runIn(gone, ['events', 'parked'])).toMatch(
    /^The database none at 127\.0\.0\.1:1 of SALES_DATABASE_URL cannot be used: .*\.$/,
  );
  expect(await runIn({ ...env, SALES_DATABASE_URL: 'sales' }, ['events', 'parked'])).toBe(
    'SALES_DATABASE_URL must be written postgres://user:password@host:port/database.',
  );
});
