import { type Check, type Evidence, invariant } from './check.js';

/** Promotions with their living uses that count, those of them over the limit, and holds whose order has not come. */
const COUNTED = `(
    SELECT account_id, promotion_id, total_limit, total_used, total_held,
      (SELECT count(*) FROM integration.promotion_history use WHERE use.account_id = promotion.account_id
         AND use.promotion_id = promotion.promotion_id AND use.date_deleted IS NULL AND use.counted) AS uses,
      (SELECT count(*) FROM integration.promotion_history use WHERE use.account_id = promotion.account_id
         AND use.promotion_id = promotion.promotion_id AND use.date_deleted IS NULL AND use.counted AND use.over_limit) AS over_limit,
      (SELECT count(*) FROM integration.promotion_hold hold WHERE hold.account_id = promotion.account_id
         AND hold.promotion_id = promotion.promotion_id AND hold.order_id = 0) AS holds
    FROM integration.promotion
  ) counted`;

const uses = ({ orders, accounts }: Evidence) => {
  const voids = new Map(accounts.map(({ account_id, void_id }) => [account_id, void_id]));
  const counting = orders.filter((order) => !order.deleted && order.order_status_id !== voids.get(order.account_id));
  return counting.flatMap(({ account_id, order_id, promotion_ids = [] }) =>
    promotion_ids.map((promotion_id) => ({ account_id, order_id, promotion_id })),
  );
};

/** The uses and holds of promotions, and their counters. */
export const promotionChecks: readonly Check[] = [
  {
    name: 'the uses of promotions are not those of the acknowledged orders',
    sql: `SELECT account_id, order_id, promotion_id, expected.is_used, found.is_used AS found_used
      FROM (SELECT *, true AS is_used
        FROM json_to_recordset($1) AS used (account_id int, order_id bigint, promotion_id bigint)) expected
      FULL JOIN (
        SELECT account_id, order_id, promotion_id, true AS is_used FROM integration.promotion_history
        WHERE date_deleted IS NULL AND account_id = ANY ($2::int[])
      ) found USING (account_id, order_id, promotion_id)
      WHERE expected.is_used IS DISTINCT FROM found.is_used`,
    values: (evidence) => [JSON.stringify(uses(evidence)), evidence.accounts.map(({ account_id }) => account_id)],
  },
  invariant(
    'total_used of a promotion is not the number of its uses',
    `SELECT * FROM ${COUNTED} WHERE total_used <> uses`,
  ),
  invariant(
    'total_held of a promotion is not the number of its holds',
    `SELECT * FROM ${COUNTED} WHERE total_held <> holds`,
  ),
  invariant(
    'a promotion has more uses and holds than its limit allows',
    `SELECT * FROM ${COUNTED} WHERE total_limit > 0 AND uses - over_limit + holds > total_limit`,
  ),
];
