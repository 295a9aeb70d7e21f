import { Pool, type QueryConfig } from 'pg';

export async function statementRate(
  database: Pool,
  connections: number,
  seconds: number,
  statementOf: (n: number) => QueryConfig,
): Promise<{ readonly count: number; readonly perSecond: number }> {
  const pool = new Pool({ connectionString: database.options.connectionString, max: connections });
  const start = performance.now();
  let count = 0;
  const client = async () => {
    while (performance.now() - start < seconds * 1_000) await pool.query(statementOf(++count));
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
    return { count, perSecond: (count * 1_000) / (performance.now() - start) };
  } finally {
    await pool.end();
  }
}
