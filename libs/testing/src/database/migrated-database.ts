import { migrate } from '@stockbook/persistence';
import { definitions } from '@stockbook/standalone';
import { type ScratchDatabase, scratchDatabase, withServer } from './scratch-database.js';

let template: Promise<string> | undefined;

/** Makes a database with the schemas of every service: a copy, for migrations take longer than most specs. */
export async function migratedDatabase(): Promise<ScratchDatabase> {
  return scratchDatabase(await (template ??= makeTemplate()));
}

/** Makes the database that a run's specs copy, by the first worker that needs it. Jest's global teardown removes it. */
async function makeTemplate(): Promise<string> {
  const name = process.env['STOCKBOOK_TEST_TEMPLATE'];
  if (!name) throw new Error('STOCKBOOK_TEST_TEMPLATE names no database to copy.');
  await withServer(async (server) => {
    await server.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    const draft = await scratchDatabase();
    for (const definition of Object.values(definitions)) await migrate(definition, draft.url);
    // Only the whole database gets the name: a worker that is stopped half-way leaves a draft.
    await server.query(`ALTER DATABASE ${draft.name} RENAME TO ${name}`);
  });
  return name;
}
