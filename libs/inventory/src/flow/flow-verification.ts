import { DOCUMENTS, type FlowChecked, type FlowFault, stockArrived } from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';
import { VERIFY_DOCUMENTS } from './document-verification.js';
import { isServable } from '../ledger/queue.js';

/**
 * One statement, so that all of an item is seen at one moment. Every balance is added up anew from the movements, every
 * cost from their values, and what lines of documents have taken from the movements of their documents. No line waits
 * that could take all its pieces, unless an arrival that announces the stock of one of them is still on its way, or met
 * a lock and is tried again; and none that no request could end: only living orders wait.
 */
const VERIFY = statement(
  'verify_flow',
  `WITH chain AS (
     SELECT item_id, location_id, seq, quantity, balance, value + variance AS worth,
       sum(quantity) OVER places AS added_up, row_number() OVER places AS place
     FROM inventory.item_flow WHERE account_id = $1 AND item_id BETWEEN $2 AND $3
     WINDOW places AS (PARTITION BY item_id, location_id ORDER BY seq)
   ), flowed AS (
     SELECT item_id, location_id, count(*) AS flows, sum(quantity) AS quantity, sum(worth) AS worth, max(seq) AS seq,
       min(seq) FILTER (WHERE balance <> added_up OR seq <> place) AS broken
     FROM chain GROUP BY item_id, location_id
   ), level AS (
     SELECT item_id, location_id, COALESCE(stock.on_hand, 0) AS on_hand, COALESCE(stock.seq, 0) AS seq,
       COALESCE(flowed.quantity, 0) AS flow_quantity, COALESCE(flowed.seq, 0) AS flow_seq, flowed.broken, flowed.worth
     FROM (SELECT * FROM inventory.item_stock WHERE account_id = $1 AND item_id BETWEEN $2 AND $3) stock
     FULL JOIN flowed USING (item_id, location_id)
   ), held AS (
     SELECT item_id, sum(on_hand) AS on_hand, sum(worth) AS worth FROM level GROUP BY item_id
   ), cost AS (
     SELECT item_id, COALESCE(cost.quantity, 0) AS quantity, COALESCE(cost.pool_cost, 0) AS pool_cost,
       COALESCE(cost.average_cost, 0) AS average_cost, COALESCE(held.on_hand, 0) AS on_hand,
       COALESCE(held.worth, 0) AS worth
     FROM (SELECT * FROM inventory.item_cost WHERE account_id = $1 AND item_id BETWEEN $2 AND $3) cost
     FULL JOIN held USING (item_id)
   ), booked AS (
     SELECT document, document_id, line AS line_id, item_id, location_id,
       -sum(quantity) AS quantity, -sum(value) AS value
     FROM inventory.item_flow
     WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 AND document = ANY ($4)
     GROUP BY 1, 2, 3, 4, 5
   ), line AS (
     SELECT format('line %s of %s %s', line_id, replace(document, '_', ' '), document_id) AS name, item_id, location_id,
       COALESCE(line.taken, 0) AS taken, COALESCE(line.value, 0) AS value,
       COALESCE(booked.quantity, 0) AS flow_quantity, COALESCE(booked.value, 0) AS flow_value
     FROM (SELECT * FROM inventory.stock_demand_line WHERE account_id = $1 AND item_id BETWEEN $2 AND $3) line
     FULL JOIN booked USING (document, document_id, line_id, item_id, location_id)
   ), waiting AS (
     SELECT *, format('line %s of %s %s waits, though ', line_id, replace(document, '_', ' '), document_id) AS what
     FROM inventory.stock_demand_line WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 AND taken < wanted
   ), fault (item_id, location_id, what, expected, found) AS (
     SELECT item_id, location_id, 'on_hand', flow_quantity, on_hand FROM level WHERE on_hand <> flow_quantity
     UNION ALL SELECT item_id, location_id, 'seq', flow_seq, seq FROM level WHERE seq <> flow_seq
     UNION ALL SELECT item_id, location_id, 'chain, broken at seq', 0, broken FROM level WHERE broken IS NOT NULL
     UNION ALL SELECT item_id, 0, 'quantity', on_hand, quantity FROM cost WHERE quantity <> on_hand
     UNION ALL SELECT item_id, 0, 'pool_cost', worth, pool_cost FROM cost WHERE pool_cost <> worth
     UNION ALL SELECT item_id, 0, 'average_cost * quantity', pool_cost, average_cost * quantity FROM cost
       WHERE abs(average_cost * quantity - pool_cost) > 0.000001
     UNION ALL SELECT item_id, location_id, 'taken by ' || name, flow_quantity, taken
       FROM line WHERE taken <> flow_quantity
     UNION ALL SELECT item_id, location_id, 'cost of ' || name, flow_value, value
       FROM line WHERE value <> flow_value
     UNION ALL SELECT item_id, location_id, what || 'only orders may', wanted, taken FROM waiting
     WHERE document <> 'order'
     UNION ALL SELECT item_id, location_id, what || 'its document is over', wanted, taken FROM waiting
     WHERE NOT EXISTS (
       SELECT FROM inventory.stock_demand demand WHERE demand.account_id = $1 AND demand.document = waiting.document
         AND demand.document_id = waiting.document_id AND NOT demand.is_over
     )
     UNION ALL SELECT item_id, location_id, what || 'its pieces are there', wanted, taken
       FROM waiting WHERE ${isServable('waiting')}
         AND NOT EXISTS (
           SELECT FROM (
             SELECT account_id, topic, aggregate_id FROM (
               SELECT event_id, account_id, topic, aggregate_id FROM inventory.outbox
               UNION ALL SELECT event_id, account_id, topic, aggregate_id FROM inventory.outbox_archive
             ) published
             WHERE NOT EXISTS (
               SELECT FROM inventory.inbox WHERE consumer = 'inventory' AND inbox.event_id = published.event_id
             )
             UNION ALL SELECT account_id, topic, aggregate_id FROM inventory.parked_event
             WHERE consumer = 'inventory' AND retry_at IS NOT NULL
           ) coming
           WHERE coming.account_id = $1 AND coming.topic = '${stockArrived.topic}' AND coming.aggregate_id IN (
             SELECT item_id FROM inventory.stock_demand_line part
             WHERE part.account_id = $1 AND part.document = waiting.document
               AND part.document_id = waiting.document_id
               AND part.line_id = waiting.line_id AND part.taken < part.wanted
           )
         )
   )
   SELECT
     json_build_object('flows', (SELECT COALESCE(sum(flows), 0) FROM flowed), 'levels', (SELECT count(*) FROM level),
       'items', (SELECT count(*) FROM cost), 'document_lines', (SELECT count(*) FROM line)) AS checked,
     (SELECT COALESCE(json_agg(row), '[]') FROM (
       SELECT item_id, location_id, what, expected::text, found::text FROM fault ORDER BY item_id, location_id, what
       LIMIT 100
     ) row) AS faults`,
);

/** Returns the last items of parts that have few enough movements to be verified in well under a statement's time. */
const PARTS = statement(
  'parts_of_flow',
  `SELECT max(item_id) AS last FROM (
     SELECT item_id, sum(count(*)) OVER (ORDER BY item_id) / 250000 AS movements
     FROM inventory.item_flow WHERE account_id = $1 GROUP BY item_id
   ) item GROUP BY floor(movements) ORDER BY last`,
);

/**
 * PostgreSQL takes the rows of a new account for few, and would compare each line of the documents with each other one.
 * The statement before, which looks at few lines of the queues, needs the indexes.
 */
const WITHOUT_NESTED_LOOPS = statement('without_nested_loops', 'SET LOCAL enable_nestloop = off');

interface Verified {
  readonly checked: FlowChecked;
  readonly faults: FlowFault[];
}

interface VerifiedDocuments {
  readonly lines: number;
  readonly faults: FlowFault[];
}

/** Proves an account's stock and documents against the movements, or one item's. */
export async function verifyFlow(db: Db, account_id: number, item_id?: number) {
  const parts = item_id ? [] : await db.query<{ last: number }>(PARTS, [account_id]);
  const ends = item_id ? [item_id] : [...parts.slice(0, -1).map(({ last }) => last), Number.MAX_SAFE_INTEGER];
  const checked = { flows: 0, levels: 0, items: 0, document_lines: 0 };
  const faults: FlowFault[] = [];
  let from = item_id ?? 0;
  for (const end of ends) {
    const [[part], [documents]] = await db.snapshot(async (reader) => {
      const ofFlow = reader.query<Verified>(VERIFY, [account_id, from, end, DOCUMENTS]);
      const setting = item_id ? [] : reader.query(WITHOUT_NESTED_LOOPS, []);
      const ofDocuments = reader.query<VerifiedDocuments>(VERIFY_DOCUMENTS, [account_id, from, end]);
      return Promise.all([ofFlow, ofDocuments, setting]);
    });
    if (!part || !documents) throw new Error('The verification has no result.');
    checked.flows += part.checked.flows;
    checked.levels += part.checked.levels;
    checked.items += part.checked.items;
    checked.document_lines += part.checked.document_lines + documents.lines;
    faults.push(...part.faults, ...documents.faults);
    from = end + 1;
  }
  return { ok: !faults.length, checked, faults: faults.slice(0, 100) };
}
