import { Refused } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { holdLocation } from '../../location/closed-locations.js';
import type { LineRecord, OrderRecord } from '../record/order-records.js';

type Located = Pick<OrderRecord, 'order_id' | 'location_id' | 'deducts'>;
type Wanting = Pick<LineRecord, 'item_id' | 'quantity' | 'taken'>;

/** Its own, or if that is deleted the channel's now; 0 means none. Taken stock stays where it came from. */
export async function locationOf(
  tx: Tx,
  { order_id, location_id, deducts }: Located,
  lines: readonly Wanting[],
  channels_location_id: number,
  isOpen?: boolean,
): Promise<number> {
  const wantsMore = deducts && lines.some(({ item_id, quantity, taken }) => item_id > 0 && taken < quantity);
  if (!wantsMore || (isOpen ?? (await holdLocation(tx, location_id)))) return location_id;
  if (lines.some(({ taken }) => taken > 0)) {
    throw noStock(
      `Order ${order_id} cannot take more stock: it took stock at location ${location_id}, which is deleted.`,
    );
  }
  if (channels_location_id && (await holdLocation(tx, channels_location_id))) return channels_location_id;
  throw noStock(
    `Order ${order_id} cannot take stock: its location ${location_id} is deleted, and its channel names no other one.`,
  );
}

export const relocation = (from_id: number, to_id: number): string =>
  `Location ${from_id} is deleted: the order takes its stock from location ${to_id}.`;

const noStock = (message: string): Refused => new Refused({ code: 'locked', message });
