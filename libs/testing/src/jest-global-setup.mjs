// Jest has Node load this file, which resolves no source imports: it takes the built library, up to date.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Starts one PostgreSQL server for all specs, unless one is named already. */
export default async function setUp() {
  if (process.env.STOCKBOOK_TEST_DATABASE_URL) return;
  execFileSync(process.execPath, [pathOf('../../../tools/build.mjs'), 'libs/standalone']);
  const { startEmbeddedPostgres } = await import('../../standalone/dist/postgres/embedded-postgres.js');
  const directory = await mkdtemp(join(tmpdir(), 'stockbook-test-'));
  const server = await startEmbeddedPostgres({ directory, report: () => undefined, durable: false });
  process.env.STOCKBOOK_TEST_DATABASE_URL = server.url;
  globalThis.stopTestServer = async () => {
    await server.stop();
    await rm(directory, { recursive: true });
  };
}
