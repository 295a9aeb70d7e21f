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
import { hiddenDocument } from '../document/document-scope.js';
import { awaitedOrdersBy } from '../purchase-order/awaited-orders.js';
import { RESERVATION } from '../reservation/reservations.js';
import { STOCK_TAKE_JOB } from '../stock-take-job/stock-take-jobs.js';
import { TRANSFER_JOB } from '../transfer-job/transfer-jobs.js';

type Delete = CallOf<typeof location.delete>;

const FIELD = 'location_id';

const BACKORDERED = statement(
  'orders_backordered_at_location',
  `SELECT document_id AS id, '' AS name, count(*) OVER ()::int AS total FROM inventory.stock_demand_line
   WHERE account_id = $1 AND document = 'order' AND location_id = $2 AND taken < wanted
   GROUP BY document_id ORDER BY document_id LIMIT ${MOST_NAMED}`,
);

/** Nobody can move the stock of a deleted item any more, so it holds no location. */
const STOCKED = statement(
  'items_stocked_at_location',
  `SELECT item.item_id AS id, item.name, count(*) OVER ()::int AS total,
     ${hiddenColumn('item.channel_group_id', '$3')}
   FROM inventory.item_stock stock JOIN inventory.item USING (account_id, item_id)
   WHERE stock.account_id = $1 AND stock.location_id = $2 AND stock.on_hand <> 0
     AND item.date_deleted IS NULL
   ORDER BY hidden, item.item_id LIMIT ${MOST_NAMED}`,
);

const AWAITED = awaitedOrdersBy('location_id');

const JOBS = statement(
  'open_transfer_jobs_at_location',
  `SELECT item_transfer_job_id AS id, '' AS name, count(*) OVER ()::int AS total, ${hiddenDocument(TRANSFER_JOB, '$3')}
   FROM inventory.transfer_job
   WHERE account_id = $1 AND $2 IN (from_location_id, to_location_id) AND job_status_id < 3
   ORDER BY hidden, item_transfer_job_id LIMIT ${MOST_NAMED}`,
);

const STOCK_TAKES = statement(
  'open_stock_takes_at_location',
  `SELECT item_stock_take_job_id AS id, '' AS name, count(*) OVER ()::int AS total, ${hiddenDocument(STOCK_TAKE_JOB, '$3')}
   FROM inventory.stock_take_job
   WHERE account_id = $1 AND location_id = $2 AND job_status_id < 3
   ORDER BY hidden, item_stock_take_job_id LIMIT ${MOST_NAMED}`,
);

const RESERVED = statement(
  'reservations_at_location',
  `SELECT item_reservation_id AS id, '' AS name, count(*) OVER ()::int AS total, ${hiddenDocument(RESERVATION, '$3')}
   FROM inventory.reservation
   WHERE account_id = $1 AND location_id = $2 AND date_deleted IS NULL AND status = 'active' AND EXISTS (
     SELECT FROM inventory.reservation_line line WHERE line.account_id = reservation.account_id
       AND line.item_reservation_id = reservation.item_reservation_id
       AND (held > 0 OR line.components @? '$[*] ? (@.held > 0)')
   ) ORDER BY hidden, item_reservation_id LIMIT ${MOST_NAMED}`,
);

/** The channels that sell from a location, and the company if that is its default. */
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

/** The orders that wait at a location, the purchase orders that are to arrive there, its reservations, and the items that have stock there. */
export async function stockFaults(reader: Reader, caller: Caller, location_id: number): Promise<Fault[]> {
  const { account_id } = caller;
  const key = [account_id, location_id, visibleIds(caller, 'channel_group_id')];
  const waiting = referrersOf(await reader.query<ReferrerRow>(BACKORDERED, [account_id, location_id]));
  const faults = inUse(FIELD, `Location ${location_id} still has backordered lines of`, 'order', waiting);
  const awaited = referrersOf(await reader.query<ReferrerRow>(AWAITED, key));
  faults.push(...inUse(FIELD, `Location ${location_id} is still to receive`, 'purchase order', awaited));
  const jobs = referrersOf(await reader.query<ReferrerRow>(JOBS, key));
  faults.push(...inUse(FIELD, `Location ${location_id} is still the source or destination of`, 'transfer job', jobs));
  const stockTakes = referrersOf(await reader.query<ReferrerRow>(STOCK_TAKES, key));
  faults.push(...inUse(FIELD, `Location ${location_id} is still the place of`, 'stock take job', stockTakes));
  const reserved = referrersOf(await reader.query<ReferrerRow>(RESERVED, key));
  faults.push(...inUse(FIELD, `Location ${location_id} still holds pieces for`, 'reservation', reserved));
  const items = referrersOf(await reader.query<ReferrerRow>(STOCKED, key));
  faults.push(...inUse(FIELD, `Location ${location_id} still holds stock of`, 'item', items));
  return faults;
}

/** The orders and credit notes that will move stock at a location; without any, sales takes no more of them there. */
export async function saleFaults(services: Services, call: Delete): Promise<Fault[]> {
  const { location_id } = call.input;
  const { output } = await services.ask(orderLocation.close, ownCall(call, { location_id }));
  return [
    ...inUse(FIELD, `Location ${location_id} still has backordered lines of`, 'order', output.orders),
    ...inUse(FIELD, `Location ${location_id} is still to move stock for`, 'credit note', output.credit_notes),
  ];
}
