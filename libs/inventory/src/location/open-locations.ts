import { statement, type Tx } from '@stockbook/persistence';

const OPEN = statement(
  'open_locations',
  `SELECT location_id, date_deleted IS NULL AS lives, ARRAY(
     SELECT item_id FROM inventory.item_stock stock
     WHERE stock.account_id = $1 AND stock.item_id = ANY ($3::bigint[]) AND stock.location_id = location.location_id
       AND stock.on_hand <> 0
   ) AS item_ids
   FROM inventory.location WHERE account_id = $1 AND location_id = ANY ($2::bigint[])
   ORDER BY location_id FOR SHARE`,
);

export type IsOpen = (location_id: number, item_id?: number) => boolean;

interface OpenRow {
  readonly location_id: number;
  readonly lives: boolean;
  readonly item_ids: readonly number[];
}

/** A living location stays until the end; a deleted one counts only while it holds stock of the item. */
export async function openLocations(
  tx: Tx,
  location_ids: readonly number[],
  item_ids: readonly number[],
): Promise<IsOpen> {
  if (!location_ids.length) return () => false;
  const rows = await tx.query<OpenRow>(OPEN, [tx.account_id, location_ids, item_ids]);
  const byId = new Map(rows.map((row) => [row.location_id, row]));
  return (location_id, item_id = 0) => {
    const { lives = false, item_ids: held = [] } = byId.get(location_id) ?? {};
    return lives || held.includes(item_id);
  };
}
