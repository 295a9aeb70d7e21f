import type { QueryRunner } from 'typeorm';

/** Rows that only the append-only tables' own inserts may write. */
const isAppendOnly = (table: string) => table === 'item_flow';

/**
 * The second belt: write transactions run as the role `stockbook_<schema>`, which sees nothing but this schema and of each
 * table only the rows of the accounts that the transaction names in `stockbook.accounts`; tables of no account it sees not at all.
 */
export async function secureSchema(runner: QueryRunner, schema: string): Promise<void> {
  const role = `stockbook_${schema}`;
  await createRole(runner, role);
  await runner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  await runner.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
  const tables: { name: string; secured: boolean }[] = await runner.query(
    `SELECT c.relname AS name, c.relrowsecurity AS secured
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
     WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r'`,
    [schema],
  );
  for (const { name, secured } of tables) {
    const verbs = isAppendOnly(name) ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
    await runner.query(`GRANT ${verbs} ON ${schema}."${name}" TO ${role}`);
    if (secured) continue;
    await runner.query(`ALTER TABLE ${schema}."${name}" ENABLE ROW LEVEL SECURITY`);
    // `+ 0` keeps the policy a check of the rows that a statement's own keys find. As an index's condition it would have
    // statements that join by key read an account's whole table, by statistics in which the usual account is small.
    await runner.query(
      `CREATE POLICY own_accounts ON ${schema}."${name}" TO ${role}
       USING ((account_id + 0) = ANY ((SELECT string_to_array(current_setting('stockbook.accounts', true), ',')::int[])::int[]))`,
    );
  }
}

/** Roles belong to the whole server, where another database may have made this one already. */
async function createRole(runner: QueryRunner, role: string): Promise<void> {
  await runner.query(
    `DO $$ BEGIN
       IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOLOGIN; END IF;
     EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
     END $$`,
  );
  // Whoever creates a role may grant it, but is no full member; who was made a member may not grant it.
  await runner.query(
    `DO $$ BEGIN
       IF NOT pg_has_role('${role}', CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
       THEN GRANT ${role} TO CURRENT_USER; END IF;
     END $$`,
  );
}
