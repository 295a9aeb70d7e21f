import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from './migrate.js';

const name = `belt_${randomBytes(4).toString('hex')}`;
const [role, user] = [`stockbook_${name}`, `user_of_${name}`];
const schema = { name, rows: [], migrations: [] };
let database: ScratchDatabase;
beforeEach(async () => void (database = await scratchDatabase()));
afterEach(async () => {
  await database.drop();
  await run(process.env['STOCKBOOK_TEST_DATABASE_URL'] ?? '', `DROP ROLE IF EXISTS ${role}, ${user}`);
});

async function run(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client.query(sql).finally(() => client.end());
}

test('the role is made, taken, and found again', async () => {
  await migrate(schema, database.url);
  await migrate(schema, database.url);
  await expect(run(database.url, `SET ROLE ${role}`)).resolves.toBeDefined();
});

test('a user who may create no roles uses one that was made and granted', async () => {
  const own = new URL(database.url);
  const grant = `GRANT CREATE ON DATABASE ${own.pathname.slice(1)} TO ${user}; CREATE EXTENSION pg_trgm`;
  await run(database.url, `CREATE ROLE ${user} LOGIN PASSWORD 'hidden'; ${grant}`);
  [own.username, own.password] = [user, 'hidden'];
  await expect(migrate(schema, own.href)).rejects.toThrow('permission denied to create role');
  await run(database.url, `CREATE ROLE ${role}; GRANT ${role} TO ${user}`);
  await migrate(schema, own.href);
  await expect(run(own.href, `SET ROLE ${role}; SELECT FROM ${name}.migration`)).rejects.toThrow('permission denied');
});

test('a policy of before is brought up to date', async () => {
  await migrate(schema, database.url);
  const table = `${name}.thing`;
  const policy = `CREATE POLICY own_accounts ON ${table} TO ${role} USING (account_id = 1)`;
  await run(database.url, `CREATE TABLE ${table} (account_id int); ${policy}`);
  await migrate(schema, database.url);
  const found = await run(database.url, `SELECT qual FROM pg_policies WHERE schemaname = '${name}'`);
  expect(found).toMatchObject({ rows: [{ qual: expect.stringContaining("current_setting('stockbook.accounts'") }] });
});
