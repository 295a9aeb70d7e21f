import { CONFIGURATION_COLUMNS, RECORD_COLUMNS } from '@stockbook/persistence';
import { kernelTables } from '@stockbook/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EXTENSIONS } from './extensions.js';
import { PROMOTIONS } from './promotions.js';
import { webhookTables } from './webhook-tables.js';

/** Creates sales channels, promotions, extensions and webhooks. */
export class Initial1764000000000 implements MigrationInterface {
  readonly name = 'Initial1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...kernelTables('integration'), CHANNEL, ...EXTENSIONS, ...PROMOTIONS, ...webhookTables])
      await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error('The first migration is undone by dropping the schema.');
  }
}

const CHANNEL = `CREATE TABLE integration.channel (
     ${RECORD_COLUMNS},
     channel_id bigserial NOT NULL,
     type text NOT NULL,
     name text NOT NULL,
     ${CONFIGURATION_COLUMNS},
     status int NOT NULL DEFAULT 1,
     date_active timestamptz,
     PRIMARY KEY (account_id, channel_id)
   )`;
