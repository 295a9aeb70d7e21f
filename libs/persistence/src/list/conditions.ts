import type { Caller } from '@stockbook/contracts';
import { scopeCondition, type ScopeColumn, visibleIds } from '../scope.js';

/** A table of members: rows that each name a listed row by `key`, and copy these columns of it. */
export interface Members {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
}

/** A condition on one column; each `?` of its SQL stands for its value, if it has one. */
export interface Condition {
  readonly column: string;
  /** What follows the column: `>= ?`. Empty if the SQL is an expression. */
  readonly test: string;
  readonly sql: string;
  readonly values: readonly unknown[];
  /** The members that the listed rows must have, and the condition on these. */
  readonly members?: Members & { readonly sql: string };
}
type Value = readonly [] | readonly [unknown];

/**
 * The conditions of a list, as far as a request gives some. Composed here and by no template tag: a condition knows its column,
 * which decides whether row counts answer for the list.
 */
export class Conditions {
  private constructor(
    readonly alias: string,
    readonly all: Condition[],
  ) {}

  /** The account's rows; `alias` is the name of the table, or of another table with the same columns in its place. */
  static of({ account_id }: Caller, alias: string): Conditions {
    return new Conditions(alias, []).add('account_id', '= ?', account_id);
  }

  /** `add('customer_id', '= ?', 7)`, or `add('date_deleted', 'IS NULL')`. */
  add(column: string, test: string, ...values: Value): this {
    this.all.push({ column, test, sql: `${this.alias}.${column} ${test}`, values });
    return this;
  }

  /** An expression on a column: `addSql('name', text.contains('item.name', '?'), 'lamp')`. */
  addSql(column: string, sql: string, ...values: Value): this {
    this.all.push({ column, test: '', sql, values });
    return this;
  }

  /** Narrows the rows to those that have such a member: `addMembers(ITEM_CATEGORY, 'category_id', '= ?', 7)`. */
  addMembers({ table, key, columns }: Members, column: string, test: string, value: unknown): this {
    const sql = `${this.alias}.${key} IN (SELECT ${key} FROM ${table} WHERE account_id = $1 AND ${column} ${test})`;
    const members = { table, key, columns, sql: `${this.alias}.${column} ${test}` };
    this.all.push({ column: key, test: '', sql, values: [value], members });
    return this;
  }

  /** Narrows the rows to those that the caller sees. */
  addScope(caller: Caller, column: ScopeColumn): this {
    const ids = visibleIds(caller, column);
    return ids ? this.addSql(column, scopeCondition(`${this.alias}.${column}`, '?'), ids) : this;
  }

  /** The same conditions but one. */
  without(condition: Condition): Conditions {
    const others = this.all.filter((each) => each !== condition);
    return new Conditions(this.alias, others);
  }

  /** The only members that the rows must have, and the same conditions on these, if they can answer them all. */
  onMembers(): { readonly members: Members; readonly where: Conditions } | undefined {
    const [only, ...others] = this.all.flatMap(({ members }) => members ?? []);
    if (!only || others.length) return undefined;
    if (!this.all.every(({ column, members }) => members || only.columns.includes(column))) return undefined;
    const all = this.all.map((each) => (each.members ? { ...each, sql: only.sql } : each));
    return { members: only, where: new Conditions(this.alias, all) };
  }

  /** In the order of `$1`, `$2`, ...; `$1` is the account. */
  get values(): unknown[] {
    return this.all.flatMap(({ values }) => values);
  }

  toString(): string {
    let place = 0;
    return this.all
      .map(({ sql, values }) => {
        place += values.length;
        return sql.replaceAll('?', () => `$${place}`);
      })
      .join(' AND ');
  }
}
