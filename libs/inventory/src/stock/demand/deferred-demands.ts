import { type DemandLine, orderChanged } from '@stockbook/contracts';
import { BehindDeferred } from '@stockbook/messaging';
import { statement, type Tx } from '@stockbook/persistence';

const DEFERRED = `inventory.parked_event parked
  WHERE parked.consumer = 'inventory' AND parked.topic = '${orderChanged.topic}' AND parked.retry_at IS NOT NULL
    AND parked.account_id = ANY ($1)`;

const ANY_DEFERRED = statement('any_deferred_demand', `SELECT EXISTS (SELECT FROM ${DEFERRED}) AS is_any`);

const OLDER_DEFERRED = statement(
  'older_deferred_demand',
  `SELECT parked.aggregate_id AS order_id FROM (SELECT * FROM ${DEFERRED}) parked
   CROSS JOIN LATERAL json_to_recordset(parked.payload->'lines') AS line (item_id bigint, location_id bigint)
   JOIN json_to_recordset($2) AS wanted (account_id int, order_id bigint, item_id bigint, location_id bigint)
     ON wanted.account_id = parked.account_id AND wanted.order_id > parked.aggregate_id
       AND wanted.item_id = line.item_id AND wanted.location_id = line.location_id
   LIMIT 1`,
);

interface Demanded {
  readonly order: { readonly account_id: number; readonly order_id: number };
  readonly lines: readonly DemandLine[];
}

/**
 * Fails while the demand of an older order for the same stock is deferred: that order comes first. Backordered lines have a queue of
 * their own, but a deferred demand has no lines yet.
 */
export async function waitForOlder(tx: Tx, demands: readonly Demanded[]): Promise<void> {
  const [deferred] = await tx.query<{ is_any: boolean }>(ANY_DEFERRED, [tx.accounts]);
  if (!deferred?.is_any) return;
  const wanted = demands.flatMap(({ order, lines }) =>
    lines.map(({ item_id, location_id }) => ({ ...order, item_id, location_id })),
  );
  const [older] = await tx.query<{ order_id: number }>(OLDER_DEFERRED, [tx.accounts, JSON.stringify(wanted)]);
  if (older) throw new BehindDeferred(`The demand of order ${older.order_id} is deferred and comes first.`);
}
