import {
  type Caller,
  type CallOf,
  channelsReference,
  type Fault,
  type location,
  orderLocation,
  ownCall,
  settingsReference,
} from '@stockbook/contracts';
import { hiddenColumn, maySee, type Reader, statement, visibleIds } from '@stockbook/persistence';
import type { Services } from '@stockbook/rpc';
import { inUse, MOST_NAMED, type ReferrerRow, referrersOf } from '@stockbook/service';

type Delete = CallOf<typeof location.delete>;

const FIELD = 'location_id';

const BACKORDERED = statement(
  'orders_backordered_at_location',
  `SELECT document_id AS id, '' AS name, count(*) OVER ()::int AS total FROM inventory.stock_demand_line
   WHERE account_id = $1 AND document = 'order' AND location_id = $2 AND taken < wanted
   GROUP BY document_id ORDER BY document_id LIMIT ${MOST_NAMED}`,
);

/** A deleted item holds no location, because nobody can move its stock any more. */
const STOCKED = statement(
  'items_stocked_at_location',
  `SELECT item.item_id AS id, item.name, count(*) OVER ()::int AS total,
     ${hiddenColumn('item.channel_group_id', '$3')}
   FROM inventory.item_stock stock JOIN inventory.item USING (account_id, item_id)
   WHERE stock.account_id = $1 AND stock.location_id = $2 AND stock.on_hand <> 0
     AND item.date_deleted IS NULL
   ORDER BY hidden, item.item_id LIMIT ${MOST_NAMED}`,
);

/** Returns faults for the channels that sell from a location, and for the company if that is its default. */
export async function configurationFaults(services: Services, call: Delete): Promise<Fault[]> {
  const { location_id } = call.input;
  const [channels, settings] = await Promise.all([
    services.ask(channelsReference.get, ownCall(call, {})),
    services.ask(settingsReference.get, ownCall(call, {})),
  ]);
  const own = channels.output.channels.filter((channel) => channel.location_id === location_id);
  const seen = own.filter(({ channel_id }) => maySee(call.caller, { channel_id }));
  const first = seen.slice(0, MOST_NAMED).map(({ channel_id, name }) => ({ id: channel_id, name }));
  const message = `Location ${location_id} is still the company's default location.`;
  return [
    ...inUse(FIELD, `Location ${location_id} is still the location of`, 'channel', { first, total: own.length }),
    ...(settings.output.default_location_id === location_id
      ? [{ code: 'in_use', field: FIELD, message } as const]
      : []),
  ];
}

export async function backorderFaults(reader: Reader, { account_id }: Caller, location_id: number): Promise<Fault[]> {
  const waiting = referrersOf(await reader.query<ReferrerRow>(BACKORDERED, [account_id, location_id]));
  return inUse(FIELD, `Location ${location_id} still has backordered lines of`, 'order', waiting);
}

export async function stockFaults(reader: Reader, caller: Caller, location_id: number): Promise<Fault[]> {
  const key = [caller.account_id, location_id, visibleIds(caller, 'channel_group_id')];
  const stocked = referrersOf(await reader.query<ReferrerRow>(STOCKED, key));
  return inUse(FIELD, `Location ${location_id} still holds stock of`, 'item', stocked);
}

/** If there are none, sales takes no more orders and credit notes there. */
export async function saleFaults(services: Services, call: Delete): Promise<Fault[]> {
  const { location_id } = call.input;
  const { output } = await services.ask(orderLocation.close, ownCall(call, { location_id }));
  return [
    ...inUse(FIELD, `Location ${location_id} still has backordered lines of`, 'order', output.orders),
    ...inUse(FIELD, `Location ${location_id} is still to move stock for`, 'credit note', output.credit_notes),
  ];
}
