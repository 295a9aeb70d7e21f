import {
  type CallOf,
  type channelPayout,
  type Fault,
  noReference,
  type PayoutAdd,
  Refused,
} from '@stockbook/contracts';
import { type Db, maySee, statement } from '@stockbook/persistence';
import { type CallerReference, currencyRate } from '../order/reference/order-terms.js';

type Add = CallOf<typeof channelPayout.add>;
type NamedOrder = { readonly order_id: number; readonly imported_order_id: string };

export interface OrderPayoutGiven extends PayoutAdd {
  readonly order_id: number;
  readonly imported_order_id: string;
}

const LIVING = 'account_id = $1 AND channel_id = $2 AND date_deleted IS NULL';
const find = statement(
  'orders_of_payouts',
  `SELECT order_id, imported_order_id FROM sales.sale_order WHERE ${LIVING} AND order_id = ANY ($3)
   UNION SELECT order_id, imported_order_id FROM sales.sale_order
   WHERE ${LIVING} AND imported_order_id <> '' AND imported_order_id = ANY ($4)`,
);

/** Finds the living orders of the channel that payouts name, and notes where there is none. */
export async function findOrders(db: Db, { caller, input }: Add, faults: Fault[]): Promise<OrderPayoutGiven[]> {
  const { channel_id, payouts } = input;
  const ids = payouts.flatMap(({ order_id }) => order_id || []);
  const imported = payouts.flatMap(({ imported_order_id }) => imported_order_id || []);
  const found = await db.query<NamedOrder>(find, [caller.account_id, channel_id, ids, imported]);
  const byId = new Map(found.map((order) => [order.order_id, order]));
  const byImported = new Map(found.map((order) => [order.imported_order_id, order]));
  return payouts.flatMap((payout, index) => {
    const order = payout.order_id ? byId.get(payout.order_id) : byImported.get(payout.imported_order_id ?? '');
    const fault = orderFault(payout, `payouts[${index}]`, order);
    if (fault) faults.push(fault);
    if (!payout.date) faults.push(noDate(`payouts[${index}].date`));
    return order ? { ...payout, ...order } : [];
  });
}

function orderFault(
  { order_id, imported_order_id }: PayoutAdd,
  path: string,
  found: NamedOrder | undefined,
): Fault | undefined {
  if (!order_id && !imported_order_id) {
    const message = `${path}.order_id or ${path}.imported_order_id is required.`;
    return { code: 'invalid', field: `${path}.order_id`, message };
  }
  const field = `${path}.${order_id ? 'order_id' : 'imported_order_id'}`;
  if (!found) return noReference(field, 'order', order_id || `with imported_order_id ${imported_order_id}`);
  if (!imported_order_id || imported_order_id === found.imported_order_id) return undefined;
  const message = `${path}.imported_order_id must be that of order ${order_id}, ${found.imported_order_id || 'empty'}.`;
  return { code: 'invalid', field: `${path}.imported_order_id`, message };
}

const noDate = (field: string): Fault => ({ code: 'invalid', field, message: `${field} must not be empty.` });

/** Refuses payouts of an unknown channel, which has no orders either, and else those with any other fault. */
export function checkReferences(
  { channel_id, payouts }: Add['input'],
  reference: CallerReference,
  faults: readonly Fault[],
): void {
  const { channels, caller } = reference;
  const isKnown = channels.some((channel) => channel.channel_id === channel_id && maySee(caller, channel));
  if (!isKnown) throw new Refused(noReference('channel_id', 'channel', channel_id));
  const found: Fault[] = [];
  for (const [i, { currency }] of payouts.entries()) currencyRate(currency, reference, found, `payouts[${i}].currency`);
  Refused.ifAny([...found, ...faults]);
}
