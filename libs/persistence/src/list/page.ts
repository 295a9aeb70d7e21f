import type { PageRequest } from '@stockbook/contracts';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

interface ListRequest extends PageRequest {
  sort?: string;
  filter_deleted?: boolean;
}

/** The page that a list request asks for, as LIMIT and OFFSET. */
export const windowOf = ({ page = 1, limit = 20 }: PageRequest): { limit: number; offset: number } => ({
  limit,
  offset: (page - 1) * limit,
});

/**
 * The page that the request asks for and the exact number of all results. Sorted by the column named for the sort key, by id
 * unless told; the id is always the tie-breaker, so pages never overlap.
 */
export async function pageOf<R extends ObjectLiteral, Q extends ListRequest>(
  query: SelectQueryBuilder<R>,
  request: Q,
  id: string & keyof R,
  columns: Record<NonNullable<Q['sort']>, string>,
): Promise<[R[], number]> {
  const { sort, order = 'DESC' } = request;
  const { limit, offset } = windowOf(request);
  const byKey: Record<string, string> = columns;
  if (request.filter_deleted) query.withDeleted();
  const total = query.clone().getCount();
  if (sort && byKey[sort]) query.orderBy(byKey[sort], order);
  const page = query.addOrderBy(`${query.alias}.${id}`, order).limit(limit).offset(offset).getMany();
  return Promise.all([page, total]);
}

/** The `deleted` flag that records carry when the request asked for deleted ones too. */
export const deletedFlag = (
  { filter_deleted }: { filter_deleted?: boolean },
  { date_deleted }: { date_deleted: Date | null },
): { deleted?: boolean } => (filter_deleted ? { deleted: date_deleted !== null } : {});
