import { type DemandLine, documentLabel, stockDocuments } from '@stockbook/contracts';
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
   JOIN json_to_recordset($2) AS wanted (account_id int, document text, document_id bigint, item_id bigint, location_id bigint)
     ON wanted.account_id = parked.account_id AND wanted.item_id = line.item_id AND wanted.location_id = line.location_id
       AND (wanted.document_id, wanted.document COLLATE "C") > (demand.document_id, demand.document)
   LIMIT 1`,
);

interface Demand {
  readonly head: DocumentName;
  readonly lines: readonly DemandLine[];
}

/**
 * Fails while the demand of an older document for the same stock is deferred: that document comes first. Backordered lines have a
 * queue of their own, but a deferred demand has no lines yet.
 */
export async function refuseBehindDeferred(tx: Tx, demands: readonly Demand[]): Promise<void> {
  const wanted = demands.flatMap(({ head: { account_id, document, document_id }, lines }) =>
    lines.map(({ item_id, location_id }) => ({ account_id, document, document_id, item_id, location_id })),
  );
  const [older] = await tx.query<DocumentName>(OLDER_DEFERRED, [tx.accounts, JSON.stringify(wanted)]);
  if (!older) return;
  const name = `${documentLabel(older.document)} ${older.document_id}`;
  throw new BehindDeferred(`The demand of ${name} is deferred and comes first.`);
}
