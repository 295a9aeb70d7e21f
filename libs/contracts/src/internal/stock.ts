import { event } from '../events.js';
import { Id, Ids } from '../fields/fields.js';

/** Of an item there is stock that order lines wait for. */
export class StockArrival {
  @Id() item_id!: number;
  @Ids({ max: 100_000 }) location_ids!: number[];
}
/** Published by the stock ledger, and only where a line waits that fits. */
export const stockArrived = event('inventory.item_stock', 'arrived', StockArrival, ({ item_id }) => item_id);
