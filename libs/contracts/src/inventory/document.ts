import { RecordPageRequest } from '../common.js';
import { Flag, Id, Quantity, Text, When } from '../fields/fields.js';

export const optional = { optional: true } as const;
/** A document has at least one line; an edit that gives lines replaces them all. */
export const LINES = { min: 1 } as const;
export const NEW_LINES = { ...LINES, ...optional, doc: 'Replace the lines; only the difference is moved.' } as const;

/** The `needs` of an operation that takes it: reports of the past are the owner's. */
export const DATED = { needs: { owns: ['date_added'] } } as const;
export const DATE_ADDED = {
  ...optional,
  past: true,
  doc:
    'Additive: when the document was made, for imports; empty: now. For users who may modify everything. ' +
    'Its movements have the time of their booking.',
} as const;

/** A line as a request gives it. */
export class GivenLine {
  @Id() item_id!: number;
  @Text({ ...optional, max: 1_000, doc: "The item's name unless given." }) name?: string;
  @Quantity() quantity!: number;
}
export class ShownLine {
  @Id() item_id!: number;
  @Text({ doc: 'The name that the item had when the line was added.' }) name!: string;
  @Quantity() quantity!: number;
}
/** The fields that every document and every job shows. */
export class DocumentHead {
  @Id({ doc: 'The user who added the document.' }) user_id!: number;
  @Text({ doc: 'The name of that user.' }) user!: string;
  @Text() comment!: string;
  @When() date_added!: string;
  @When() date_modified!: string;
}
export class DocumentRecord extends DocumentHead {
  @Flag(optional) deleted?: boolean;
}
export class DocumentGet extends RecordPageRequest {
  @When(optional) filter_date_modified?: string;
  @Flag(optional) filter_deleted?: boolean;
}

export const CURRENCY = {
  ...optional,
  max: 16,
  doc: 'Currency of the costs; the base currency unless given.',
} as const;
export const RATE = { ...optional, min: 0, doc: "0: the account's rate." } as const;
export const NEW_RATE = { ...optional, min: 0, doc: "0: the account's rate of a new currency; else stays." } as const;
