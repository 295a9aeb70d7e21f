import type { Desk } from '../load/desk.js';
import { OPEN } from '../load/known.js';
import type { RunSql } from '../system/run-sql.js';

const MOVED = `SELECT item_id, location_id, on_hand, COALESCE(reserved, 0) AS reserved FROM (
    SELECT item_id, location_id, sum(quantity)::int AS on_hand FROM inventory.item_flow
    WHERE account_id = $1 GROUP BY 1, 2
  ) flow LEFT JOIN (
    SELECT part.item_id, location_id, sum(part.held)::int AS reserved
    FROM inventory.reservation JOIN inventory.reservation_line line USING (account_id, item_reservation_id)
    CROSS JOIN LATERAL (
      SELECT line.item_id, line.held WHERE line.components IS NULL
      UNION ALL SELECT * FROM jsonb_to_recordset(line.components) AS each (item_id bigint, held int)
    ) part
    WHERE account_id = $1 AND status = 'active' AND date_deleted IS NULL GROUP BY 1, 2
  ) hold USING (item_id, location_id)`;

interface Moved {
  readonly item_id: string;
  readonly location_id: string;
  readonly on_hand: number;
  readonly reserved: number;
}

/** Finds stocks that the API shows otherwise than documents, reservations and transfer jobs have left them. */
export async function shownStockFaults({ account, api, model }: Desk, run: RunSql): Promise<string[]> {
  const moved = new Map<string, Moved>();
  for (const row of await run<Moved>(MOVED, [account.account_id]))
    moved.set(`${row.item_id} at ${row.location_id}`, row);
  const lines = model.living('transfer_job').flatMap((job) => (job.status === OPEN ? job.lines : []));
  const faults: string[] = [];
  for (const item_id of account.goods.all) {
    const read = await api.inventory.item.get({ item_id });
    const levels = read.error ? [] : read.items.flatMap(({ locations }) => locations);
    for (const location_id of account.location_ids) {
      const arriving = lines.filter((line) => line.item_id === item_id && line.to_location_id === location_id);
      const incoming = arriving.reduce(
        (sum, { quantity, quantity_received = 0 }) => sum + quantity - quantity_received,
        0,
      );
      const { on_hand = 0, reserved = 0 } = moved.get(`${item_id} at ${location_id}`) ?? {};
      const level = levels.find((each) => each.location_id === location_id);
      const found = JSON.stringify([level?.on_hand ?? 0, level?.reserved ?? 0, level?.incoming ?? 0]);
      const expected = JSON.stringify([on_hand, reserved, incoming]);
      if (found !== expected) faults.push(`Item ${item_id} at ${location_id} shows ${found}, not ${expected}.`);
    }
  }
  return faults;
}
