import { event } from '../events.js';
import { Id, Ids } from '../fields/fields.js';

/** There is stock of an item for which order lines wait. */
export class StockArrival {
  @Id() item_id!: number;
  @Ids({ max: 100_000 }) location_ids!: number[];
}
/** The stock ledger publishes this only where a waiting line fits. */
export const stockArrived = event('inventory.item_stock', 'arrived', StockArrival, ({ item_id }) => item_id);
