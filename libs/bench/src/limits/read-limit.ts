import { Pool } from 'pg';

/** A prepared statement, and the values of its runs, taken in turn. */
export interface PlainRead {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (readonly unknown[])[];
}

/** Answers a second that PostgreSQL gives to one plain statement from so many connections. */
export async function readLimit(
  database: Pool,
  read: PlainRead,
  connections: number,
  seconds: number,
): Promise<number> {
  const { name, text, values } = read;
  const pool = new Pool({ connectionString: database.options.connectionString, max: connections });
  const start = performance.now();
  let answers = 0;
  const client = async () => {
    while (performance.now() - start < seconds * 1_000)
      await pool.query({ name, text, values: [...(values[answers++ % values.length] ?? [])] });
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
    return (answers * 1_000) / (performance.now() - start);
  } finally {
    await pool.end();
  }
}
