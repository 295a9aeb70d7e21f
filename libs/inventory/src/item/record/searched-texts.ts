import { text } from '../../text.js';

/** Codes are compared as GTINs of 14 digits: this text has those of all lengths. */
const asGtin = (column: string) =>
  `CASE WHEN ${column} ~ '^([0-9]{8}|[0-9]{12}|[0-9]{13})$' THEN lpad(${column}, 14, '0') ELSE '' END`;

/** The texts that items are searched by, as their trigram index has them. */
export const ITEM_TEXTS = text.searchedLines([
  'item.name',
  'item.model',
  'item.sku',
  'item.barcode',
  'item.gtin',
  asGtin('item.barcode'),
  asGtin('item.gtin'),
  `translate(jsonb_path_query_array(item.translations, '$[*].name')::text, '[]",', '    ')`,
]);
