import { deferredEvents, withoutDeferredEvents } from '@stockbook/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events that meet a locked row are tried again on their own. */
export class DeferredEvents1763600000011 implements MigrationInterface {
  readonly name = 'DeferredEvents1763600000011';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of deferredEvents('sales')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of withoutDeferredEvents('sales')) await runner.query(sql);
  }
}
