import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { CoalescingSocket } from '../connection/coalescing-socket.js';
import { secureSchema } from './row-security.js';
import { ANSWER_MS } from '../connection/statement.js';
import { WIDE_INTEGERS } from '../connection/wide-integers.js';

export interface ServiceSchema {
  /** The schema's name, which is the service's. */
  readonly name: string;
  readonly rows: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
}

/** A number of its own for each database-wide step, so that replicas that start together migrate one after the other. */
const MIGRATION_LOCK = 7_082_016;

/** Migrations of large tables take their time. */
const UNBOUNDED = {};
/** No statement runs longer than 5 s, and a connection that went dead without a word gives its place back. */
const BOUNDED = { statement_timeout: 5_000, query_timeout: ANSWER_MS, keepAlive: true };

/** The connections of a service to its schema; a wait for a connection ends with an error after 1 s. */
export function dataSourceFor(
  schema: ServiceSchema,
  url: string,
  poolSize: number,
  limits: object = BOUNDED,
): DataSource {
  const options: DataSourceOptions = {
    type: 'postgres',
    url,
    schema: schema.name,
    entities: [...schema.rows],
    migrations: [...schema.migrations],
    migrationsTableName: 'migration',
    poolSize,
    applicationName: `stockbook-${schema.name}`,
    connectTimeoutMS: 1_000,
    // Pipelined, what need not wait for an answer does not: `Tx.send`, and the commit behind it.
    extra: {
      types: WIDE_INTEGERS,
      idle_in_transaction_session_timeout: 60_000,
      pipeline: true,
      stream: () => new CoalescingSocket(),
      ...limits,
    },
  };
  return new DataSource(options);
}

/** Brings a service's schema up to date: role, tables, row-level security. Safe to run at every start and from several places at once. */
export async function migrate(schema: ServiceSchema, url: string): Promise<void> {
  const source = await dataSourceFor(schema, url, 2, UNBOUNDED).initialize();
  const guard = source.createQueryRunner();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await guard.query('CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public');
    await guard.query(`CREATE SCHEMA IF NOT EXISTS ${schema.name}`);
    await source.runMigrations({ transaction: 'each' });
    await secureSchema(guard, schema.name);
  } finally {
    await guard.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await guard.release();
    await source.destroy();
  }
}
