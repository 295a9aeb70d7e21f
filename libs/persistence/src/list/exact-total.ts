import { createHash } from 'node:crypto';
import type { Reader } from '../db.js';
import { statement, type Statement } from '../connection/statement.js';
import type { Condition, Conditions } from './conditions.js';
import { indexed } from '../schema/text-sql.js';
import { type RowCounts, rowCountTable } from './row-counts.js';

/** A table that holds the number of rows per combination of these columns. */
export interface Counter {
  readonly table: string;
  readonly rows: string;
  readonly columns: readonly string[];
  /** It knows the rows with one value of this column. */
  readonly lookup?: string;
}

/** The rows of a list and their counters. Tables are named with their schema. */
export interface Countable {
  readonly table: string;
  readonly counters?: readonly Counter[];
  /** Statements with more values are rare and of many kinds, so they are not prepared, but for lookups. */
  readonly preparedValues: number;
  /** Few rows share a value of these columns, so one plan finds any of them. */
  readonly lookups?: readonly string[];
}

export const counterOf = (schema: string, counts: RowCounts): Counter => ({
  table: `${schema}.${rowCountTable(counts)}`,
  rows: 'rows',
  columns: ['account_id', 'date_deleted', ...Object.keys(counts.columns)],
  lookup: counts.lookup,
});

/** The best plan of these conditions depends on the value. */
const PLANNED_FOR_VALUES = / LIKE | IN \(SELECT /;

/** Conditions like a brand's need another plan for a rare value than for a common one. */
export const hasOnePlan = ({ lookups = [] }: Countable, where: Conditions): boolean =>
  !PLANNED_FOR_VALUES.test(`${where}`) &&
  where.all.every(({ column, values }) => !values.length || column === 'account_id' || lookups.includes(column));

export const isPrepared = (list: Countable, where: Conditions): boolean =>
  hasOnePlan(list, where) || (where.values.length <= list.preparedValues && !PLANNED_FOR_VALUES.test(`${where}`));

export const prepared = (text: string): Statement =>
  statement(`list_${createHash('md5').update(text).digest('hex')}`, text);

const listStatement = (list: Countable, where: Conditions, text: string): Statement =>
  isPrepared(list, where) ? prepared(text) : statement('', text);

const FEW = 50_000;
/** Complements hold because none of these columns is ever null. */
const COMPLEMENTS: Readonly<Record<string, string>> = { '>= ?': '< ?', '> ?': '<= ?', '<= ?': '> ?', '< ?': '>= ?' };

interface Knowing {
  readonly counter: Counter;
  /** The one bound of a date that the counter does not know. */
  readonly bound?: Condition;
}

/** One bound of a date may be besides. */
function knowing({ counters = [] }: Countable, where: Conditions): Knowing | undefined {
  for (const counter of counters) {
    const [bound, ...others] = unknownTo(counter, where);
    if (!others.length && (!bound || bound.test in COMPLEMENTS)) return { counter, bound };
  }
  return undefined;
}

/** A counter for lookups knows nothing unless one value is asked for that it counts. */
function unknownTo({ columns, lookup }: Counter, { all, alias }: Conditions): readonly Condition[] {
  const isLookedUp = !lookup || all.some(({ sql }) => sql === indexed(`${alias}.${lookup}`));
  return isLookedUp ? all.filter(({ column }) => !columns.includes(column)) : all;
}

export const isKnown = (list: Countable, where: Conditions): boolean => knowing(list, where) !== undefined;

/** Tells whether a counter knows the total by itself. */
export function isSummed(list: Countable, where: Conditions): boolean {
  const known = knowing(list, where);
  return known !== undefined && !known.bound;
}

export async function exactTotal(reader: Reader, list: Countable, where: Conditions): Promise<number> {
  const { counter, bound } = knowing(list, where) ?? {};
  if (counter && bound) return splitTotal(reader, list, where, counter, bound);
  const text = counter ? `SELECT ${summed(counter, where)} AS total` : counted(list, where);
  const [found] = await reader.query<{ total: number }>(listStatement(list, where, text), where.values);
  return found?.total ?? 0;
}

const summed = ({ rows, table }: Counter, where: Conditions): string =>
  `(SELECT COALESCE(sum(${rows}), 0)::bigint FROM ${table} ${where.alias} WHERE ${where})`;

/** Counts members without their rows: an index has every column that the conditions need. */
function counted({ table }: Countable, where: Conditions): string {
  const only = where.onMembers();
  if (!only) return `SELECT count(*) AS total FROM ${table} ${where.alias} WHERE ${where}`;
  const { key, table: members } = only.members;
  return `SELECT count(DISTINCT ${where.alias}.${key}) AS total FROM ${members} ${where.alias} WHERE ${only.where}`;
}

/** Counts the later side of a date first: it is usually the shorter one. */
async function splitTotal(
  reader: Reader,
  list: Countable,
  where: Conditions,
  counter: Counter,
  bound: Condition,
): Promise<number> {
  const others = where.without(bound);
  const values = [...others.values, ...bound.values];
  const count = (test = '', limit: number | 'ALL' = 'ALL') =>
    `(SELECT count(*) FROM (SELECT FROM ${list.table} ${where.alias}
      WHERE ${others} AND ${where.alias}.${bound.column} ${test.replace('?', `$${values.length}`)}
      LIMIT ${limit}) part)`;
  const ask = async (later: string, whole: string) => {
    const text = `SELECT ${later} AS part, ${whole} AS whole`;
    const [found] = await reader.query<{ part: number; whole: number }>(listStatement(list, where, text), values);
    return found ?? { part: 0, whole: 0 };
  };
  const [whole, complement] = [summed(counter, others), COMPLEMENTS[bound.test]];
  if (bound.test.startsWith('>')) {
    const later = await ask(count(bound.test, FEW), '0');
    if (later.part < FEW) return later.part;
    const earlier = await ask(count(complement), whole);
    return earlier.whole - earlier.part;
  }
  const later = await ask(count(complement, FEW), whole);
  return later.part < FEW ? later.whole - later.part : (await ask(count(bound.test), '0')).part;
}
