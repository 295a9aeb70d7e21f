import { Id, Quantity } from '../fields/fields.js';

/** A component of a bundle, as a document's line keeps it. */
export class Component {
  @Id() item_id!: number;
  @Quantity({ doc: 'Pieces in one bundle.' }) quantity!: number;
}
