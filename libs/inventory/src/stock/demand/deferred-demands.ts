import { type DemandLine, documentLabel, type Event, stockDocuments } from '@stockbook/contracts';
import { BehindDeferred } from '@stockbook/messaging';
import { statement, type Tx } from '@stockbook/persistence';
import type { DocumentName } from '../ledger/locked-stock.js';

const TOPICS = Object.values(stockDocuments).map(({ changed }) => `'${changed.topic}'`);

/** The deferred demands of the accounts $1. */
export const DEFERRED = `inventory.parked_event parked
  WHERE parked.consumer = 'inventory' AND parked.topic IN (${TOPICS.join(', ')}) AND parked.retry_at IS NOT NULL
    AND parked.account_id = ANY ($1)`;

const OLDER_DEFERRED = statement(
  'older_deferred_demand',
  `SELECT demand.document, demand.document_id FROM (SELECT * FROM ${DEFERRED}) parked
   CROSS JOIN LATERAL json_to_record(parked.payload->'demand') AS demand (document text, document_id bigint, lines json)
   CROSS JOIN LATERAL json_to_recordset(demand.lines) AS line (item_id bigint, location_id bigint)
   JOIN json_to_recordset($2) AS wanted (account_id int, event_id uuid, created_at timestamptz, item_id bigint, location_id bigint)
     ON wanted.account_id = parked.account_id AND wanted.item_id = line.item_id AND wanted.location_id = line.location_id
       AND (parked.created_at, parked.event_id) < (wanted.created_at, wanted.event_id)
   LIMIT 1`,
);

/** When a change was published: documents that want the same stock begin to wait for it in this order. */
export type Published = Pick<Event, 'event_id' | 'created_at'>;

export const byPublication = (one: Published, other: Published): number =>
  Date.parse(one.created_at) - Date.parse(other.created_at);

interface Demand {
  readonly head: DocumentName;
  readonly since: Published;
  readonly lines: readonly DemandLine[];
}

/**
 * Fails while a demand that was published earlier is deferred for the same stock: that document comes first. Backordered lines have a
 * queue of their own, but a deferred demand has no lines yet.
 */
export async function refuseBehindDeferred(tx: Tx, demands: readonly Demand[]): Promise<void> {
  const wanted = demands.flatMap(({ head: { account_id }, since, lines }) =>
    lines.map(({ item_id, location_id }) => ({ account_id, ...since, item_id, location_id })),
  );
  const [older] = await tx.query<DocumentName>(OLDER_DEFERRED, [tx.accounts, JSON.stringify(wanted)]);
  if (!older) return;
  const name = `${documentLabel(older.document)} ${older.document_id}`;
  throw new BehindDeferred(`The demand of ${name} is deferred and comes first.`);
}
