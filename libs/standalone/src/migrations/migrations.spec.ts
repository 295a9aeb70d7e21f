import { services } from '@stockbook/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { definitions } from '../definitions.js';
import { contractingStatements } from './expanding.fixture.js';

/** A migration that removes or narrows something names the release since which nothing uses it. */
type Migration = MigrationInterface & { readonly contracts?: string };

async function statementsOf(migration: Migration): Promise<string[]> {
  const statements: string[] = [];
  const recorder = { query: async (sql: string) => void statements.push(sql) };
  await migration.up(recorder as unknown as QueryRunner);
  return statements;
}

test.each(services)(
  'the migrations of %s after the first only expand its schema, or name the release that allows more',
  async (service) => {
    const [, ...later] = definitions[service].migrations.map((migration): Migration => new migration());
    for (const migration of later.filter(({ contracts }) => !contracts))
      expect(contractingStatements(await statementsOf(migration))).toEqual([]);
  },
);

test.each([
  'ALTER TABLE sales.sale_order DROP COLUMN comment',
  'ALTER TABLE sales.sale_order DROP comment',
  'DROP TABLE sales.sale_order_history',
  'ALTER TABLE sales.sale_order RENAME COLUMN comment TO note',
  'ALTER TABLE sales.sale_order ALTER COLUMN order_id TYPE bigint',
  'ALTER TABLE sales.sale_order ALTER comment SET NOT NULL',
  'ALTER TABLE sales.sale_order ADD COLUMN note text NOT NULL',
  'ALTER TABLE sales.sale_order ADD COLUMN token uuid DEFAULT gen_random_uuid()',
  'ALTER TABLE sales.sale_order ADD CONSTRAINT positive CHECK (total >= 0)',
  'CREATE INDEX sale_order_note ON sales.sale_order (note)',
  'TRUNCATE sales.sale_order_history',
])('refuses %s while replicas of the release before run', (sql) => {
  expect(contractingStatements([sql])).not.toEqual([]);
});

test.each([
  'ALTER TABLE sales.sale_order ADD COLUMN note text',
  "ALTER TABLE sales.sale_order ADD COLUMN note text NOT NULL DEFAULT ''",
  "ALTER TABLE sales.sale_order ADD COLUMN note text DEFAULT '' NOT NULL",
  'ALTER TABLE sales.sale_order ALTER COLUMN comment DROP NOT NULL',
  'ALTER TABLE sales.sale_order ADD CONSTRAINT positive CHECK (total >= 0) NOT VALID',
  'CREATE INDEX CONCURRENTLY sale_order_note ON sales.sale_order (note)',
])('allows %s', (sql) => {
  expect(contractingStatements([sql])).toEqual([]);
});

test('allows an index of a table that the same migration creates', () => {
  expect(
    contractingStatements(['CREATE TABLE sales.note (id int)', 'CREATE INDEX note_id ON sales.note (id)']),
  ).toEqual([]);
});
