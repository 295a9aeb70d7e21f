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
  'ALTER TABLE sales.sale_order ADD COLUMN fee numeric(18,4) NOT NULL',
  "ALTER TABLE sales.sale_order ADD COLUMN note text DEFAULT '', ADD COLUMN fee int NOT NULL",
  'ALTER TABLE sales.sale_order ADD COLUMN fee int /* no DEFAULT */ NOT NULL',
  'ALTER TABLE sales.sale_order ADD COLUMN fee numeric(18,4) DEFAULT random()',
  'ALTER TABLE sales.sale_order ADD COLUMN token uuid DEFAULT gen_random_uuid()',
  'ALTER TABLE sales.sale_order ADD COLUMN token uuid DEFAULT public.gen_random_uuid()',
  'ALTER TABLE sales.sale_order ADD COLUMN token text DEFAULT (gen_random_uuid())::text NOT NULL',
  'ALTER TABLE sales.sale_order ADD COLUMN line_no bigserial',
  'ALTER TABLE sales.sale_order ADD COLUMN line_no int GENERATED ALWAYS AS IDENTITY',
  'ALTER TABLE sales.sale_order ADD COLUMN doubled numeric GENERATED ALWAYS AS (total * 2) STORED',
  'ALTER TABLE sales.sale_order ADD COLUMN code text UNIQUE',
  'ALTER TABLE sales.sale_order ADD COLUMN code text CHECK (length(code) < 9)',
  'ALTER TABLE sales.sale_order ALTER COLUMN comment DROP DEFAULT',
  'ALTER TABLE sales.sale_order DISABLE TRIGGER counted',
  'ALTER TABLE sales.sale_order SET SCHEMA old',
  'ALTER TABLE sales.sale_order ADD CONSTRAINT positive CHECK (total >= 0)',
  'CREATE INDEX sale_order_note ON sales.sale_order (note)',
  'CREATE UNIQUE INDEX CONCURRENTLY sale_order_note ON sales.sale_order (note)',
  'DROP INDEX sales.sale_order_note',
  'DROP INDEX CONCURRENTLY IF EXISTS sales.sale_order_note',
  'DROP TRIGGER counted ON sales.sale_order',
  'DROP POLICY runtime ON sales.sale_order',
  'DO $$ BEGIN ALTER TABLE sales.sale_order DROP COLUMN comment; END $$',
  "DO $$ BEGIN EXECUTE 'DROP TABLE sales.sale_order'; END $$",
  'TRUNCATE sales.sale_order_history',
  'DELETE FROM sales.sale_order_history',
  'WITH gone AS (DELETE FROM ONLY sales.sale_order_history RETURNING 1) SELECT count(*) FROM gone',
  'MERGE INTO sales.sale_order USING sales.customer ON true WHEN MATCHED THEN DELETE',
  'REVOKE INSERT ON sales.sale_order FROM stockbook',
  'ALTER TABLE sales.sale_order ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE sales.sale_order SET UNLOGGED',
  'ALTER TABLE sales.sale_order SET TABLESPACE slow',
  'ALTER TABLE sales.sale_order ALTER COLUMN doubled SET EXPRESSION AS (total * 3)',
  'ALTER DOMAIN sales.amount SET NOT NULL',
  'ALTER DOMAIN sales.amount ADD CHECK (VALUE > 0)',
  'VACUUM FULL sales.sale_order',
  'CLUSTER sales.sale_order USING sale_order_pkey',
  'REINDEX TABLE sales.sale_order',
  'LOCK TABLE sales.sale_order',
  "COMMENT ON TABLE sales.sale_order IS E'the order\\'s'; DROP TABLE sales.sale_order; SELECT 'x'",
  'CREATE TABLE IF NOT EXISTS sales.sale_order (id int); ALTER TABLE sales.sale_order DROP COLUMN comment',
])('refuses %s while replicas of the release before run', (sql) => {
  expect(contractingStatements([sql])).not.toEqual([]);
});

test.each([
  'ALTER TABLE sales.sale_order ADD COLUMN note text',
  "ALTER TABLE sales.sale_order ADD COLUMN note text NOT NULL DEFAULT ''",
  "ALTER TABLE sales.sale_order ADD COLUMN note text DEFAULT '' NOT NULL",
  'ALTER TABLE sales.sale_order ADD COLUMN fee numeric(18,4) NOT NULL DEFAULT 0::numeric(18,4), ADD COLUMN note text',
  'ALTER TABLE sales.sale_order ADD COLUMN noted_at timestamptz NOT NULL DEFAULT now()',
  "ALTER TABLE sales.sale_order ADD COLUMN note text NOT NULL DEFAULT 'DROP TABLE; random()'",
  "COMMENT ON COLUMN sales.sale_order.comment IS 'DROP COLUMN comes later'",
  'ALTER TABLE sales.sale_order ALTER COLUMN comment DROP NOT NULL',
  "ALTER TABLE sales.sale_order ALTER COLUMN comment SET DEFAULT 'none'",
  'ALTER TABLE sales.sale_order VALIDATE CONSTRAINT positive',
  'CREATE TRIGGER counted BEFORE DELETE ON sales.sale_order FOR EACH ROW EXECUTE FUNCTION sales.count_orders()',
  'GRANT DELETE ON sales.sale_order TO stockbook',
  'UPDATE sales.sale_order SET comment = NULL WHERE order_id < 1000',
  'REINDEX INDEX CONCURRENTLY sales.sale_order_pkey',
  'GRANT EXECUTE ON FUNCTION sales.count_orders() TO stockbook',
  'ALTER TABLE sales.sale_order ADD CONSTRAINT positive CHECK (total >= 0) NOT VALID',
])('allows %s', (sql) => {
  expect(contractingStatements([sql])).toEqual([]);
});

test('allows any change of a table that the same migration creates', () => {
  expect(
    contractingStatements([
      'CREATE TABLE sales.note (id int)',
      'CREATE UNIQUE INDEX note_id ON sales.note (id)',
      'ALTER TABLE sales.note ADD CHECK (id > 0), ALTER COLUMN id SET NOT NULL',
      'ALTER TABLE sales.note ENABLE ROW LEVEL SECURITY',
      'DELETE FROM sales.note WHERE id = 1',
    ]),
  ).toEqual([]);
});

test('allows an index that is built without a lock, after an invalid one of its name was dropped', () => {
  const [drop, create] = [
    'DROP INDEX CONCURRENTLY IF EXISTS sales.sale_order_note',
    'CREATE INDEX CONCURRENTLY sale_order_note ON sales.sale_order (note)',
  ];
  expect(contractingStatements([drop, create])).toEqual([]);
  expect(contractingStatements([create])).toEqual([
    `${create} fails once a try of it was cut off: DROP INDEX CONCURRENTLY IF EXISTS must come first`,
  ]);
  expect(contractingStatements([create, drop])).toHaveLength(2);
});
