import type { Page, PageRequest } from '@stockbook/contracts';

export const windowOf = ({ page = 1, limit = 20 }: PageRequest): { limit: number; offset: number } => ({
  limit,
  offset: (page - 1) * limit,
});

/** How many of the first records of a page fit into its bytes; at least one. */
export function fittingCount(sizes: readonly number[], most: number): number {
  let bytes = 0;
  const end = sizes.findIndex((size) => (bytes += size) > most);
  return end < 0 ? sizes.length : Math.max(1, end);
}

/** What a list answers of a page that is cut, or whose total is; empty: both are whole. */
export type Cut = Partial<Pick<Page, 'truncated' | 'next_page' | 'next_limit' | 'total_is_minimum'>>;

/** A page that ends behind its first `shown` records. The next one begins there: its limit divides the number of records before. */
export function cutAfter(request: PageRequest, shown: number): Cut {
  const { limit, offset } = windowOf(request);
  const before = offset + shown;
  let next_limit = Math.min(limit, before);
  while (before % next_limit) next_limit--;
  return { truncated: true, next_page: before / next_limit + 1, next_limit };
}

/** Records carry `deleted` only when the request asks for deleted ones too. */
export const deletedFlag = (
  { filter_deleted }: { filter_deleted?: boolean },
  { date_deleted }: { date_deleted: Date | null },
): { deleted?: boolean } => (filter_deleted ? { deleted: date_deleted !== null } : {});
