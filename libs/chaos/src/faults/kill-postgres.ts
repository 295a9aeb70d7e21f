import type { ManagedPostgres } from '@stockbook/distributed';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

const PATIENCE_MS = 30_000;
const CONNECT_MS = 2_000;

/** Resolves when the process is gone and the database reports a later start. */
export async function killPostgres(
  { url, kill9 }: Pick<ManagedPostgres, 'url' | 'kill9'>,
  patience_ms = PATIENCE_MS,
): Promise<string> {
  const end = Date.now() + patience_ms;
  const before = await tried(() => startedAt(url), end);
  const pid = await tried(async () => kill9(), end);
  const began = Date.now();
  await tried(async () => {
    if (isAlive(pid)) throw new Error(`PostgreSQL, process ${pid}, has not exited.`);
    if ((await startedAt(url)) === before) throw new Error(`PostgreSQL was not restarted: it runs since ${before}.`);
  }, end);
  return `process ${pid} and all its connections, restarted after ${((Date.now() - began) / 1_000).toFixed(1)} s`;
}

/** Does the work again and again until it succeeds; throws its last fault when the time is up. */
async function tried<T>(work: () => Promise<T>, end: number): Promise<T> {
  for (; ; await delay(50)) {
    try {
      return await work();
    } catch (fault) {
      if (Date.now() > end) throw fault;
    }
  }
}

async function startedAt(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // A broken connection fails the query, too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ at: string }>('SELECT pg_postmaster_start_time()::text AS at');
    return rows[0]?.at ?? '';
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
