import { type ChannelPayout, type Fault, shownDate } from '@stockbook/contracts';
import { selectionOf, statement, type Tx } from '@stockbook/persistence';
import type { OrderRecord } from '../order/record/order-records.js';
import { ChannelPayoutRow } from './channel-payout.entity.js';
import type { OrderPayoutGiven } from './payout-orders.js';

export type PayoutRecord = Pick<ChannelPayoutRow, keyof ChannelPayoutRow>;

/** The rows follow the order of the references, so that two requests with the same ones do not wait for each other. */
const insert = statement(
  'record_payouts',
  `INSERT INTO sales.channel_payout
     (account_id, channel_id, order_id, user_id, reference, imported_order_id, name, currency, username, amount, date)
   SELECT $1, $2, order_id, $3, reference, imported_order_id, name, currency, $4, amount, date
   FROM jsonb_to_recordset($5) AS given
     (order_id bigint, reference text, imported_order_id text, name text,
       currency text, amount numeric, date timestamptz)
   ORDER BY reference ON CONFLICT (account_id, channel_id, reference) DO NOTHING
   RETURNING ${selectionOf(ChannelPayoutRow)}`,
);
const recorded = statement(
  'recorded_payouts',
  `SELECT ${selectionOf(ChannelPayoutRow)} FROM sales.channel_payout
   WHERE account_id = $1 AND channel_id = $2 AND reference = ANY ($3)`,
);
const addToOrder = statement(
  'add_payouts_to_orders',
  `UPDATE sales.sale_order sale SET payouts = given.payouts, version = version + 1,
     date_modified = greatest(date_modified, clock_timestamp())
   FROM jsonb_to_recordset($2) AS given (order_id bigint, payouts jsonb)
   WHERE sale.account_id = $1 AND sale.order_id = given.order_id
   RETURNING sale.order_id, sale.version, sale.date_modified, sale.payouts`,
);

interface Recording {
  readonly channel_id: number;
  readonly user_id: number;
  readonly username: string;
}

/** Records the payouts of new references, and returns these. */
export const insertPayouts = (
  tx: Tx,
  { channel_id, user_id, username }: Recording,
  payouts: readonly OrderPayoutGiven[],
): Promise<PayoutRecord[]> =>
  tx.query<PayoutRecord>(insert, [tx.account_id, channel_id, user_id, username, JSON.stringify(payouts)]);

/** Returns why payouts cannot be repetitions: another one is recorded by the same reference. */
export async function repetitionFaults(
  tx: Tx,
  channel_id: number,
  payouts: readonly OrderPayoutGiven[],
): Promise<Fault[]> {
  const references = payouts.map(({ reference }) => reference);
  const rows = await tx.query<PayoutRecord>(recorded, [tx.account_id, channel_id, references]);
  const known = new Map(rows.map((row) => [row.reference, row]));
  return payouts.flatMap((given, index) => {
    const row = known.get(given.reference);
    if (row && isSamePayout(row, given)) return [];
    const { order_id, name, amount, currency, date } = row ?? { ...given, date: new Date(given.date) };
    const stored = `${name} ${amount} ${currency} of ${shownDate(date)} for order ${order_id}`;
    const message = `Payout ${given.reference} of channel ${channel_id} is recorded already: ${stored}.`;
    return [{ code: 'duplicate', field: `payouts[${index}].reference`, message }];
  });
}

export async function addToOrders(
  tx: Tx,
  orders: readonly OrderRecord[],
  payouts: readonly PayoutRecord[],
): Promise<OrderRecord[]> {
  const changed = orders.map(({ order_id, payouts: before }) => {
    const own = payouts.filter((payout) => payout.order_id === order_id);
    return { order_id, payouts: [...before, ...own.map(({ name, amount }) => ({ name, amount }))] };
  });
  type Changed = Pick<OrderRecord, 'order_id' | 'version' | 'date_modified' | 'payouts'>;
  const rows = await tx.query<Changed>(addToOrder, [tx.account_id, JSON.stringify(changed)]);
  const byId = new Map(rows.map((row) => [row.order_id, row]));
  return orders.map((order) => ({ ...order, ...byId.get(order.order_id) }));
}

const isSamePayout = (row: PayoutRecord, given: OrderPayoutGiven): boolean =>
  row.order_id === given.order_id &&
  row.name === given.name &&
  row.amount === given.amount &&
  row.currency === given.currency &&
  row.date.getTime() === Date.parse(given.date);

export const toPayout = (row: PayoutRecord): ChannelPayout => ({
  channel_payout_id: row.channel_payout_id,
  channel_id: row.channel_id,
  reference: row.reference,
  order_id: row.order_id,
  imported_order_id: row.imported_order_id,
  name: row.name,
  amount: row.amount,
  currency: row.currency,
  date: shownDate(row.date),
  user_id: row.user_id,
  user: row.username,
  date_added: shownDate(row.date_added),
});
