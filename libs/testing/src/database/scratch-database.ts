import { randomBytes } from 'node:crypto';
import { Client, DatabaseError, type QueryResultRow } from 'pg';
import { eventually } from '../eventually.js';

export interface ScratchDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
  /** Removes it when all connections are closed, which report when they end. Fails if transactions have deadlocked. */
  dropWithoutDeadlocks(): Promise<void>;
}

/** Jest's global setup starts the server or `STOCKBOOK_TEST_DATABASE_URL` names it. */
export async function scratchDatabase(template = 'template1'): Promise<ScratchDatabase> {
  const name = `${process.env['STOCKBOOK_TEST_TEMPLATE']}_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl());
  url.pathname = name;
  await run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const drop = () => eventually(() => isDropped(name));
  return {
    name,
    url: url.href,
    drop,
    async dropWithoutDeadlocks() {
      const deadlocks = await deadlocksIn(name).finally(drop);
      if (deadlocks) throw new Error(`Transactions have deadlocked ${deadlocks} times.`);
    },
  };
}

function serverUrl(): string {
  const server = process.env['STOCKBOOK_TEST_DATABASE_URL'];
  if (!server) throw new Error('STOCKBOOK_TEST_DATABASE_URL names no PostgreSQL server.');
  return server;
}

async function deadlocksIn(name: string): Promise<number> {
  let deadlocks = 0;
  await eventually(async () => {
    const [row] = await run<{ deadlocks: number; connections: number }>(
      `SELECT deadlocks::int, numbackends AS connections FROM pg_stat_database WHERE datname = '${name}'`,
    );
    deadlocks = row?.deadlocks ?? 0;
    return row?.connections === 0;
  });
  return deadlocks;
}

/** Only a superuser may end the server's own vacuum, and it ends by itself. */
async function isDropped(name: string): Promise<boolean> {
  try {
    await run(`DROP DATABASE ${name} WITH (FORCE)`);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42501') return false;
    throw error;
  }
}

const run = <R extends QueryResultRow>(sql: string): Promise<R[]> =>
  withServer(async (server) => (await server.query<R>(sql)).rows);

/** Does some work over a connection to the test server itself. */
export async function withServer<T>(work: (server: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
