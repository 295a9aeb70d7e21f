import { statement, type Statement } from '@stockbook/persistence';
import { MOST_NAMED } from '@stockbook/service';
import type { ItemUse } from '../item/edit/item-uses.js';
import type { LocationUse } from '../location/location-uses.js';
import { type DocumentTable, hiddenDocument } from './document-scope.js';

const kindOf = ({ table }: DocumentTable): string => table.replaceAll('_', ' ');

/** Finds the documents of the account `$1` under a condition on a record `$2`, for a user limited to the channel groups `$3`. */
export const findDocuments = (name: string, document: DocumentTable, condition: string): Statement =>
  statement(
    name,
    `SELECT ${document.key} AS id, '' AS name, count(*) OVER ()::int AS total, ${hiddenDocument(document, '$3')}
     FROM inventory.${document.table} WHERE account_id = $1 AND ${condition}
     ORDER BY hidden, ${document.key} LIMIT ${MOST_NAMED}`,
  );

/** How documents keep a location from being deleted. */
export const useOfLocation = (document: DocumentTable, beginning: string, condition: string): LocationUse => ({
  kind: kindOf(document),
  beginning,
  find: findDocuments(`${document.table}s_at_location`, document, condition),
});

/** How documents keep an item from becoming a bundle, or from ceasing to be one. */
export const useOfItem = (document: DocumentTable, beginning: string, isOpen: string): ItemUse => ({
  kind: kindOf(document),
  beginning,
  sql: `SELECT DISTINCT '${kindOf(document)}' AS kind, line.item_id, ${document.key} AS id, '' AS name,
     ${hiddenDocument(document, '$3')}
   FROM inventory.${document.table}_line line JOIN inventory.${document.table} USING (account_id, ${document.key})
   WHERE account_id = $1 AND line.item_id = ANY ($2::bigint[]) AND ${isOpen}`,
});
