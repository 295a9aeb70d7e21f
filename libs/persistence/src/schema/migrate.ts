import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { CoalescingSocket } from '../connection/coalescing-socket.js';
import { secureSchema } from './row-security.js';
import { ANSWER_MS } from '../connection/statement.js';
import { WIDE_INTEGERS } from '../connection/wide-integers.js';

export interface ServiceSchema {
  readonly name: string;
  readonly rows: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
}

/** Replicas that start together migrate one after the other. */
const MIGRATION_LOCK = 7_082_016;

/** Migrations of large tables take longer. */
const UNBOUNDED = {};
/** Milliseconds; a connection that the network drops silently leaves the pool. */
const BOUNDED = { statement_timeout: 5_000, query_timeout: ANSWER_MS, keepAlive: true };

/** The pool of a service; waiting for a connection fails after 1 s. */
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
    // Pipelined: `Tx.send` and the commit behind it do not wait for an answer.
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

/** Updates role, tables and row security. Safe at every start and from several replicas at once. */
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
