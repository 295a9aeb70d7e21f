import { services } from '@stockbook/contracts';
import { StartFault } from '@stockbook/process';
import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { checkDatabase } from './database-check.js';

const user = `shop_${randomBytes(4).toString('hex')}`;
let database: ScratchDatabase;
let admin: Client;
let url: string;
beforeAll(async () => {
  database = await scratchDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(`CREATE ROLE ${user} LOGIN PASSWORD 'hidden'`);
  const own = new URL(database.url);
  [own.username, own.password] = [user, 'hidden'];
  url = own.href;
});
afterAll(async () => {
  await admin.query(`REVOKE ALL ON DATABASE ${new URL(url).pathname.slice(1)} FROM ${user}; DROP ROLE ${user}`);
  await admin.end();
  await database.drop();
});

const faultOf = async () => {
  const error: unknown = await checkDatabase(url, services).catch((thrown: unknown) => thrown);
  return error instanceof StartFault ? error.message : error;
};

test('a user who may create schemas and roles is let in', async () => {
  await expect(checkDatabase(database.url, services)).resolves.toBeUndefined();
});

test('a user without the right gets one sentence with the statement to run', async () => {
  expect(await faultOf()).toBe(
    `The user ${user} of DATABASE_URL may not create schemas in that database: ` +
      `as its owner run GRANT CREATE ON DATABASE "${new URL(url).pathname.slice(1)}" TO "${user}".`,
  );
  await admin.query(`GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO ${user}`);

  const sentence = String(await faultOf());
  const roles = 'stockbook_sales, stockbook_inventory, stockbook_settings, stockbook_integration';
  const [, sql = ''] = new RegExp(
    `^The user ${user} of DATABASE_URL can neither create nor take all of the roles ${roles}: ` +
      `as a superuser run ((?:CREATE ROLE stockbook_\\w+; )*GRANT ${roles} TO "${user}")\\.$`,
  ).exec(sentence) ?? [sentence];
  expect(sentence).toContain(sql || 'a statement to run');
  for (const statement of sql.split('; ')) {
    await admin.query(statement).catch((error: { code?: string }) => {
      // Another spec has made the role meanwhile.
      if (error.code !== '42710') throw error;
    });
  }
  expect(await faultOf()).toBeUndefined();
});

test('a database of another encoding than UTF8 is refused', async () => {
  const name = `ascii_${randomBytes(4).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`);
  try {
    const ascii = new URL(database.url);
    ascii.pathname = name;
    await expect(checkDatabase(ascii.href, services)).rejects.toThrow(
      `The database ${name} of DATABASE_URL has the encoding SQL_ASCII: it must be UTF8.`,
    );
  } finally {
    await admin.query(`DROP DATABASE ${name}`);
  }
});

test('a server without collations of ICU is refused', async () => {
  await admin.query('CREATE SCHEMA without_icu CREATE TABLE pg_collation (collname name)');
  const without = new URL(database.url);
  without.searchParams.set('options', '-c search_path=without_icu,pg_catalog');
  await expect(checkDatabase(without.href, services)).rejects.toThrow(
    'The PostgreSQL of DATABASE_URL has no ICU collations: use a server that is built with ICU.',
  );
});
