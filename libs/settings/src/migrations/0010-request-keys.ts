import { compactRequestKeys } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stored answers take a fifth of the space. */
export class RequestKeys1763600000010 implements MigrationInterface {
  readonly name = 'RequestKeys1763600000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of compactRequestKeys('settings')) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error('Stored answers cannot be expanded in SQL: roll forward.');
  }
}
