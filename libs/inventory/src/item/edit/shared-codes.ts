import { type Caller, comparedCode, formsOfCode, type ItemEdit } from '@stockbook/contracts';
import { maySee, statement, type Tx } from '@stockbook/persistence';
import { MOST_NAMED } from '@stockbook/service';
import { text } from '../../text.js';
import type { ItemRow } from '../record/item.entity.js';

type Codes = Pick<ItemRow, 'gtin' | 'barcode'>;

const SHARING = statement(
  'items_sharing_codes',
  `SELECT item_id, name, gtin, barcode, channel_group_id FROM inventory.item
   WHERE account_id = $1 AND item_id <> $2 AND date_deleted IS NULL
     AND (${text.same('barcode', '= ANY ($3::text[])')} OR ${text.same('gtin', '= ANY ($3::text[])')})
   ORDER BY item_id LIMIT ${MOST_NAMED}`,
);
interface Sharing extends Codes {
  readonly item_id: number;
  readonly name: string;
  readonly channel_group_id: number;
}

/** Warns of other living items that have a gtin or barcode which a request gives an item anew. */
export async function sharedCodes(
  tx: Tx,
  caller: Caller,
  stored: Codes & Pick<ItemRow, 'item_id'>,
  given: Pick<ItemEdit, 'gtin' | 'barcode'>,
): Promise<string[]> {
  const fields = (['gtin', 'barcode'] as const).flatMap((field) => {
    const code = given[field];
    return code && comparedCode(code) !== comparedCode(stored[field]) ? [{ field, code }] : [];
  });
  if (!fields.length) return [];
  const forms = [...new Set(fields.flatMap(({ code }) => formsOfCode(code)))];
  const items = await tx.query<Sharing>(SHARING, [tx.account_id, stored.item_id, forms]);
  return fields.flatMap(({ field, code }) =>
    items
      .filter(({ gtin, barcode }) => [gtin, barcode].some((other) => comparedCode(other) === comparedCode(code)))
      .map((item) => {
        const who = maySee(caller, item) ? `item ${item.item_id} (${item.name})` : 'another item';
        return `The ${field} ${code} is also that of ${who}.`;
      }),
  );
}
