import { text } from '../../text.js';

const COLUMNS = ['imported_order_id', 'shipping_tracking', 'name', 'email', 'telephone', 'telephone_2'];

/** `id` is a column of the table itself. */
export const orderTexts = (row: string, id = 'order_id'): string =>
  text.searchedLines([`${row}.${id}::text`, ...COLUMNS.map((column) => `${row}.${column}`)]);
