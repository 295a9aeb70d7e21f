import { Socket } from 'node:net';
import pg from 'pg';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { ANSWER_MS } from '../connection/statement.js';
import { WIDE_INTEGERS } from '../connection/wide-integers.js';

export interface ServiceSchema {
  readonly name: string;
  readonly rows: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
}

export const MIGRATION_TABLE = 'migration';

/** The limits are in milliseconds; a connection that the network drops silently leaves the pool. */
const BOUNDED = {
  statement_timeout: 5_000,
  query_timeout: ANSWER_MS,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
};

/** Makes the pool of a service; waiting for a connection fails after 1 s. */
export function dataSourceFor(
  schema: ServiceSchema,
  url: string,
  poolSize: number,
  limits: object = BOUNDED,
): DataSource {
  const options: DataSourceOptions = {
    type: 'postgres',
    // TypeORM would look for it among the installed packages, where a bundle has none.
    driver: pg,
    url,
    schema: schema.name,
    entities: [...schema.rows],
    migrations: [...schema.migrations],
    migrationsTableName: MIGRATION_TABLE,
    poolSize,
    applicationName: `stockbook-${schema.name}`,
    // A server that is there refuses at once; one whose cores are all in use may take its time to start a process.
    connectTimeoutMS: 3_000,
    // The connection is pipelined: `Tx.send` and the commit behind it do not wait for an answer.
    extra: { types: WIDE_INTEGERS, pipeline: true, stream: () => new CoalescingSocket(), ...limits },
  };
  return new DataSource(options);
}

type Written = (error?: Error | null) => void;

/** Sends the writes of one tick as one packet, so that a pipeline of statements wakes PostgreSQL once. */
class CoalescingSocket extends Socket {
  private isHeld = false;

  constructor() {
    super();
    // A method of this name would be lost: `connect` sets the one of Socket on each instance.
    this.once('connect', () => (this.write = this.writeWithThisTick));
  }

  private writeWithThisTick(
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | Written,
    written?: Written,
  ): boolean {
    this.holdForThisTick();
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, written);
  }

  private holdForThisTick(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    this.cork();
    process.nextTick(() => {
      this.isHeld = false;
      this.uncork();
    });
  }
}
