import { createTextSql, dropTextSql } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts are sorted by the Unicode root collation and searched without regard to case and diacritics. */
export class TextRules1763600000013 implements MigrationInterface {
  readonly name = 'TextRules1763600000013';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of createTextSql('settings')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of dropTextSql('settings')) await runner.query(sql);
  }
}
