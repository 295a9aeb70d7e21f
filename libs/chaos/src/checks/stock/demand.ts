import { orderStockSettled } from '@stockbook/contracts';
import { BELOW_ZERO, type Checks, lineParts } from '../check.js';

const LINES = `SELECT line.account_id, 'order' AS document,
    line.order_id AS document_id, line.order_product_id AS line_id,
    line.item_id, line.components, sale.location_id, line.taken, line.short,
    CASE WHEN sale.deducts AND sale.date_deleted IS NULL
      AND line.date_deleted IS NULL THEN line.quantity ELSE 0 END AS wanted
  FROM sales.sale_order_product line JOIN sales.sale_order sale USING (account_id, order_id) WHERE line.item_id > 0
  UNION ALL
  SELECT line.account_id, 'credit_note', line.credit_note_id, line.credit_note_product_id,
    line.item_id, line.components, note.location_id, line.taken, line.short,
    CASE WHEN (note.restock OR note.status_restocks) AND note.date_deleted IS NULL AND line.date_deleted IS NULL
      THEN -line.quantity ELSE 0 END
  FROM sales.sale_credit_note_product line JOIN sales.sale_credit_note note USING (account_id, credit_note_id)
  WHERE line.item_id > 0`;

const LINE = 'account_id, document, document_id, line_id, location_id';

const WANTED = `SELECT ${LINE}, part.item_id, line.wanted * part.quantity AS wanted
  FROM (${LINES}) line CROSS JOIN LATERAL ${lineParts('1', 'quantity')} part`;

const KNOWN = 'SELECT * FROM inventory.stock_demand_line';

const WAITING = `SELECT *, wanted - taken AS missing,
    sum(wanted - taken) OVER (PARTITION BY account_id, document, document_id, item_id, location_id ORDER BY line_id)
    AS missing_until, row_number() OVER (PARTITION BY account_id, item_id, location_id ORDER BY place) AS turn
  FROM inventory.stock_demand_line WHERE taken < wanted`;

const HELD = `SELECT account_id, 'order' AS document, order_id AS document_id,
    location_id, part.item_id, sum(part.held) AS held
  FROM inventory.reservation JOIN inventory.reservation_line line USING (account_id, item_reservation_id)
  CROSS JOIN LATERAL ${lineParts('held', 'held')} part
  WHERE order_id <> 0 AND reservation.date_deleted IS NULL GROUP BY 1, 2, 3, 4, 5`;

export const demandChecks: Checks = {
  'inventory has not seen the last change of an order': `
    SELECT sale.account_id, order_id, sale.version, demand.version AS demand_version, known.version AS known_version
    FROM sales.sale_order sale LEFT JOIN (
      SELECT account_id, aggregate_id AS order_id, max((payload -> 'demand' ->> 'version')::bigint) AS version
      FROM sales.outbox_archive WHERE topic = 'sale.order' GROUP BY 1, 2
    ) demand USING (account_id, order_id)
    LEFT JOIN inventory.stock_demand known
      ON known.account_id = sale.account_id AND known.document = 'order' AND known.document_id = order_id
    WHERE known.version IS DISTINCT FROM demand.version OR known.version IS NULL`,
  'a line wants of the stock what its document does not say': `
    SELECT ${LINE}, item_id, line.wanted, known.wanted AS known_wanted
    FROM (${WANTED}) line FULL JOIN (${KNOWN}) known USING (${LINE}, item_id)
    WHERE COALESCE(line.wanted, 0) <> COALESCE(known.wanted, 0)`,
  'a line has taken what its flow rows do not add up to': `
    SELECT account_id, document, document_id, line_id, item_id, location_id,
      known.taken, flow.taken AS flow_taken, flow.versions
    FROM inventory.stock_demand_line known FULL JOIN (
      SELECT account_id, document, document_id, line AS line_id, item_id, location_id, -sum(quantity) AS taken,
        array_agg(document_version ORDER BY item_flow_id) AS versions
      FROM inventory.item_flow WHERE document IN (SELECT document FROM inventory.stock_demand) GROUP BY 1, 2, 3, 4, 5, 6
    ) flow USING (account_id, document, document_id, line_id, item_id, location_id)
    WHERE COALESCE(known.taken, 0) <> COALESCE(flow.taken, 0)`,
  'a line has taken more than it wants': `SELECT * FROM inventory.stock_demand_line WHERE taken > wanted`,
  'a line waits though its pieces are there': `
    SELECT account_id, document, document_id, line_id, array_agg(item_id) AS item_ids
    FROM (
      SELECT waiting.*, GREATEST(0, LEAST(missing, missing_until - COALESCE(held, 0))) AS missing_beside_hold
      FROM (${WAITING}) waiting LEFT JOIN (${HELD}) hold USING (account_id, document, document_id, location_id, item_id)
    ) line JOIN inventory.item_stock stock USING (account_id, item_id, location_id)
    GROUP BY account_id, document, document_id, line_id
    HAVING bool_and(account_id IN ${BELOW_ZERO} OR missing_beside_hold = 0
      OR missing_beside_hold <= stock.on_hand - stock.reserved AND turn = 1)`,
  // Both times are of the clock under the lock of the stock, so they order the transactions. Pieces that are reserved
  // for an order wait for no other. A line keeps the place at which it took its pieces until the order's next version.
  'an order has taken pieces while one that began to wait before it waited': `
    SELECT line.account_id, line.document_id AS order_id, line.item_id, line.location_id,
      line.wanted - line.taken AS missing, answer.since, flow.document_id AS newer_id,
      flow.quantity, flow.balance, flow.date_added
    FROM inventory.stock_demand_line line
    JOIN inventory.stock_demand demand USING (account_id, document, document_id)
    CROSS JOIN LATERAL (
      SELECT min(created_at) AS since FROM inventory.outbox_archive
      WHERE account_id = line.account_id AND topic = '${orderStockSettled.topic}' AND aggregate_id = line.document_id
        AND (payload ->> 'version')::bigint = demand.version
    ) answer
    JOIN inventory.item_flow flow ON flow.account_id = line.account_id AND flow.item_id = line.item_id
      AND flow.location_id = line.location_id AND flow.document = 'order' AND flow.quantity < 0
    JOIN inventory.stock_demand taker ON taker.account_id = flow.account_id AND taker.document = flow.document
      AND taker.document_id = flow.document_id AND taker.version = flow.document_version
    JOIN inventory.stock_demand_line newer ON newer.account_id = flow.account_id AND newer.document = flow.document
      AND newer.document_id = flow.document_id AND newer.line_id = flow.line AND newer.item_id = flow.item_id
      AND newer.location_id = flow.location_id AND (newer.place = 0 OR newer.place > line.place)
    WHERE line.document = 'order' AND line.taken < line.wanted AND line.account_id NOT IN ${BELOW_ZERO}
      AND flow.date_added > answer.since
      AND NOT EXISTS (
        SELECT FROM inventory.reservation hold
        WHERE (hold.account_id, hold.order_id) = (flow.account_id, flow.document_id)
      )`,
  'a line of a document that never waits does': `SELECT * FROM (${WAITING}) waiting WHERE document <> 'order'`,
  'a line waits though its document is over': `
    SELECT waiting.* FROM (${WAITING}) waiting JOIN inventory.stock_demand USING (account_id, document, document_id)
    WHERE is_over`,
  'sales does not know what the stock gave for a line': `
    SELECT ${LINE}, line.taken, line.short, known.taken AS known_taken, known.wanted AS known_wanted
    FROM (${LINES}) line LEFT JOIN (
      SELECT ${LINE}, min(wanted / per_unit) AS wanted, min(taken / per_unit) AS taken FROM (${KNOWN}) part
      GROUP BY ${LINE}
    ) known USING (${LINE})
    WHERE line.taken <> COALESCE(known.taken, 0) OR line.short <> COALESCE(known.wanted - known.taken, 0)`,
};
