import type { QueryRunner } from 'typeorm';

const isAppendOnly = (table: string) => ['audit', 'item_flow'].includes(table);

// `+ 0` keeps the policy out of the indexes: otherwise joins by key read the whole account, which statistics take for small.
const OWN_ACCOUNT = '(account_id + 0)';
const OWN_ACCOUNTS = `${OWN_ACCOUNT} = ANY ((SELECT string_to_array(current_setting('stockbook.accounts', true), ',')::int[])::int[])`;

/** Second line of defence: writes run as `stockbook_<schema>`, which sees only rows of the accounts in `stockbook.accounts`. */
export async function secureSchema(runner: QueryRunner, schema: string): Promise<void> {
  const role = `stockbook_${schema}`;
  await createRole(runner, role);
  await runner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  await runner.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
  const tables: { name: string; policy: string | null }[] = await runner.query(
    `SELECT c.relname AS name, pg_get_expr(p.polqual, c.oid) AS policy
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
     LEFT JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'own_accounts'
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p')`,
    [schema],
  );
  for (const { name, policy } of tables) {
    const verbs = isAppendOnly(name) ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
    await runner.query(`GRANT ${verbs} ON ${schema}."${name}" TO ${role}`);
    const table = `own_accounts ON ${schema}."${name}"`;
    if (policy === null) {
      await runner.query(`ALTER TABLE ${schema}."${name}" ENABLE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY ${table} TO ${role} USING (${OWN_ACCOUNTS})`);
    } else if (!policy.includes(OWN_ACCOUNT)) await runner.query(`ALTER POLICY ${table} USING (${OWN_ACCOUNTS})`);
  }
}

/** Roles belong to the server: another database may create the same one at the same time. */
async function createRole(runner: QueryRunner, role: string): Promise<void> {
  await runner.query(
    `DO $$ BEGIN
       IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOLOGIN; END IF;
     EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
     END $$`,
  );
  // The creator of a role may grant it, but is no full member; a member may not grant it.
  await runner.query(
    `DO $$ BEGIN
       IF NOT pg_has_role('${role}', CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
       THEN GRANT ${role} TO CURRENT_USER; END IF;
     END $$`,
  );
}
