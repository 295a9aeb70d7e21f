import { type Caller, noRecord, Refused } from '@stockbook/contracts';
import { scopeCondition, statement, type Tx, visibleIds } from '@stockbook/persistence';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** A kind of document by its table; the lines are in `<table>_line`. */
export interface DocumentTable {
  readonly table: string;
  readonly key: string;
}

const hasHiddenItems = ({ table, key }: DocumentTable, groups: string): string =>
  `EXISTS (
     SELECT FROM inventory.${table}_line line JOIN inventory.item USING (account_id, item_id)
     WHERE line.account_id = ${table}.account_id AND line.${key} = ${table}.${key}
       AND NOT ${scopeCondition('item.channel_group_id', groups)}
   )`;

/** Null stands for all groups. */
export const hiddenDocument = (document: DocumentTable, groups: string): string =>
  `(${groups}::bigint[] IS NOT NULL AND ${hasHiddenItems(document, groups)}) AS hidden`;

/** Narrows a list of documents to those whose items the caller sees, every one of them. */
export function withVisibleItems<H extends ObjectLiteral>(
  caller: Caller,
  document: DocumentTable,
  query: SelectQueryBuilder<H>,
): SelectQueryBuilder<H> {
  const groups = visibleIds(caller, 'channel_group_id');
  return groups ? query.andWhere(`NOT ${hasHiddenItems(document, ':groups')}`, { groups }) : query;
}

/** Tells whether a document has items that the caller does not see. */
export async function isHidden(tx: Tx, caller: Caller, document: DocumentTable, id: number): Promise<boolean> {
  const groups = visibleIds(caller, 'channel_group_id');
  if (!groups) return false;
  const { table, key } = document;
  const hidden = statement(
    `hidden_${table}`,
    `SELECT FROM inventory.${table} WHERE account_id = $1 AND ${key} = $2 AND ${hasHiddenItems(document, '$3')}`,
  );
  return (await tx.query(hidden, [tx.account_id, id, groups])).length > 0;
}

export async function refuseHidden(tx: Tx, caller: Caller, document: DocumentTable, id: number): Promise<void> {
  if (await isHidden(tx, caller, document, id)) throw new Refused(noRecord(document.table.replaceAll('_', ' '), id));
}
