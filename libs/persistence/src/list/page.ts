import type { Page, RecordPageRequest } from '@stockbook/contracts';

export const windowOf = ({ page = 1, limit = 20, after_id }: RecordPageRequest): { limit: number; offset: number } => ({
  limit,
  offset: after_id === undefined ? (page - 1) * limit : 0,
});

/** It stands for a total that the request does not want; the answer leaves it out. */
export const UNCOUNTED = 0;

/** Makes the SQL that follows the id's column where a list goes on behind a record. */
export const behind = ({ order = 'DESC' }: RecordPageRequest, value: string): string =>
  `${order === 'ASC' ? '>' : '<'} ${value}`;

/** Returns the id behind which a page begins, for a statement that always compares it. */
export const startOf = ({ order = 'DESC', after_id }: RecordPageRequest): number =>
  after_id || (order === 'ASC' ? 0 : Number.MAX_SAFE_INTEGER);

/** Counts the first records of a page that fit into its bytes; at least one. */
export function fittingCount(sizes: readonly number[], most: number): number {
  let bytes = 0;
  const end = sizes.findIndex((size) => (bytes += size) > most);
  return end < 0 ? sizes.length : Math.max(1, end);
}

/** Tells that a page is cut, or its total; empty if both are whole. */
export type Cut = Partial<Pick<Page, 'truncated' | 'next_page' | 'next_limit' | 'total_is_minimum'>>;

/** The next page begins behind the last id, or has a limit that divides the number of records before. */
export function cutAfter(request: RecordPageRequest, shown: number): Cut {
  if (request.after_id !== undefined) return { truncated: true };
  const { limit, offset } = windowOf(request);
  const before = offset + shown;
  let next_limit = Math.min(limit, before);
  while (before % next_limit) next_limit--;
  return { truncated: true, next_page: before / next_limit + 1, next_limit };
}

/** `deleted` is shown when the request asks for deleted records too. */
export const recordMarks = (
  { filter_deleted }: { filter_deleted?: boolean },
  { date_deleted, version }: { date_deleted: Date | null; version: number },
): { revision: number; deleted?: boolean } => ({
  revision: version,
  ...(filter_deleted && { deleted: date_deleted !== null }),
});
