import pg from 'pg';
import { reasonOf, StartFault } from './start-fault.js';

const OLDEST = 150_000;

/** Makes sure that the operator's database can be used; a StartFault says why not, and never shows the password. */
export async function checkDatabase(url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; may_create: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version,
              has_database_privilege(current_database(), 'CREATE') AS may_create`,
    );
    const [found] = rows;
    if (!found || found.version < OLDEST) throw new StartFault('DATABASE_URL names a PostgreSQL older than 15.');
    if (!found.may_create) throw new StartFault('The user of DATABASE_URL may not create schemas in that database.');
  } catch (error) {
    if (error instanceof StartFault) throw error;
    throw new StartFault(
      `The database ${pathname.slice(1)} at ${host} of DATABASE_URL cannot be used: ${reasonOf(error)}.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
