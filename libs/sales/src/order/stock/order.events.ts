import { type Event, orderStockSettled, type StockAnswer } from '@stockbook/contracts';
import { groupBy, selectionOf, statement, type Tx } from '@stockbook/persistence';
import { Consumes } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { orderSubscriptions } from '../facts/order-facts.js';
import { isShownChange, publishSettlements, settlementChanges } from '../facts/settlement-facts.js';
import { OrderProductRow } from '../record/order-product.entity.js';
import { settle } from './order-settlement.js';
import type { LineRecord, OrderRecord } from '../record/order-records.js';

type Head = Pick<OrderRecord, 'account_id' | 'order_id' | 'version' | 'order_status_id' | 'order_status'>;

const NAMED =
  'JOIN (SELECT DISTINCT * FROM unnest($1::int[], $2::bigint[]) AS order_key (account_id, order_id)) AS named';

/** Also locks deleted orders, whose stock is given back. */
const lockOrders = statement(
  'lock_settled_orders',
  `SELECT account_id, order_id, version, order_status_id, order_status FROM sales.sale_order
   ${NAMED} USING (account_id, order_id) ORDER BY account_id, order_id FOR UPDATE OF sale_order`,
);
const readSettledLines = statement(
  'settled_lines',
  `SELECT ${selectionOf(OrderProductRow)} FROM sales.sale_order_product
   ${NAMED} USING (account_id, order_id) ORDER BY position`,
);
const apply = statement(
  'apply_settlements',
  `WITH line AS (
     UPDATE sales.sale_order_product line
     SET taken = settled.taken, short = settled.short,
       stock_sequence = settled.stock_sequence, cost_taken = settled.cost_taken
     FROM jsonb_populate_recordset(NULL::sales.sale_order_product, $1) AS settled
     WHERE line.account_id = settled.account_id AND line.order_id = settled.order_id
       AND line.order_product_id = settled.order_product_id
   ), history AS (
     INSERT INTO sales.sale_order_history (account_id, order_id, order_status_id, order_status, comment)
     SELECT account_id, order_id, order_status_id, order_status, comment
     FROM jsonb_populate_recordset(NULL::sales.sale_order_history, $2)
   )
   UPDATE sales.sale_order changed SET cost = settled.cost, deducted = settled.deducted, version = settled.version,
     date_modified = CASE WHEN changed.order_id = ANY ($4::bigint[])
       THEN greatest(changed.date_modified, clock_timestamp()) ELSE changed.date_modified END
   FROM jsonb_populate_recordset(NULL::sales.sale_order, $3) AS settled
   WHERE changed.account_id = settled.account_id AND changed.order_id = settled.order_id
   RETURNING changed.order_id, changed.cost::float8, changed.deducted, changed.date_modified`,
);

/** Writes stock settlements to the orders' lines and history. */
@Injectable()
export class OrderEvents {
  /** Each change raises the version of its order, whether or not a subscriber gets the fact of it. */
  @Consumes(orderStockSettled)
  async onStockSettled(events: readonly Event<StockAnswer>[], tx: Tx): Promise<void> {
    const named = [events.map(({ account_id }) => account_id), events.map(({ payload }) => payload.document_id)];
    const [subscribed, heads, all] = await Promise.all([
      orderSubscriptions.accounts(tx),
      tx.query<Head>(lockOrders, named),
      tx.query<LineRecord>(readSettledLines, named),
    ]);
    const lines = groupBy(all, orderName);
    const answers = groupBy(events, ({ account_id, payload }) =>
      orderName({ account_id, order_id: payload.document_id }),
    );
    const settled = heads
      .map((head) => {
        const stored = lines.get(orderName(head)) ?? [];
        return { head, stored, ...settle(stored, answers.get(orderName(head)) ?? [], lineId) };
      })
      .filter(({ changed }) => changed.length)
      .map((order) => ({
        ...order,
        changes: settlementChanges(order.stored, order.changed),
        isSubscribed: subscribed.has(order.head.account_id),
      }));
    const rows = [
      settled.flatMap(({ changed }) => changed.map(settlementOf)),
      settled.flatMap(({ head, comments }) => comments.map((comment) => ({ comment, ...head }))),
      settled.map(({ head, cost, deducted, changes }) => {
        return { ...head, cost, deducted, version: head.version + changes.length };
      }),
    ];
    const moved = settled.filter(({ stored, changed }) => isShownChange(stored, changed));
    const values = [...rows.map((each) => JSON.stringify(each)), moved.map(({ head }) => head.order_id)];
    if (settled.length) await publishSettlements(tx, settled, { apply, values });
  }
}

/** Returns the columns that a settlement writes, and the key. */
const settlementOf = (line: LineRecord) => {
  const { account_id, order_id, order_product_id, taken, short, stock_sequence, cost_taken } = line;
  return { account_id, order_id, order_product_id, taken, short, stock_sequence, cost_taken };
};

const lineId = ({ order_product_id }: LineRecord): number => order_product_id;
const orderName = ({ account_id, order_id }: Pick<Head, 'account_id' | 'order_id'>): string =>
  `${account_id}/${order_id}`;
