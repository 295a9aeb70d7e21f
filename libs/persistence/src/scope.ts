import { type Caller, type Fault, noReference } from '@stockbook/contracts';
import type { SelectQueryBuilder } from 'typeorm';
import type { OwnedRow } from './schema/columns.js';

/** A limited user also sees records of all groups (0) and orders of the own channels, but changes neither. */
export type ScopeColumn = 'channel_group_id' | 'channel_id';
export type Scoped = { readonly channel_group_id: number } | { readonly channel_id: number };

/** Null ids stand for all. */
export type Scope = Pick<Caller, 'channel_group_ids' | 'channel_ids'>;

export const isScoped = (record: object): record is Scoped => 'channel_group_id' in record || 'channel_id' in record;

export const isLimited = ({ channel_group_ids }: Caller): boolean => channel_group_ids !== null;

/** Returns the ids in a scope column that the caller sees; null for all. */
export const visibleIds = ({ channel_group_ids, channel_ids }: Scope, column: ScopeColumn): readonly number[] | null =>
  column === 'channel_id' ? channel_ids : channel_group_ids && [0, ...channel_group_ids];

export function maySee(caller: Scope, record: Scoped): boolean {
  const [column, id] =
    'channel_group_id' in record
      ? (['channel_group_id', record.channel_group_id] as const)
      : (['channel_id', record.channel_id] as const);
  return visibleIds(caller, column)?.includes(id) ?? true;
}

export const scopeCondition = (column: string, ids: string): string => `${column} = ANY (${ids}::bigint[])`;

/** The groups are ids as SQL, not `visibleIds`. */
export const groupCondition = (column: string, groups: string): string => scopeCondition(column, `0 || ${groups}`);

/** It is not true for null ids. */
export const hiddenColumn = (column: string, ids: string): string => `NOT ${scopeCondition(column, ids)} AS hidden`;

export function visibleTo<R extends OwnedRow>(caller: Caller, query: SelectQueryBuilder<R>): SelectQueryBuilder<R> {
  const row = query.expressionMap.mainAlias?.metadata;
  const columns: readonly ScopeColumn[] = ['channel_group_id', 'channel_id'];
  const column = columns.find((name) => row?.findColumnWithPropertyName(name));
  const ids = column && visibleIds(caller, column);
  return ids ? query.andWhere(scopeCondition(`${query.alias}.${column}`, ':visible_ids'), { visible_ids: ids }) : query;
}

/** `what` names the record: `brand 7`. */
export function changeFaults(caller: Caller, record: object, what: string): Fault[] {
  if (!isLimited(caller) || !('channel_group_id' in record) || record.channel_group_id !== 0) return [];
  const message = `You may not change ${what}: it belongs to all channel groups, and you are limited to some.`;
  return [{ code: 'forbidden', message }];
}

export const mayChange = (caller: Caller, record: Scoped): boolean =>
  maySee(caller, record) && !changeFaults(caller, record, '').length;

/** Returns why the caller may not put a record into this channel group; 0 means all groups. */
export function placementFaults(caller: Caller, channel_group_id: number): Fault[] {
  if (!isLimited(caller)) return [];
  if (!maySee(caller, { channel_group_id }))
    return [noReference('channel_group_id', 'channel group', channel_group_id)];
  if (channel_group_id) return [];
  const message =
    `channel_group_id must be one of your channel groups (${caller.channel_group_ids?.join(', ')}), ` + 'not 0.';
  return [{ code: 'forbidden', field: 'channel_group_id', message }];
}
