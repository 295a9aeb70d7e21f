import { type CallOf, type order, type OrderGroup, parseIds } from '@stockbook/contracts';
import { Conditions, type Cut, Db, fittingPage, SharedLookups, statement } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { ORDERS_BY_STATE } from './orders-by-state.js';
import { daySql, offsetsOf } from './zone-offsets.js';

type Get = CallOf<typeof order.getSummary>;
interface Summary extends Cut {
  readonly total: number;
  readonly summary: OrderGroup[];
}
/** A row of the page, or one with the number of groups alone where the page is empty. */
type SummaryRow = Required<OrderGroup> & { readonly groups: number; readonly orders: number | null };

interface Grouping {
  readonly key: string;
  /** The key as the answer shows it. */
  readonly shown: string;
  /** The name of the key on the latest order of its group. */
  readonly name: string;
}
const byDay = (date: string, times: string, seconds: string): Grouping => ({
  key: daySql(`sale.${date}`, times, seconds),
  shown: 'key::text',
  name: 'key::text',
});
const byColumn = (column: string): Grouping => ({ key: `sale.${column}_id`, shown: 'key', name: `latest.${column}` });
const BY_ITEM: Grouping = {
  key: 'line.item_id',
  shown: 'key',
  name: `(SELECT line.name FROM sales.sale_order_product line
    WHERE line.account_id = $1 AND line.order_id = latest_id AND line.item_id = key AND line.date_deleted IS NULL
    ORDER BY line.position LIMIT 1)`,
};

/** A division takes longer than all else that is done for an order. */
const TOTAL = 'CASE WHEN sale.currency_value = 1 THEN sale.total ELSE sale.total / sale.currency_value END';

const ofOrders = ({ key }: Grouping, orders: string, where: Conditions): string =>
  `grouped AS MATERIALIZED (
     SELECT ${key} AS key, count(*) AS orders, sum(sale.quantity) AS quantity, sum(${TOTAL}) AS total,
       sum(sale.cost) AS cost, max(sale.order_id) AS latest_id
     FROM ${orders} sale WHERE ${where} GROUP BY 1
   )`;

const LINE = `SELECT order_id, item_id, quantity, quantity * COALESCE(cost_taken, cost) AS cost`;
const chosenLines = (orders: string, condition: string): string =>
  `FROM ${orders}
   WHERE account_id = $1 AND date_deleted IS NULL
     AND order_id = ANY (ARRAY(SELECT order_id FROM chosen WHERE ${condition}))`;

/** Lines of a time lie side by side in the index, so all ids are searched at once. */
const ofLines = ({ key }: Grouping, orders: string, where: Conditions): string =>
  `chosen AS MATERIALIZED (
     SELECT order_id, currency_value FROM ${orders} sale WHERE ${where}
   ), line AS (
     ${LINE}, total ${chosenLines('sales.sale_order_product', 'currency_value = 1')}
     UNION ALL
     ${LINE}, total / currency_value
     ${chosenLines('sales.sale_order_product JOIN chosen USING (order_id)', 'currency_value <> 1')}
   ), grouped AS MATERIALIZED (
     SELECT ${key} AS key, count(DISTINCT order_id) AS orders, sum(quantity) AS quantity, sum(total) AS total,
       sum(cost) AS cost, max(order_id) AS latest_id
     FROM line GROUP BY 1
   )`;

/** Requests at the same time share one sum. It is no `LongList`: no table holds its rows. */
@Injectable()
export class OrderSummaries {
  private readonly summaries = new SharedLookups<string, Summary>();

  constructor(private readonly db: Db) {}

  page({ caller, input }: Get): Promise<Summary> {
    const { account_id, zone, channel_ids } = caller;
    const name = JSON.stringify([account_id, zone, channel_ids, input]);
    return this.summaries.ask(name, () => summarize(this.db, { caller, input }));
  }
}

async function summarize(db: Db, call: Pick<Get, 'caller' | 'input'>): Promise<Summary> {
  const { caller, input } = call;
  const { group_by, order = 'DESC' } = input;
  const where = conditionsOf(call);
  const { times, seconds } = offsetsOf(caller.zone);
  const values = [...where.values, ...(group_by === 'day' ? [times, seconds] : [])];
  const first = where.values.length + 1;
  const grouping =
    group_by === 'day'
      ? byDay(dateColumn(input), `$${first}`, `$${first + 1}`)
      : group_by === 'item'
        ? BY_ITEM
        : byColumn(group_by);
  const orders = dateColumn(input) === 'date_modified' ? ORDERS_BY_STATE : 'sales.sale_order';
  const text = `WITH ${(group_by === 'item' ? ofLines : ofOrders)(grouping, orders, where)}
    SELECT groups, ${grouping.shown} AS key, COALESCE(${grouping.name}, '') AS name, orders,
      page.quantity::bigint AS quantity, round(page.total, 4)::float8 AS total, round(page.cost, 4)::float8 AS cost
    FROM (SELECT count(*) AS groups FROM grouped) counted
      LEFT JOIN (SELECT * FROM grouped ORDER BY key ${order} LIMIT $${values.length + 1}
        OFFSET $${values.length + 2}) page ON true
      LEFT JOIN sales.sale_order latest ON latest.account_id = $1 AND latest.order_id = latest_id
    ORDER BY page.key ${order}`;
  const { rows, cut } = await fittingPage<SummaryRow>(db, statement('', text), values, ['key::text', 'name'], input);
  const summary = rows.flatMap(({ groups: _, orders, ...row }) => (orders === null ? [] : [{ ...row, orders }]));
  return { total: rows[0]?.groups ?? 0, ...cut, summary };
}

const dateColumn = ({ filter_date_type = 'date_ordered' }: Get['input']) => filter_date_type;

function conditionsOf({ caller, input }: Pick<Get, 'caller' | 'input'>): Conditions {
  const where = Conditions.of(caller, 'sale').addScope(caller, 'channel_id').add('date_deleted', 'IS NULL');
  if (input.date_start) where.add(dateColumn(input), '>= ?', input.date_start);
  if (input.date_end) where.add(dateColumn(input), '<= ?', input.date_end);
  if (input.filter_channel_id) where.add('channel_id', '= ?', input.filter_channel_id);
  if (input.filter_order_status)
    where.add('order_status_id', '= ANY (?::bigint[])', parseIds(input.filter_order_status));
  return where;
}
