import { type Reader, statement } from '@stockbook/persistence';
import { DateTime } from 'luxon';
import { carriedIds } from '../unmoved-records.js';

/** Sums over a customer's orders, in the base currency. */
export type Spend = { customer_id: number; date_ordered: Date; annual_spend: number; annual_spend_2: number };

/** The beginnings of last year, of this one and of the next, in the account's time zone. */
export interface Years {
  readonly last: Date;
  readonly current: Date;
  readonly next: Date;
}

const spent = (from: string, to: string) => `round(coalesce(sum(total / currency_value)
  FILTER (WHERE deducts AND date_ordered >= ${from} AND date_ordered < ${to}), 0), 4)::float8`;

const sums = ({ last, current, next }: Record<keyof Years, string>) =>
  `max(date_ordered) AS date_ordered, ${spent(current, next)} AS annual_spend,
     ${spent(last, current)} AS annual_spend_2`;

const spendSql = (ids: string, years: Record<keyof Years, string>): string =>
  `SELECT COALESCE(merge.merged_into, sale.customer_id) AS customer_id, ${sums(years)}
   FROM sales.sale_order sale
   LEFT JOIN sales.customer_merge merge ON merge.account_id = $1 AND merge.customer_id = sale.customer_id
   WHERE sale.account_id = $1 AND sale.customer_id = ANY ${carriedIds('$1', ids)} AND date_deleted IS NULL GROUP BY 1`;

const MERGING = 'ARRAY(SELECT unnest(ARRAY[customer_id, merged_into]) FROM sales.customer_merge WHERE account_id = $1)';

/**
 * Returns SQL for sums over the orders of all customers. They are computed on read: a stored sum would make all orders
 * of one customer wait for each other. Customers in a merge are apart, so that the others are grouped in the order of
 * their index.
 */
export const allSpendSql = (years: Record<keyof Years, string>): string =>
  `SELECT customer_id, ${sums(years)} FROM sales.sale_order
   WHERE account_id = $1 AND customer_id <> ALL (${MERGING}) AND date_deleted IS NULL GROUP BY customer_id
   UNION ALL ${spendSql(MERGING, years)}`;

const ofCustomers = statement(
  'spend_of_customers',
  spendSql('$2::bigint[]', { last: '$3', current: '$4', next: '$5' }),
);

export function yearsNow(zone: string): Years {
  const year = DateTime.now().setZone(zone).startOf('year');
  return {
    last: year.minus({ years: 1 }).toJSDate(),
    current: year.toJSDate(),
    next: year.plus({ years: 1 }).toJSDate(),
  };
}

/** Returns the sums of these customers; those without orders are missing. */
export async function spendOf(
  reader: Reader,
  account_id: number,
  ids: readonly number[],
  { last, current, next }: Years,
): Promise<ReadonlyMap<number, Spend>> {
  const rows = await reader.query<Spend>(ofCustomers, [account_id, ids, last, current, next]);
  return new Map(rows.map((row) => [row.customer_id, row]));
}
