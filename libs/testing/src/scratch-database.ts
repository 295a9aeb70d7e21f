import { randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { eventually } from './eventually.js';

/** An empty database for one spec. */
export interface ScratchDatabase {
  readonly url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** Creates a database on the test server, which Jest's global setup starts or `STOCKBOOK_TEST_DATABASE_URL` names. */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const server = process.env['STOCKBOOK_TEST_DATABASE_URL'];
  if (!server) throw new Error('STOCKBOOK_TEST_DATABASE_URL names no PostgreSQL server.');
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = name;
  await run(server, `CREATE DATABASE ${name}`);
  return { url: url.href, drop: () => eventually(() => isDropped(server, name)) };
}

/** False while the server's own vacuum works in the database: only a superuser may end that, and it ends by itself. */
async function isDropped(server: string, name: string): Promise<boolean> {
  try {
    await run(server, `DROP DATABASE ${name} WITH (FORCE)`);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42501') return false;
    throw error;
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
