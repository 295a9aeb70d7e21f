import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
// The package exports this file, but not by its index.
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

function driverOf({ driver }: DataSource): PostgresDriver {
  if (driver instanceof PostgresDriver) return driver;
  throw new Error('The data source is not PostgreSQL.');
}

export const poolOf = (source: DataSource): Pool => driverOf(source).master;

/** TypeORM's own runner takes a second connection, or a round trip to begin the transaction. */
export class OpenTransaction extends PostgresQueryRunner {
  override isTransactionActive = true;

  constructor(
    source: DataSource,
    private readonly client: PoolClient,
  ) {
    super(driverOf(source), 'master');
    this.manager = source.createEntityManager(this);
  }

  override connect(): Promise<PoolClient> {
    return Promise.resolve(this.client);
  }
}
