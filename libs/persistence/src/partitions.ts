import { statement } from './connection/statement.js';
import type { Db } from './db.js';

/** This many days ahead have a partition. Rows without one go to the default partition. */
const DAYS_AHEAD = 3;
/** One run deletes at most this many rows of the default partition. */
const BATCH = 10_000;
/** A change of the table waits this briefly, because every later query of it waits behind. The job comes again. */
const LOCK_MS = 250;

/** A table with a partition for each day. Days are of UTC, and expire as a whole. */
export interface PartitionedTable {
  readonly name: string;
  /** The column that decides on the day: a time, or a UUID of version 7, which begins with its time. */
  readonly key: string;
  readonly type: 'timestamptz' | 'uuid';
  /** The column with the time at which a row was written, by which rows of the default partition expire. */
  readonly dated: string;
  /** Counts the kept days before today, without those on which the service did not run. */
  readonly keptDays: number;
}

export const firstKeyOf = ({ type }: Pick<PartitionedTable, 'type'>, day: string): string => {
  const midnight = `(${day})::timestamp AT TIME ZONE 'UTC'`;
  if (type === 'timestamptz') return `(${midnight})`;
  return `(lpad(to_hex((extract(epoch FROM ${midnight}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
};

export const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

const functionName = (verb: 'create' | 'drop', { name }: PartitionedTable): string => `${verb}_${name}_partitions`;

/** The service's user may own no table, so these functions run with the rights of the one who migrates. */
const definerFunction = (name: string, returns: string, declarations: string, body: string): string =>
  `CREATE FUNCTION ${name}() RETURNS ${returns} LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog SET lock_timeout = ${LOCK_MS} AS $$
   DECLARE ${declarations};
   BEGIN
     ${body}
   END $$`;

/** Adds partitions of the next days, a default one, and the functions that keep them. */
export function partitionsOf(schema: string, table: PartitionedTable): string[] {
  const { name, key, dated, keptDays } = table;
  const parent = `${schema}.${name}`;
  const [first, next] = [firstKeyOf(table, 'day'), firstKeyOf(table, 'day + 1')];
  // The table is attached, which locks its parent for no query, unlike CREATE TABLE ... PARTITION OF.
  const create = definerFunction(
    `${schema}.${functionName('create', table)}`,
    'void',
    'day date; partition text',
    `PERFORM pg_advisory_xact_lock(hashtext('${parent}'));
     FOR ahead IN 0..${DAYS_AHEAD} LOOP
       day := ${TODAY} + ahead;
       partition := '${name}_' || to_char(day, 'YYYYMMDD');
       CONTINUE WHEN to_regclass('${schema}.' || partition) IS NOT NULL;
       CONTINUE WHEN EXISTS (SELECT FROM ${parent}_other WHERE ${key} >= ${first} AND ${key} < ${next});
       EXECUTE format('CREATE TABLE ${schema}.%I (LIKE ${parent} INCLUDING DEFAULTS)', partition);
       EXECUTE format(
         'ALTER TABLE ${parent} ATTACH PARTITION ${schema}.%I FOR VALUES FROM (%L) TO (%L)',
         partition, ${first}, ${next}
       );
     END LOOP;`,
  );
  const drop = definerFunction(
    `${schema}.${functionName('drop', table)}`,
    'boolean',
    'old regclass; deleted int',
    `FOR old IN
       SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = '${parent}'::regclass AND relname ~ '_\\d{8}$'
         AND right(relname, 8) <= to_char(${TODAY}, 'YYYYMMDD')
       ORDER BY right(relname, 8) DESC OFFSET ${keptDays + 1}
     LOOP
       EXECUTE 'DROP TABLE ' || old;
     END LOOP;
     DELETE FROM ${parent}_other WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${parent}_other WHERE ${dated} < now() - interval '${keptDays + 1} days' LIMIT ${BATCH}
     ));
     GET DIAGNOSTICS deleted = ROW_COUNT;
     RETURN deleted = ${BATCH};`,
  );
  const other = `CREATE TABLE ${parent}_other PARTITION OF ${parent} DEFAULT`;
  return [other, create, drop, `SELECT ${schema}.${functionName('create', table)}()`];
}

/** Makes the partitions of today and the next days, but for days of which the default partition has rows. */
export async function createPartitions(db: Db, tables: readonly PartitionedTable[]): Promise<void> {
  for (const table of tables) {
    const name = functionName('create', table);
    await db.query(statement(name, `SELECT ${db.schema}.${name}()`), []);
  }
}

/** Drops partitions that have expired. Returns whether default partitions may have more rows that have. */
export async function dropPartitions(db: Db, tables: readonly PartitionedTable[]): Promise<boolean> {
  let isMore = false;
  for (const table of tables) {
    const name = functionName('drop', table);
    const [row] = await db.query<{ is_more: boolean }>(statement(name, `SELECT ${db.schema}.${name}() AS is_more`), []);
    isMore = row?.is_more === true || isMore;
  }
  return isMore;
}
