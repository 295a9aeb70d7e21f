import { randomBytes } from 'node:crypto';
import { Client, DatabaseError, type QueryResultRow } from 'pg';
import { eventually } from './eventually.js';

/** An empty database for one spec. */
export interface ScratchDatabase {
  readonly url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
  /** Removes it when all connections are closed, which report when they end. Fails if transactions have deadlocked. */
  dropWithoutDeadlocks(): Promise<void>;
}

/** Creates a database on the test server, which Jest's global setup starts or `STOCKBOOK_TEST_DATABASE_URL` names. */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const server = process.env['STOCKBOOK_TEST_DATABASE_URL'];
  if (!server) throw new Error('STOCKBOOK_TEST_DATABASE_URL names no PostgreSQL server.');
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = name;
  await run(server, `CREATE DATABASE ${name}`);
  const drop = () => eventually(() => isDropped(server, name));
  return {
    url: url.href,
    drop,
    async dropWithoutDeadlocks() {
      const deadlocks = await deadlocksIn(server, name).finally(drop);
      if (deadlocks) throw new Error(`Transactions have deadlocked ${deadlocks} times.`);
    },
  };
}

async function deadlocksIn(server: string, name: string): Promise<number> {
  let deadlocks = 0;
  await eventually(async () => {
    const [row] = await run<{ deadlocks: number; connections: number }>(
      server,
      `SELECT deadlocks::int, numbackends AS connections FROM pg_stat_database WHERE datname = '${name}'`,
    );
    deadlocks = row?.deadlocks ?? 0;
    return row?.connections === 0;
  });
  return deadlocks;
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

async function run<R extends QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}
