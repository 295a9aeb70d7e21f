import type { Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';

export interface Filling {
  /** The tables whose indexes are built again afterwards, which is faster than updating them row by row. */
  readonly tables: readonly string[];
  readonly steps: readonly string[];
}

export const inSteps = (count: number, size: number, sqlOf: (first: number, last: number) => string): string[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, i) => sqlOf(i * size + 1, Math.min((i + 1) * size, count)));

interface IndexRow {
  readonly name: string;
  readonly definition: string;
}

const INDEXES = `SELECT format('%I.%I', schemaname, indexname) AS name, indexdef AS definition FROM pg_indexes
  WHERE format('%I.%I', schemaname, tablename) = ANY ($1)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = format('%I.%I', schemaname, indexname)::regclass)
    AND indexdef NOT LIKE 'CREATE UNIQUE%'`;

type Step = () => Promise<unknown>;

export async function stepsOf(database: Pool, filling: Filling): Promise<Step[]> {
  return [...(await rowSteps(database, filling)), ...filling.tables.map((table) => () => vacuum(database, table))];
}

export async function rowSteps(database: Pool, { tables, steps }: Filling): Promise<Step[]> {
  const { rows: indexes } = await database.query<IndexRow>(INDEXES, [tables]);
  const create = (definition: string) =>
    `SET maintenance_work_mem = '256MB'; ${definition}; RESET maintenance_work_mem`;
  const all = [
    ...indexes.map(({ name }) => `DROP INDEX ${name}`),
    ...steps,
    ...indexes.map(({ definition }) => create(definition)),
    `ANALYZE ${tables.join(', ')}`,
  ];
  return all.map((sql) => () => database.query(sql));
}

const HIDDEN = 'SELECT relpages - relallvisible AS pages FROM pg_class WHERE oid = $1::regclass';
/** Pages that PostgreSQL has added to a table and not written yet stay hidden. */
const UNWRITTEN = 8;
const TRIES = 100;
const PAUSE_MS = 100;

/** Repeats VACUUM until all pages are marked visible, for index-only scans; older transactions delay the mark. */
async function vacuum(database: Pool, table: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await database.query(`VACUUM ANALYZE ${table}`);
    const { rows } = await database.query<{ pages: number }>(HIDDEN, [table]);
    const { pages = 0 } = rows[0] ?? {};
    if (pages <= UNWRITTEN) return;
    if (tries === TRIES) throw new Error(`${pages} pages of ${table} stay hidden from VACUUM.`);
    await delay(PAUSE_MS);
  }
}
