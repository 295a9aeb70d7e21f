import {
  type CallOf,
  type channelPayout,
  type Fault,
  invalidField,
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

interface FoundOrders {
  readonly payouts: readonly OrderPayoutGiven[];
  readonly faults: readonly Fault[];
}

export async function findOrders(db: Db, { caller, input }: Add): Promise<FoundOrders> {
  const { channel_id, payouts } = input;
  const ids = payouts.flatMap(({ order_id }) => order_id || []);
  const imported = payouts.flatMap(({ imported_order_id }) => imported_order_id || []);
  const found = await db.query<NamedOrder>(find, [caller.account_id, channel_id, ids, imported]);
  const byId = new Map(found.map((order) => [order.order_id, order]));
  const byImported = new Map(found.map((order) => [order.imported_order_id, order]));
  const named = payouts.map((payout) => ({
    payout,
    order: payout.order_id ? byId.get(payout.order_id) : byImported.get(payout.imported_order_id ?? ''),
  }));
  return {
    payouts: named.flatMap(({ payout, order }) => (order ? { ...payout, ...order } : [])),
    faults: named.flatMap(({ payout, order }, index) => payoutFaults(payout, `payouts[${index}]`, order)),
  };
}

const payoutFaults = (payout: PayoutAdd, path: string, order: NamedOrder | undefined): Fault[] => [
  ...orderFaults(payout, path, order),
  ...(payout.date ? [] : [invalidField(`${path}.date`, `${path}.date must not be empty.`)]),
];

function orderFaults({ order_id, imported_order_id }: PayoutAdd, path: string, found: NamedOrder | undefined): Fault[] {
  if (!order_id && !imported_order_id)
    return [invalidField(`${path}.order_id`, `${path}.order_id or ${path}.imported_order_id is required.`)];
  const field = `${path}.${order_id ? 'order_id' : 'imported_order_id'}`;
  if (!found) return [noReference(field, 'order', order_id || `with imported_order_id ${imported_order_id}`)];
  if (!imported_order_id || imported_order_id === found.imported_order_id) return [];
  const must = `must be that of order ${order_id}, ${found.imported_order_id || 'empty'}`;
  return [invalidField(`${path}.imported_order_id`, `${path}.imported_order_id ${must}.`)];
}

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
