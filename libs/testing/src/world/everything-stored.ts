import type { World } from './world.js';

/** These tables change by themselves: leases, jobs, and copies of other services' records. */
const ALIVE = /^lease$|^job_run$|^reference_snapshot$/;

/** Deliveries are tried again by themselves; their number stays. */
const RETRIED = /^webhook_(?:queue|health)$/;

/** A job sums up their rows: only the sum stays. */
const SUMMED = /_row_count$/;

const TABLES = `SELECT schemaname AS schema, tablename AS name, format('%I.%I', schemaname, tablename) AS path
  FROM pg_tables WHERE schemaname = ANY ($1) ORDER BY path`;

/** A user's activity is dated some time after the request. */
const ROW = "(to_jsonb(t) - 'date_active')::text";

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly path: string;
}

/** Returns the number and a digest of the rows of every table of every service. */
export async function everythingStored({ assembly }: World): Promise<Readonly<Record<string, string>>> {
  const { source } = assembly.running.settings.db;
  const tables: Table[] = await source.query(TABLES, [Object.keys(assembly.running)]);
  const digests = tables
    .filter(({ name }) => !ALIVE.test(name))
    .map(({ path, name }) => {
      if (SUMMED.test(name)) return `SELECT '${path}' AS path, coalesce(sum(rows), 0)::text AS digest FROM ${path}`;
      const digest = RETRIED.test(name) ? "''" : `md5(coalesce(string_agg(${ROW}, ' ' ORDER BY ${ROW}), ''))`;
      return `SELECT '${path}' AS path, count(*) || ' ' || ${digest} AS digest FROM ${path} t`;
    });
  const rows: { path: string; digest: string }[] = await source.query(digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ path, digest }) => [path, digest]));
}
