import type { PageRequest } from '@stockbook/contracts';

export const windowOf = ({ page = 1, limit = 20 }: PageRequest): { limit: number; offset: number } => ({
  limit,
  offset: (page - 1) * limit,
});

/** Records carry `deleted` only when the request asks for deleted ones too. */
export const deletedFlag = (
  { filter_deleted }: { filter_deleted?: boolean },
  { date_deleted }: { date_deleted: Date | null },
): { deleted?: boolean } => (filter_deleted ? { deleted: date_deleted !== null } : {});
