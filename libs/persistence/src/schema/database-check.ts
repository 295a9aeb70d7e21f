import { type Environment, reasonOf, StartFault } from '@stockbook/process';
import { Client, escapeIdentifier } from 'pg';

const OLDEST = 150_000;

export function databaseUrlOf(env: Environment, name = 'DATABASE_URL'): string | undefined {
  const text = env[name] || undefined;
  if (!text || (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text))) return text;
  throw new StartFault(`${name} must be written postgres://user:password@host:port/database.`);
}

/** A StartFault says why the database does not suit, and never shows the password. */
export async function checkDatabase(url: string, schemas: readonly string[], variable = 'DATABASE_URL'): Promise<void> {
  const { host, pathname } = new URL(url);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await checkRights(client, schemas, variable);
  } catch (error) {
    if (error instanceof StartFault) throw error;
    throw new StartFault(
      `The database ${pathname.slice(1)} at ${host} of ${variable} cannot be used: ${reasonOf(error)}.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function hasSchema(url: string, name: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const found = client.query('SELECT FROM pg_namespace WHERE nspname = $1', [name]);
  return (await found.finally(() => client.end())).rowCount === 1;
}

interface Found {
  readonly version: number;
  readonly user: string;
  readonly database: string;
  /** True as well if it need not, because the schemas are there. */
  readonly may_create: boolean;
  readonly encoding: string;
  readonly has_icu: boolean;
}

async function checkRights(client: Client, schemas: readonly string[], variable: string): Promise<void> {
  const { rows } = await client.query<Found>(
    `SELECT current_setting('server_version_num')::int AS version, current_user AS user, current_database() AS database,
            has_database_privilege(current_database(), 'CREATE')
              OR NOT EXISTS (SELECT FROM unnest($1::text[]) AS name WHERE to_regnamespace(name) IS NULL) AS may_create,
            current_setting('server_encoding') AS encoding,
            EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS has_icu`,
    [schemas],
  );
  const [found] = rows;
  if (!found || found.version < OLDEST) throw new StartFault(`${variable} names a PostgreSQL older than 15.`);
  const { version, user, database, may_create, encoding, has_icu } = found;
  if (encoding !== 'UTF8')
    throw new StartFault(`The database ${database} of ${variable} has the encoding ${encoding}: it must be UTF8.`);
  if (!has_icu)
    throw new StartFault(`The PostgreSQL of ${variable} has no ICU collations: use a server that is built with ICU.`);
  const grantee = escapeIdentifier(user);
  if (!may_create) {
    throw new StartFault(
      `The user ${user} of ${variable} may not create schemas in that database: ` +
        `as its owner run GRANT CREATE ON DATABASE ${escapeIdentifier(database)} TO ${grantee}.`,
    );
  }
  const lacking = await lackingRoles(client, version, schemas);
  if (!lacking.length) return;
  const creations = lacking.flatMap(({ role, is_there }) => (is_there ? [] : [`CREATE ROLE ${role}; `]));
  const roles = lacking.map(({ role }) => role).join(', ');
  throw new StartFault(
    `The user ${user} of ${variable} can neither create nor take all of the roles ${roles}: ` +
      `as a superuser run ${creations.join('')}GRANT ${roles} TO ${grantee}.`,
  );
}

async function lackingRoles(
  client: Client,
  version: number,
  schemas: readonly string[],
): Promise<{ role: string; is_there: boolean }[]> {
  // Up to version 15, a role that creates roles may also grant roles of others.
  const canTake =
    version < 160_000
      ? `may_create OR pg_has_role(r.oid, 'MEMBER')`
      : `pg_has_role(r.oid, 'SET') OR pg_has_role(r.oid, 'MEMBER WITH ADMIN OPTION')`;
  const { rows } = await client.query<{ role: string; is_there: boolean }>(
    `SELECT role, r.oid IS NOT NULL AS is_there
     FROM unnest($1::text[]) WITH ORDINALITY AS needed (role, place)
     LEFT JOIN pg_roles r ON r.rolname = role,
     LATERAL (SELECT rolsuper OR rolcreaterole AS may_create FROM pg_roles WHERE rolname = current_user) self
     WHERE NOT CASE WHEN r.oid IS NULL THEN may_create ELSE ${canTake} END
     ORDER BY place`,
    [schemas.map((name) => `stockbook_${name}`)],
  );
  return rows;
}
