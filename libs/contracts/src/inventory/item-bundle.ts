import { Id, Int, Quantity, Text } from '../fields/fields.js';

/** A component that a request gives a bundle. */
export class ItemBundleGiven {
  @Id({ doc: 'The component: an item that is no bundle itself.' }) bundle_item_id!: number;
  @Quantity({ doc: 'Pieces of it in one bundle.' }) quantity!: number;
}
/** A bundle has at most this many components, because each line of an order demands all of its bundle's. */
export const MOST_COMPONENTS = 50;

export class ItemBundle {
  @Id() bundle_item_id!: number;
  @Text() name!: string;
  @Int({ doc: 'Pieces in one bundle.' }) quantity!: number;
}
