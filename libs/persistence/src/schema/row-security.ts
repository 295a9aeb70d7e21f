import { escapeIdentifier } from 'pg';
import type { DataSource } from 'typeorm';

/** Tables whose rows never change, with what a runtime user may not do: old rows of `audit` are pruned. */
const APPEND_ONLY: Readonly<Record<string, string>> = { audit: 'UPDATE', item_flow: 'UPDATE, DELETE' };

// `+ 0` keeps the policy out of the indexes: otherwise joins by key read the whole account, which statistics take for
// small.
const OWN_ACCOUNT = '(account_id + 0)';
const OWN_ACCOUNTS = `${OWN_ACCOUNT}
    = ANY ((SELECT string_to_array(current_setting('stockbook.accounts', true), ',')::int[])::int[])`;

type Queries = Pick<DataSource, 'query'>;

interface AccountTable {
  readonly name: string;
  readonly policy: string | null;
  readonly is_granted: boolean;
  readonly admits_runtime: boolean;
}

const roleOf = (schema: string): string => `stockbook_${schema}`;

/** Returns the tables with rows of accounts. It leaves out partitions, which are reached through their table. */
const accountTables = (source: Queries, schema: string, runtimeUser?: string): Promise<AccountTable[]> =>
  source.query(
    `SELECT c.relname AS name, pg_get_expr(own.polqual, c.oid) AS policy,
       COALESCE(has_table_privilege(to_regrole($2), c.oid, 'SELECT'), false) AS is_granted,
       $3::text IS NULL OR COALESCE(runtime.polroles = ARRAY[to_regrole($3)::oid], false) AS admits_runtime
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
     LEFT JOIN pg_policy own ON own.polrelid = c.oid AND own.polname = 'own_accounts'
     LEFT JOIN pg_policy runtime ON runtime.polrelid = c.oid AND runtime.polname = 'runtime'
     WHERE c.relnamespace = to_regnamespace($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    [schema, roleOf(schema), runtimeUser && escapeIdentifier(runtimeUser)],
  );

const isCurrent = (policy: string | null): boolean => policy?.includes(OWN_ACCOUNT) ?? false;

export async function isSecured(source: Queries, schema: string, runtimeUser?: string): Promise<boolean> {
  const tables = await accountTables(source, schema, runtimeUser);
  if (!tables.every((table) => isCurrent(table.policy) && table.is_granted && table.admits_runtime)) return false;
  const [found]: { is_granted: boolean }[] = await source.query(
    `SELECT to_regnamespace($1) IS NOT NULL AND to_regrole($2) IS NOT NULL AND NOT EXISTS (
       SELECT FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p') AND NOT relispartition
         AND NOT has_table_privilege($3::name, oid, 'INSERT')
     ) AS is_granted`,
    [schema, roleOf(schema), runtimeUser],
  );
  return found?.is_granted ?? false;
}

/** Tells whether the current user may run a service on the schema, as its owner or as its runtime user. */
export async function isAdmitted(source: Queries, schema: string): Promise<boolean> {
  const [found]: { is_admitted: boolean }[] = await source.query(
    `SELECT COALESCE(pg_has_role(to_regrole($2), 'MEMBER'), false) AND NOT EXISTS (
       SELECT FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p') AND NOT relispartition
         AND NOT has_table_privilege(oid, 'INSERT')
     ) AS is_admitted`,
    [schema, roleOf(schema)],
  );
  return found?.is_admitted ?? false;
}

/** A second line of defence: writes run as `stockbook_<schema>`, which sees rows of `stockbook.accounts`. */
export async function secureSchema(source: Queries, schema: string, runtimeUser?: string): Promise<void> {
  const role = roleOf(schema);
  await createRole(source, role);
  await source.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  await source.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
  for (const { name, policy } of await accountTables(source, schema)) {
    const verbs = APPEND_ONLY[name] ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
    await source.query(`GRANT ${verbs} ON ${schema}."${name}" TO ${role}`);
    const table = `own_accounts ON ${schema}."${name}"`;
    if (policy === null) {
      await source.query(`ALTER TABLE ${schema}."${name}" ENABLE ROW LEVEL SECURITY`);
      await source.query(`CREATE POLICY ${table} TO ${role} USING (${OWN_ACCOUNTS})`);
    } else if (!isCurrent(policy)) await source.query(`ALTER POLICY ${table} USING (${OWN_ACCOUNTS})`);
  }
  if (runtimeUser) await admit(source, schema, runtimeUser);
}

/** Gives rights to a user who owns no table; row security would hide all rows from it without a policy of its own. */
async function admit(source: Queries, schema: string, runtimeUser: string): Promise<void> {
  const user = escapeIdentifier(runtimeUser);
  await source.query(`GRANT ${roleOf(schema)} TO ${user}`);
  await source.query(`GRANT USAGE ON SCHEMA ${schema} TO ${user}`);
  await source.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${user}`);
  await source.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${user}`);
  for (const { name, admits_runtime } of await accountTables(source, schema, runtimeUser)) {
    const table = `${schema}."${name}"`;
    if (APPEND_ONLY[name]) await source.query(`REVOKE ${APPEND_ONLY[name]} ON ${table} FROM ${user}`);
    if (admits_runtime) continue;
    await source.query(`DROP POLICY IF EXISTS runtime ON ${table}`);
    await source.query(`CREATE POLICY runtime ON ${table} TO ${user} USING (true)`);
  }
}

/** Roles belong to the server: another database may create the same one at the same time. */
async function createRole(source: Queries, role: string): Promise<void> {
  await source.query(
    `DO $$ BEGIN
       IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOLOGIN; END IF;
     EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
     END $$`,
  );
  // The creator of a role may grant it, but is no full member; a member may not grant it.
  await source.query(
    `DO $$ BEGIN
       IF NOT pg_has_role('${role}',
         CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
       THEN GRANT ${role} TO CURRENT_USER; END IF;
     END $$`,
  );
}
