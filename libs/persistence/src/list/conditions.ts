import type { Caller } from '@stockbook/contracts';
import type { TextSql } from '../schema/text-sql.js';
import { scopeCondition, type ScopeColumn, visibleIds } from '../scope.js';

/** A table whose rows name a listed row by `key` and copy `columns` of it. */
export interface Members {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
}

export interface Condition {
  readonly column: string;
  /** The SQL after the column, `>= ?`; empty if the SQL is an expression. */
  readonly test: string;
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly members?: Members & { readonly sql: string };
  readonly texts?: readonly string[];
}
type Value = readonly [] | readonly [unknown];

/** No template tag: each condition knows its column, which decides whether the row counts apply. */
export class Conditions {
  private constructor(
    readonly alias: string,
    readonly all: Condition[],
  ) {}

  static of({ account_id }: Caller, alias: string): Conditions {
    return new Conditions(alias, []).add('account_id', '= ?', account_id);
  }

  /** Adds a condition: `add('customer_id', '= ?', 7)`, or `add('date_deleted', 'IS NULL')`. */
  add(column: string, test: string, ...values: Value): this {
    this.all.push({ column, test, sql: `${this.alias}.${column} ${test}`, values });
    return this;
  }

  /** Adds an expression on one column: `addSql('name', text.contains('item.name', '?'), 'lamp')`. */
  addSql(column: string, sql: string, ...values: Value): this {
    this.all.push({ column, test: '', sql, values });
    return this;
  }

  /** Ignores case and diacritics: `addPart('name', text, ['item.name'], 'lamp')`. */
  addPart(column: string, text: TextSql, columns: readonly string[], value: string): this {
    const sql = `(${columns.map((each) => text.contains(each, '?')).join(' OR ')})`;
    this.all.push({ column, test: '', sql, values: [value], texts: columns.map((each) => text.searched(each)) });
    return this;
  }

  /** Adds a condition on members: `addMembers(ITEM_CATEGORY, 'category_id', '= ?', 7)`. */
  addMembers({ table, key, columns }: Members, column: string, test: string, value: unknown): this {
    const sql = `${this.alias}.${key} IN (SELECT ${key} FROM ${table} WHERE account_id = $1 AND ${column} ${test})`;
    const members = { table, key, columns, sql: `${this.alias}.${column} ${test}` };
    this.all.push({ column: key, test: '', sql, values: [value], members });
    return this;
  }

  addScope(caller: Caller, column: ScopeColumn): this {
    const ids = visibleIds(caller, column);
    return ids ? this.addSql(column, scopeCondition(`${this.alias}.${column}`, '?'), ids) : this;
  }

  without(condition: Condition): Conditions {
    return this.replacing((each) => (each === condition ? [] : [each]));
  }

  and(others: readonly Condition[]): Conditions {
    return new Conditions(this.alias, [...this.all, ...others]);
  }

  replacing(others: (condition: Condition) => readonly Condition[]): Conditions {
    return new Conditions(this.alias, this.all.flatMap(others));
  }

  /** Returns these conditions on the only members table; undefined if it lacks a column. */
  onMembers(): { readonly members: Members; readonly where: Conditions } | undefined {
    const [only, ...others] = this.all.flatMap(({ members }) => members ?? []);
    if (!only || others.length) return undefined;
    if (!this.all.every(({ column, members }) => members || only.columns.includes(column))) return undefined;
    const all = this.all.map((each) => (each.members ? { ...each, sql: only.sql } : each));
    return { members: only, where: new Conditions(this.alias, all) };
  }

  /** Returns the values in the order of `$1`, `$2`, ...; `$1` is the account. */
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
