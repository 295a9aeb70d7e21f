import type { Caller } from '@stockbook/contracts';
import { type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';

/** Narrows a query to the channel groups that the caller is limited to; records of group 0 belong to all. */
export function visibleTo<R extends ObjectLiteral>(
  caller: Caller,
  query: SelectQueryBuilder<R>,
): SelectQueryBuilder<R> {
  const { mainAlias } = query.expressionMap;
  const groups = caller.channel_group_ids;
  if (!groups || !mainAlias?.metadata.findColumnWithPropertyName('channel_group_id')) return query;
  return query.andWhere(`${query.alias}.channel_group_id IN (:...visible_groups)`, { visible_groups: [0, ...groups] });
}

/** Whether a caller may touch a record of this channel group. */
export const maySee = (caller: Caller, channel_group_id: number): boolean =>
  !caller.channel_group_ids || channel_group_id === 0 || caller.channel_group_ids.includes(channel_group_id);
