import { Done } from './common.js';
import { internalResource, write } from './contract.js';
import { event } from './events.js';
import { Flag, Id, Int, ListOf, One, OneOf, Quantity, Text } from './fields/fields.js';

/** The kinds of documents whose lines take stock or give it back; `stockDocuments` has their events. */
export const DOCUMENTS = ['order', 'credit_note'] as const;
export type StockDocument = (typeof DOCUMENTS)[number];

/** Writes a kind of document as in a sentence, like `credit note`. */
export const documentLabel = (document: string): string => document.replaceAll('_', ' ');

const VERSION = { min: 1, max: Number.MAX_SAFE_INTEGER };

/** The line of another document whose pieces come back. */
export class LineOrigin {
  @OneOf(DOCUMENTS) document!: StockDocument;
  @Id() document_id!: number;
  @Id() line_id!: number;
}
/** A line's demand for one item at one location. A bundle's line has one entry for each component. */
export class DemandLine {
  @Id() line_id!: number;
  @Id() item_id!: number;
  @Id() location_id!: number;
  @Int({ doc: 'Pieces to take, or, below 0, to give back. A line that takes never comes to give, nor the reverse.' })
  quantity!: number;
  @Quantity({ optional: true, doc: 'Pieces of the item in one unit of the line; 1 unless given.' }) per_unit?: number;
  @One(() => LineOrigin, { optional: true, doc: 'Pieces given back come in at what this line has paid for them.' })
  origin?: LineOrigin;
  @Text({ optional: true, doc: 'Unit cost of pieces given back without an origin; the average unless given.' })
  unit_cost?: string;
}
/** Anything that the demand lacks is given back. A repeated or an older version does nothing. */
export class StockDemand {
  @OneOf(DOCUMENTS) document!: StockDocument;
  @Id() document_id!: number;
  @Int({ ...VERSION, doc: 'Rises with each demand of the document.' }) version!: number;
  @Id({ doc: 'The user whom the flow names.' }) user_id!: number;
  @Text() username!: string;
  @Flag({ optional: true, doc: 'The document is deleted: nothing is held for it any more.' }) is_over?: boolean;
  @ListOf(() => DemandLine, { doc: 'Empty until the items of the document are known.' }) lines!: DemandLine[];
}
/** The payload of an event whose document has a demand; absent where the change leaves the demand as it is. */
export interface Demanding {
  readonly demand?: StockDemand;
}

/** Sales calls this before it writes a change by which a credit note takes pieces back. */
export const demandedStock = internalResource('internal/demanded_stock', 'inventory', ['sales'], {
  follow: write(StockDemand, Done, 'Makes stock follow a demand at once, or refuses and names what is short.'),
});

/** The settled units of a line; a bundle's line has as many as all its components allow. */
export class SettledLine {
  @Id() line_id!: number;
  @Int({ doc: 'Below 0 where the line gives back.' }) wanted!: number;
  @Int() taken!: number;
  @Text({ doc: 'Cost of one unit taken, in the base currency, 8 decimals; empty while nothing is taken.' })
  unit_cost!: string;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, doc: 'Units available when the line came up short; 0 otherwise.' })
  available!: number;
  @Int({
    optional: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    doc:
      'Older orders that wait for the same stock, counted up to 100; 0 for a line that already waited. ' +
      'Absent where none is older.',
  })
  behind?: number;
  @Text({ optional: true, doc: 'The name of the location where the line came up short.' }) location?: string;
  @Flag({ doc: 'All is taken or given back as wanted.' }) settled!: boolean;
}
/** Inventory's answer to a demand, with all lines of the document that it changed. */
export class StockAnswer {
  @Id() document_id!: number;
  @Int(VERSION) version!: number;
  @ListOf(() => SettledLine) lines!: SettledLine[];
}

/** Each kind has a topic of its own because ids of different kinds may be equal. */
const stockSettled = (document: StockDocument) =>
  event(`inventory.${document}_stock`, 'settled', StockAnswer, ({ document_id }) => document_id);

export const orderStockSettled = stockSettled('order');
export const creditNoteStockSettled = stockSettled('credit_note');
