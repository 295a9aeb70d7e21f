import type { Retired } from './incompatibilities.js';

/** Internal operations and events that no service uses any more. Remove an entry when a release without the name is out. */
export const retired: Retired = {};

/** Requests that a correction refuses on purpose: their words had no meaning, or held a process for all. A release empties the list. */
export const corrected: readonly string[] = [
  'The field ItemAdd.description has at most this many characters: 262144 instead of 1048576: request of inventory/item/add.',
  'The field ItemAdd.plain_description has at most this many characters: 262144 instead of 1048576: request of inventory/item/add.',
  'The field ItemTranslationGiven.description has at most this many characters: 262144 instead of 1048576: request of inventory/item/add, request of inventory/item/edit.',
  'The field ItemTranslationGiven.plain_description has at most this many characters: 262144 instead of 1048576: request of inventory/item/add, request of inventory/item/edit.',
  'The field ItemEdit.description has at most this many characters: 262144 instead of 1048576: request of inventory/item/edit.',
  'The field ItemEdit.plain_description has at most this many characters: 262144 instead of 1048576: request of inventory/item/edit.',
  'The field CreditNoteAdd.total has the minimum 0 instead of none: request of sale/credit_note/add.',
  'The field CreditNoteProductAdd.price has the minimum 0 instead of none: request of sale/credit_note/add.',
  'The field CreditNoteEdit.total has the minimum 0 instead of none: request of sale/credit_note/edit.',
  'The field CreditNoteProductEdit.price has the minimum 0 instead of none: request of sale/credit_note/edit.',
];
