import { statement, type Tx } from '@stockbook/persistence';

const LIVING = statement(
  'share_locations',
  `SELECT location_id FROM inventory.location
   WHERE account_id = $1 AND location_id = ANY ($2::int[]) AND date_deleted IS NULL
   ORDER BY location_id FOR SHARE`,
);

/** Which of the locations live. None of them is deleted before the transaction's end. */
export async function livingLocations(tx: Tx, location_ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (!location_ids.length) return new Set();
  const rows = await tx.query<{ location_id: number }>(LIVING, [tx.account_id, location_ids]);
  return new Set(rows.map(({ location_id }) => location_id));
}
