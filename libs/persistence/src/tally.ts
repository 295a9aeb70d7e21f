import { statement } from './statement.js';
import type { Db } from './db.js';

/**
 * How many rows a table has, by the columns that lists narrow it by: to count a million rows takes far longer than to read a
 * page of them. Triggers add what each write changes, as rows of its own, so that no write waits for another; `foldTally`
 * sums them up now and then. The sum of `rows` is exact at every moment, for what is committed is counted.
 *
 * The tally has these columns, `account_id` and `date_deleted` (null for the living, infinity for the deleted), and so a
 * list's own conditions hold in it.
 */
export interface Tally {
  /** A table with `account_id` and `date_deleted`. */
  readonly table: string;
  /** By name, with its type. None is ever null, and their values are few: a tally is as long as there are kinds of rows. */
  readonly columns: Readonly<Record<string, string>>;
}

const keyOf = ({ columns }: Tally): string[] => ['account_id', ...Object.keys(columns)];

const DELETED = "CASE WHEN date_deleted IS NOT NULL THEN 'infinity'::timestamptz END";

/** The tally of a table that has no rows yet, and the triggers that keep it. */
export function createTally(schema: string, counts: Tally): string[] {
  const { table, columns } = counts;
  const [counted, tally] = [`${schema}.${table}`, `${schema}.${table}_tally`];
  const key = keyOf(counts);
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const by = key.join(', ');
  const group = `GROUP BY ${by}, ${DELETED}`;
  const rowOf = (row: string) =>
    key.map((column) => `${row}.${column}`).join(', ') + `, ${DELETED.replace('date_deleted', `${row}.date_deleted`)}`;
  const told = (row: string) => [...key.map((column) => `${row}.${column}`), `${row}.date_deleted IS NULL`].join(', ');
  const trigger = (name: string, when: string) =>
    `CREATE TRIGGER ${table}_${name} AFTER ${when} EXECUTE FUNCTION ${schema}.tally_${table}()`;
  return [
    `CREATE TABLE ${tally} (
       account_id int NOT NULL,
       ${typed.join(', ')},
       date_deleted timestamptz,
       is_change boolean NOT NULL,
       rows bigint NOT NULL
     )`,
    `CREATE INDEX ${table}_tally_by_account ON ${tally} (account_id)`,
    `CREATE INDEX ${table}_tally_changes ON ${tally} (account_id) WHERE is_change`,
    `CREATE FUNCTION ${schema}.tally_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF TG_OP = 'INSERT' THEN
         INSERT INTO ${tally} SELECT ${by}, ${DELETED}, true, count(*) FROM written ${group};
       ELSIF TG_OP = 'DELETE' THEN
         INSERT INTO ${tally} SELECT ${by}, ${DELETED}, true, -count(*) FROM written ${group};
       ELSIF TG_OP = 'TRUNCATE' THEN
         DELETE FROM ${tally};
       ELSE
         INSERT INTO ${tally} VALUES (${rowOf('OLD')}, true, -1), (${rowOf('NEW')}, true, 1);
       END IF;
       RETURN NULL;
     END $$`,
    trigger('added', `INSERT ON ${counted} REFERENCING NEW TABLE AS written FOR EACH STATEMENT`),
    trigger('emptied', `TRUNCATE ON ${counted} FOR EACH STATEMENT`),
    trigger('removed', `DELETE ON ${counted} REFERENCING OLD TABLE AS written FOR EACH STATEMENT`),
    trigger('changed', `UPDATE ON ${counted} FOR EACH ROW WHEN ((${told('OLD')}) IS DISTINCT FROM (${told('NEW')}))`),
  ];
}

/** So many changes are summed up by one statement. */
const BATCH = 20_000;

/**
 * Sums up the changes of every account that has so many at least: to read a few costs nothing. Only one replica folds at a time; the
 * others skip. Returns whether changes are left that one statement did not take.
 */
export async function foldTally(db: Db, counts: Tally, atLeast: number): Promise<boolean> {
  const tally = `${db.schema}.${counts.table}_tally`;
  const key = keyOf(counts);
  const by = [...key, 'date_deleted'].join(', ');
  const same = key.map((column) => `sum.${column} = change.${column}`);
  const text = `WITH mine AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(hashtext('${tally}')) AS free
    ), busy AS MATERIALIZED (
      SELECT account_id FROM ${tally} WHERE is_change AND (SELECT free FROM mine) GROUP BY account_id HAVING count(*) >= $1
    ), change AS (
      DELETE FROM ${tally} WHERE ctid = ANY (ARRAY(
        SELECT part.ctid FROM busy JOIN ${tally} part USING (account_id) WHERE part.is_change LIMIT ${BATCH}
      )) RETURNING *
    ), sum AS (
      DELETE FROM ${tally} sum USING (SELECT DISTINCT ${by} FROM change) change
      WHERE NOT sum.is_change AND ${same.join(' AND ')} AND sum.date_deleted IS NOT DISTINCT FROM change.date_deleted
      RETURNING sum.*
    ), summed AS (
      INSERT INTO ${tally} SELECT ${by}, false, sum(rows) FROM (TABLE change UNION ALL TABLE sum) part
      GROUP BY ${by} HAVING sum(rows) <> 0
    )
    SELECT count(*) AS count FROM change`;
  const [folded] = await db.query<{ count: number }>(statement('', text), [atLeast]);
  return folded?.count === BATCH;
}
