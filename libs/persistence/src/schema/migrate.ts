import { reasonOf, StartFault } from '@stockbook/process';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { dataSourceFor, MIGRATION_TABLE, type ServiceSchema } from './data-source.js';
import { sqlStateOf } from '../connection/statement.js';
import { openPool, refusedParameter } from './open-pool.js';
import { isSecured, secureSchema } from './row-security.js';

/** Orders extensions and schemas, and with the hash of a schema's name its migrations. */
const MIGRATION_LOCK = 7_082_016;

/** In milliseconds. A change waits briefly, as every later query of the table waits behind it. */
const MIGRATING = { statement_timeout: 900_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 0 };
const LOCK_TRIES = 30;
/** These codes are `lock_not_available` and `deadlock_detected`. */
const LOCK_FAULTS = new Set<string | undefined>(['55P03', '40P01']);
const INSUFFICIENT_PRIVILEGE = '42501';
/** These codes are `undefined_table` and `invalid_schema_name`. */
const ABSENT = new Set<string | undefined>(['42P01', '3F000']);

const THROUGH_A_POOLER =
  'The schemas are not up to date, and migrations do not run through the pooler of DATABASE_URL: ' +
  'run the command migrate with a MIGRATION_DATABASE_URL that names PostgreSQL itself.';

export async function lackingMigrations({ name, migrations }: ServiceSchema, source: DataSource): Promise<string[]> {
  const applied = await source
    .query<{ name: string }[]>(`SELECT name FROM ${name}.${MIGRATION_TABLE}`)
    .catch((error) => {
      if (ABSENT.has(sqlStateOf(error))) return [];
      throw error;
    });
  const names = new Set(applied.map((row) => row.name));
  return migrations.map((migration) => migration.name).filter((migration) => !names.has(migration));
}

/**
 * Applies the migrations that the database lacks and returns their names. It is safe at every start and from several
 * replicas at once. `runtimeUser` is the role that services log in with, if it is not the one that migrates; it gets no
 * right to change the schema.
 */
export async function migrate(schema: ServiceSchema, url: string, runtimeUser?: string): Promise<string[]> {
  try {
    const isDone = await withSource(
      openPool(schema, url, 1),
      async (source) =>
        !(await lackingMigrations(schema, source)).length && (await isSecured(source, schema.name, runtimeUser)),
    );
    if (isDone) return [];
    return await withSource(dataSourceFor(schema, url, 3, MIGRATING).initialize(), (source) =>
      source.transaction((guard) => update(source, guard, schema, runtimeUser)),
    );
  } catch (error) {
    if (refusedParameter(error).length) throw new StartFault(THROUGH_A_POOLER, { cause: error });
    if (sqlStateOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartFault(
      `The user ${new URL(url).username} may not migrate the schema ${schema.name} (${reasonOf(error)}): ` +
        'run the command migrate as a user who may.',
      { cause: error },
    );
  }
}

async function withSource<T>(opening: Promise<DataSource>, work: (source: DataSource) => Promise<T>): Promise<T> {
  const source = await opening;
  return work(source).finally(() => source.destroy());
}

/** Only `guard` holds the lock, and changes nothing: PgBouncer and CREATE INDEX CONCURRENTLY allow that. */
async function update(
  source: DataSource,
  guard: EntityManager,
  schema: ServiceSchema,
  runtimeUser?: string,
): Promise<string[]> {
  await source.transaction((manager) => createSchema(manager, schema.name));
  await guard.query('SET LOCAL lock_timeout = 0');
  // A statement with parameters would keep its snapshot until the next one, and CREATE INDEX CONCURRENTLY would wait
  // for that for ever.
  await guard.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK}, hashtext('${schema.name}'))`);
  const lacking = await lackingMigrations(schema, source);
  await repeated(() => source.runMigrations({ transaction: 'each' }));
  await repeated(() => secureSchema(source, schema.name, runtimeUser));
  return lacking;
}

async function createSchema(manager: EntityManager, name: string): Promise<void> {
  await manager.query('SET LOCAL lock_timeout = 0');
  await manager.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await manager.query('CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public');
  await manager.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
}

/** Repeats a step whose table others held locked for too long. */
async function repeated<T>(step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      if (tries === LOCK_TRIES || !LOCK_FAULTS.has(sqlStateOf(error))) throw error;
      await delay(500 + Math.random() * 1_000);
    }
  }
}
