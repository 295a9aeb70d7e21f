import { statement } from '../connection/statement.js';
import type { Db } from '../db.js';
import { indexed } from '../schema/text-sql.js';

/** Triggers add each change as a row, so that no write waits for another. The sum is always exact. */
export interface RowCounts {
  /** Has `account_id` and `date_deleted`; in the counts, deleted rows have `date_deleted` infinity. */
  readonly table: string;
  /** Maps names to types. The columns are never null and have few values each, except for `lookup`. */
  readonly columns: Readonly<Record<string, string>>;
  /** A text of many values, by which the counts are looked up. Rows whose value no index holds are not counted. */
  readonly lookup?: string;
}

/** A table may have row counts of its own for a lookup. */
const countsName = ({ table, lookup }: RowCounts): string => (lookup ? `${table}_${lookup}` : table);

export const rowCountTable = (counts: RowCounts): string => `${countsName(counts)}_row_count`;

const keyColumns = ({ columns }: RowCounts): string[] => ['account_id', ...Object.keys(columns)];

const DELETED = "CASE WHEN date_deleted IS NOT NULL THEN 'infinity'::timestamptz END";

/** Creates counts for a new, empty table whose lists take far longer to count than to read a page. */
export function createRowCounts(schema: string, counts: RowCounts): string[] {
  const { table, columns, lookup } = counts;
  const name = countsName(counts);
  const [counted, kept] = [`${schema}.${table}`, `${schema}.${rowCountTable(counts)}`];
  const key = keyColumns(counts);
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const by = key.join(', ');
  const group = `GROUP BY ${by}, ${DELETED}`;
  const keyValues = (row: string) =>
    key.map((column) => `${row}.${column}`).join(', ') + `, ${DELETED.replace('date_deleted', `${row}.date_deleted`)}`;
  const countedBy = (row: string) =>
    [...key.map((column) => `${row}.${column}`), `${row}.date_deleted IS NULL`].join(', ');
  const isCounted = (row: string) => (lookup ? `WHERE ${indexed(`${row}.${lookup}`)}` : '');
  const trigger = (event: string, when: string) =>
    `CREATE TRIGGER ${name}_${event} AFTER ${when} EXECUTE FUNCTION ${schema}.count_${name}()`;
  return [
    `CREATE TABLE ${kept} (
       account_id int NOT NULL,
       ${typed.join(', ')},
       date_deleted timestamptz,
       is_change boolean NOT NULL,
       rows bigint NOT NULL
     )`,
    `CREATE INDEX ${name}_row_count_by_account ON ${kept} (${['account_id', lookup ?? []].flat().join(', ')})`,
    `CREATE INDEX ${name}_row_count_changes ON ${kept} (account_id) WHERE is_change`,
    `CREATE FUNCTION ${schema}.count_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF TG_OP = 'INSERT' THEN
         INSERT INTO ${kept} SELECT ${by}, ${DELETED}, true, count(*) FROM written ${isCounted('written')} ${group};
       ELSIF TG_OP = 'DELETE' THEN
         INSERT INTO ${kept} SELECT ${by}, ${DELETED}, true, -count(*) FROM written ${isCounted('written')} ${group};
       ELSIF TG_OP = 'TRUNCATE' THEN
         DELETE FROM ${kept};
       ELSE
         INSERT INTO ${kept} SELECT ${keyValues('OLD')}, true, -1 ${isCounted('OLD')}
         UNION ALL SELECT ${keyValues('NEW')}, true, 1 ${isCounted('NEW')};
       END IF;
       RETURN NULL;
     END $$`,
    trigger('added', `INSERT ON ${counted} REFERENCING NEW TABLE AS written FOR EACH STATEMENT`),
    trigger('emptied', `TRUNCATE ON ${counted} FOR EACH STATEMENT`),
    trigger('removed', `DELETE ON ${counted} REFERENCING OLD TABLE AS written FOR EACH STATEMENT`),
    trigger(
      'changed',
      `UPDATE ON ${counted} FOR EACH ROW WHEN ((${countedBy('OLD')}) IS DISTINCT FROM (${countedBy('NEW')}))`,
    ),
  ];
}

const BATCH = 20_000;

/** Only one replica folds at a time; the others skip. Returns whether changes are left. */
export async function foldRowCounts(db: Db, counts: RowCounts, atLeast: number): Promise<boolean> {
  const kept = `${db.schema}.${rowCountTable(counts)}`;
  const key = keyColumns(counts);
  const by = [...key, 'date_deleted'].join(', ');
  const same = key.map((column) => `sum.${column} = change.${column}`);
  const text = `WITH mine AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(hashtext('${kept}')) AS free
    ), busy AS MATERIALIZED (
      SELECT account_id FROM ${kept} WHERE is_change AND (SELECT free FROM mine) GROUP BY account_id
      HAVING count(*) >= $1
    ), change AS (
      DELETE FROM ${kept} WHERE ctid = ANY (ARRAY(
        SELECT part.ctid FROM busy JOIN ${kept} part USING (account_id) WHERE part.is_change LIMIT ${BATCH}
      )) RETURNING *
    ), sum AS (
      DELETE FROM ${kept} sum USING (SELECT DISTINCT ${by} FROM change) change
      WHERE NOT sum.is_change AND ${same.join(' AND ')} AND sum.date_deleted IS NOT DISTINCT FROM change.date_deleted
      RETURNING sum.*
    ), summed AS (
      INSERT INTO ${kept} SELECT ${by}, false, sum(rows) FROM (TABLE change UNION ALL TABLE sum) part
      GROUP BY ${by} HAVING sum(rows) <> 0
    )
    SELECT count(*) AS count FROM change`;
  const [folded] = await db.query<{ count: number }>(statement('', text), [atLeast]);
  return folded?.count === BATCH;
}
