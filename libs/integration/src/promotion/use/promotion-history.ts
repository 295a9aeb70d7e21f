import { type PromotionHistory, shownDate } from '@stockbook/contracts';
import type { Columns } from '@stockbook/persistence';

/** A recorded use as it is read. */
export type ListedUse = Omit<PromotionHistory, 'date_added' | 'deleted'> & {
  readonly date_added: Date;
  readonly date_deleted: Date | null;
};

const SHOWN = {
  promotion_history_id: 'promotion_history.promotion_history_id',
  promotion_id: 'promotion_history.promotion_id',
  customer_id: 'promotion_history.customer_id',
  order_id: 'promotion_history.order_id',
  channel_id: 'promotion_history.channel_id',
  coupon: 'promotion_history.coupon',
  // A plain statement reads NUMERIC as text.
  total: 'promotion_history.total::float8',
  over_limit: "promotion_history.message <> ''",
  message: 'promotion_history.message',
  promotion_deleted: `NOT promotion_history.counted
      OR NOT EXISTS (SELECT FROM integration.promotion WHERE promotion.account_id = promotion_history.account_id
      AND promotion.promotion_id = promotion_history.promotion_id AND promotion.date_deleted IS NULL)`,
};

export const HISTORY: Columns<ListedUse> = {
  times: ['date_added', 'date_deleted'],
  sql: {
    ...SHOWN,
    date_added: "promotion_history.date_added AT TIME ZONE 'UTC'",
    date_deleted: "promotion_history.date_deleted AT TIME ZONE 'UTC'",
  },
};

/** A write of uses returns these columns of each. */
export const RETURNED_USE = [
  ...Object.entries(SHOWN).map(([name, sql]) => `${sql} AS ${name}`),
  'promotion_history.date_added',
  'promotion_history.date_deleted',
].join(', ');

export const toHistory = (
  { date_added, date_deleted, ...row }: ListedUse,
  withDeleted?: boolean,
): PromotionHistory => ({
  ...row,
  date_added: shownDate(date_added),
  ...(withDeleted && { deleted: date_deleted !== null }),
});
