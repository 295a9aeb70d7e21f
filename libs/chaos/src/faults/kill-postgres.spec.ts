import { keepPostgres, type ManagedPostgres } from '@stockbook/distributed';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killPostgres } from './kill-postgres.js';

const SOON_MS = 200;

let directory: string;
let postgres: ManagedPostgres;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stockbook-kill-'));
  postgres = await keepPostgres(directory, 1, { report: () => undefined });
});
afterAll(async () => {
  await postgres.stop();
  await rm(directory, { recursive: true });
});

test('a kill that hits is reported with its process', async () => {
  expect(await killPostgres(postgres)).toMatch(/^process \d+ and all its connections, restarted after \d+\.\d s$/);
});

test('a process that goes on is no fault inflicted', async () => {
  const other = spawn('sleep', ['60']);
  const missed = killPostgres({ ...postgres, kill9: () => other.pid! }, SOON_MS);
  await expect(missed).rejects.toThrow(`PostgreSQL, process ${other.pid}, has not exited.`);
  other.kill();
});

test('a server that goes on is no fault inflicted, whatever process exited', async () => {
  const missed = killPostgres({ ...postgres, kill9: () => spawnSync('true').pid }, SOON_MS);
  await expect(missed).rejects.toThrow(/^PostgreSQL was not restarted: it runs since 2\d{3}-.*\.$/);
});

test('a server that is down is no victim', async () => {
  await postgres.stop();
  await expect(killPostgres(postgres, SOON_MS)).rejects.toThrow(/connect (ENOENT|ECONNREFUSED)/);
  expect(() => postgres.kill9()).toThrow('It does not run.');
});
