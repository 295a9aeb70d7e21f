import type { Event } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { Consumes, events, type ServiceDefinition } from '@stockbook/service';
import { Injectable, Module } from '@nestjs/common';
import { integrationService } from '@stockbook/integration';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const write = statement(
  'write_facts',
  `INSERT INTO integration.fact_log (account_id, event_id, name)
   SELECT * FROM unnest($1::int[], $2::uuid[], $3::text[])`,
);

/** A consumer-only feature: records every fact of every service. */
@Injectable()
class FactLog {
  @Consumes(...events)
  async record(seen: readonly Event[], tx: Tx): Promise<void> {
    await tx.query(write, [
      seen.map(({ account_id }) => account_id),
      seen.map(({ event_id }) => event_id),
      seen.map(({ name }) => name),
    ]);
  }
}

@Module({ providers: [FactLog] })
class FactLogModule {}

class CreateFactLog1999999999999 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE integration.fact_log (
         account_id int NOT NULL, event_id uuid NOT NULL, name text NOT NULL, PRIMARY KEY (account_id, event_id)
       )`,
    );
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE integration.fact_log');
  }
}

export const integrationWithFactLog: ServiceDefinition = {
  ...integrationService,
  modules: [...integrationService.modules, FactLogModule],
  migrations: [...integrationService.migrations, CreateFactLog1999999999999],
};
