import type { ItemUse } from '../item/record/item-uses.js';
import { type DocumentTable, hiddenDocument } from './document-scope.js';

/** Declares how documents keep an item from becoming a bundle, or from ceasing to be one. */
export const useOfItem = (document: DocumentTable, beginning: string, isOpen: string): ItemUse => ({
  kind: document.table.replaceAll('_', ' '),
  beginning,
  sql: `SELECT DISTINCT '${document.table.replaceAll('_', ' ')}' AS kind, line.item_id, ${document.key} AS id,
     '' AS name, ${hiddenDocument(document, '$3')}
   FROM inventory.${document.table}_line line JOIN inventory.${document.table} USING (account_id, ${document.key})
   WHERE account_id = $1 AND line.item_id = ANY ($2::bigint[]) AND ${isOpen}`,
});
