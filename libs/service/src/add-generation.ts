import { generationTable } from '@stockbook/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The second migration of every service: the generation of its events, which a restore changes. */
export const addGeneration = (schema: string): new () => MigrationInterface =>
  class Generation1795392000000 {
    readonly name = 'Generation1795392000000';

    async up(runner: QueryRunner): Promise<void> {
      for (const sql of generationTable(schema)) await runner.query(sql);
    }

    async down(runner: QueryRunner): Promise<void> {
      await runner.query(`DROP TABLE ${schema}.generation`);
    }
  };
