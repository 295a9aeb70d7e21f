import { event } from '../events.js';
import { Flag, Id, Int, ListOf, OneOf, Text } from '../fields.js';

/** An order that was added without the inventory is completed once its items are known. */
const CHANGES = ['added', 'completed', 'edited', 'status_changed', 'deleted'] as const;
const VERSION = { min: 1, max: Number.MAX_SAFE_INTEGER };

/** The demand of one line of an order: one item at one location. */
export class DemandLine {
  @Id() order_product_id!: number;
  @Id() item_id!: number;
  @Id() location_id!: number;
  @Int({ min: 0, doc: 'How many pieces are to be deducted: 0 while the status does not deduct.' }) quantity!: number;
}
/** The whole demand of an order: whatever is not in it is given back. A repeated or an older version does nothing. */
export class OrderDemand {
  @Id() order_id!: number;
  @Int(VERSION) version!: number;
  @OneOf(CHANGES) change!: (typeof CHANGES)[number];
  @Id() user_id!: number;
  @Text() username!: string;
  @ListOf(() => DemandLine, { doc: 'Empty until the items of the order are known.' }) lines!: DemandLine[];
}
/** Sales tells of each change of an order. */
export const orderChanged = event('sale.order', 'changed', OrderDemand, ({ order_id }) => order_id);

/** Stock taken by a line after its demand was applied; 0 of an item or a location that it no longer names. */
export class SettledLine {
  @Id() order_product_id!: number;
  @Id() item_id!: number;
  @Id() location_id!: number;
  @Int({ min: 0 }) wanted!: number;
  @Int({ min: 0 }) taken!: number;
  @Text({ doc: 'Unit cost of what is taken, in the base currency, 8 decimals; empty while nothing is taken.' })
  unit_cost!: string;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, doc: 'Pieces on hand when the line came up short; 0 otherwise.' })
  available!: number;
  @Flag({ doc: 'taken equals wanted.' }) settled!: boolean;
}
/** Inventory's answer to a demand: all lines of the order that changed by it. */
export class OrderStock {
  @Id() order_id!: number;
  /** The version of the demand that was settled. */
  @Int(VERSION) version!: number;
  @ListOf(() => SettledLine) lines!: SettledLine[];
}
export const orderStockSettled = event('inventory.order_stock', 'settled', OrderStock, ({ order_id }) => order_id);
