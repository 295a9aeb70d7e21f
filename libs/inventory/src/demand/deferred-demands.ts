import { type DemandLine, type Event, stockDocuments } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import type { DocumentName } from '../ledger/locked-stock.js';
import { documentName } from './settlement.js';

const TOPICS = Object.values(stockDocuments).map(({ changed }) => `'${changed.topic}'`);

export const DEFERRED = `inventory.parked_event parked
  WHERE parked.consumer = 'inventory' AND parked.topic IN (${TOPICS.join(', ')}) AND parked.retry_at IS NOT NULL
    AND parked.account_id = ANY ($1)`;

const BEHIND_DEFERRED = statement(
  'demands_behind_deferred',
  `SELECT DISTINCT wanted.account_id, wanted.document, wanted.document_id FROM (SELECT * FROM ${DEFERRED}) parked
   CROSS JOIN LATERAL json_to_record(parked.payload->'demand') AS demand (document text, document_id bigint, lines json)
   CROSS JOIN LATERAL json_to_recordset(demand.lines) AS line (item_id bigint, location_id bigint)
   JOIN json_to_recordset($2) AS wanted (account_id int, document text, document_id bigint, event_id uuid,
     created_at timestamptz, item_id bigint, location_id bigint)
     ON wanted.account_id = parked.account_id AND wanted.item_id = line.item_id
       AND wanted.location_id = line.location_id
       AND (parked.created_at, parked.event_id) < (wanted.created_at, wanted.event_id)`,
);

/** The publication of a change decides the order in which documents begin to wait for the same stock. */
export type Published = Pick<Event, 'event_id' | 'created_at'>;

export const byPublication = (one: Published, other: Published): number =>
  Date.parse(one.created_at) - Date.parse(other.created_at);

interface Demand {
  readonly head: DocumentName;
  readonly since: Published;
  readonly lines: readonly DemandLine[];
}

/** Backordered lines have a queue of their own, but a deferred demand has no lines yet. */
export async function demandsBehindDeferred(tx: Tx, demands: readonly Demand[]): Promise<readonly DocumentName[]> {
  const wanted = demands.flatMap((demand) => demand.lines.map((line) => wantedBy(demand, line)));
  const found = await tx.query<DocumentName>(BEHIND_DEFERRED, [tx.accounts, JSON.stringify(wanted)]);
  if (!found.length) return [];
  const isFound = new Set(found.map(documentName));
  const waitedFor = new Set<string>();
  const inOrder = demands.toSorted((one, other) => byPublication(one.since, other.since));
  return inOrder.flatMap(({ head, lines }) => {
    const stock = lines.map(({ item_id, location_id }) => `${head.account_id}/${item_id}/${location_id}`);
    if (!isFound.has(documentName(head)) && !stock.some((key) => waitedFor.has(key))) return [];
    for (const key of stock) waitedFor.add(key);
    return [head];
  });
}

const wantedBy = ({ head, since }: Demand, { item_id, location_id }: DemandLine) => {
  const { account_id, document, document_id } = head;
  return { account_id, document, document_id, ...since, item_id, location_id };
};
