import { gauge } from '@stockbook/process';
import { statement } from './connection/statement.js';
import type { Db } from './db.js';
import { MIGRATION_TABLE } from './schema/data-source.js';

const version = gauge('stockbook_schema_version', 'Migrations that the schema has', 'service');
const used = gauge(
  'stockbook_sequence_used_ratio',
  'Share of the ids of a sequence that is used',
  'service',
  'sequence',
);

/** Ids are numbers in the code, so a sequence of 64 bits ends at 2^53. */
const LAST_ID = Number.MAX_SAFE_INTEGER;

export async function measureSchema(db: Db): Promise<void> {
  const { schema: service } = db;
  const [schema] = await db.query<{ migrations: number }>(
    statement('measure_schema', `SELECT count(*) AS migrations FROM ${service}.${MIGRATION_TABLE}`),
    [],
  );
  const sequences = await db.query<{ sequence: string; ratio: number }>(
    statement(
      'measure_sequences',
      `SELECT sequencename AS sequence, coalesce(last_value, 0) / least(max_value, ${LAST_ID})::float8 AS ratio
       FROM pg_sequences WHERE schemaname = $1`,
    ),
    [service],
  );
  version.set({ service }, schema?.migrations ?? 0);
  for (const { sequence, ratio } of sequences) used.set({ service, sequence }, ratio);
}
