import type { Retired } from './incompatibilities.js';

/** Internal operations and events that no service uses any more. Remove an entry when a release without the name is out. */
export const retired: Retired = {};

/** Requests that a correction refuses on purpose, as their words had no meaning. A release empties the list. */
export const corrected: readonly string[] = [
  'The field CreditNoteAdd.total has the minimum 0 instead of none: request of sale/credit_note/add.',
  'The field CreditNoteProductAdd.price has the minimum 0 instead of none: request of sale/credit_note/add.',
  'The field CreditNoteEdit.total has the minimum 0 instead of none: request of sale/credit_note/edit.',
  'The field CreditNoteProductEdit.price has the minimum 0 instead of none: request of sale/credit_note/edit.',
];
