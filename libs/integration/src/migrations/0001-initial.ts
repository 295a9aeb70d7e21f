import { kernelTables } from '@stockbook/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sales channels. */
export class Initial1763600000001 implements MigrationInterface {
  readonly name = 'Initial1763600000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [CHANNEL, ...kernelTables('integration')]) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error('The first migration is undone by dropping the schema.');
  }
}

const CHANNEL = `CREATE TABLE integration.channel (
     account_id int NOT NULL,
     version int NOT NULL DEFAULT 1,
     date_added timestamptz NOT NULL DEFAULT now(),
     date_modified timestamptz NOT NULL DEFAULT now(),
     date_deleted timestamptz,
     channel_id serial NOT NULL,
     type text NOT NULL,
     name text NOT NULL,
     configuration jsonb NOT NULL DEFAULT '{}',
     status int NOT NULL DEFAULT 1,
     date_active timestamptz,
     PRIMARY KEY (account_id, channel_id)
   )`;
