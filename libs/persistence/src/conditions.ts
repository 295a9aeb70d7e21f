import type { Caller } from '@stockbook/contracts';
import { createHash } from 'node:crypto';
import { scopeCondition, type ScopeColumn, visibleIds } from './scope.js';
import { statement, type Statement } from './statement.js';

/** The conditions of a list, as far as a request gives some, and their values in the order of `$1`, `$2`, ... */
export class Conditions {
  private readonly all: string[] = [];
  readonly values: unknown[] = [];

  /** Each `?` of the condition stands for the value. */
  add(condition: string, value: unknown): void {
    this.values.push(value);
    this.all.push(condition.replaceAll('?', () => `$${this.values.length}`));
  }

  /** Narrows rows by the scope column of `alias` to those that the caller sees. */
  addScope(caller: Caller, alias: string, column: ScopeColumn): void {
    const ids = visibleIds(caller, column);
    if (ids) this.add(scopeCondition(`${alias}.${column}`, '?'), ids);
  }

  /** A condition without a value. */
  addPlain(condition: string): void {
    this.all.push(condition);
  }

  toString(): string {
    return this.all.join(' AND ');
  }
}

/**
 * A statement of a list. It is named, and so prepared once per connection, if it has no more values than told: what has more filters
 * is rare and of many kinds, and the best plan for a part of a text depends on that part.
 */
export function listStatement({ values }: Pick<Conditions, 'values'>, text: string, mostValues = 1): Statement {
  const isHot = values.length <= mostValues && !text.includes(' LIKE ');
  return statement(isHot ? `list_${createHash('md5').update(text).digest('hex')}` : '', text);
}

/** Whether a request gives nothing but what is named. An empty filter is none. */
export const givesOnly = (input: object, names: ReadonlySet<string>): boolean =>
  Object.entries(input).every(
    ([name, value]) =>
      value === undefined || value === '' || (value === 0 && name.startsWith('filter_')) || names.has(name),
  );
