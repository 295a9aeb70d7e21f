import { statement } from '@stockbook/persistence';
import { IN_TRANSIT } from '../ledger/locked-stock.js';
import { partsOfLine } from '../ledger/queue.js';

/** Each place of a living document's lines, with the pieces that the flow must have moved there. */
const MOVING_LINES = [
  ['addition', 'item_addition_id', 'location_id', 'quantity'],
  ['stock_take_job', 'item_stock_take_job_id', 'location_id', 'COALESCE(quantity_booked, 0)'],
  ['transfer', 'item_transfer_id', 'from_location_id', '-quantity'],
  ['transfer', 'item_transfer_id', 'to_location_id', 'quantity'],
  [
    'transfer_job',
    'item_transfer_job_id',
    'from_location_id',
    '-(quantity_in_transit + quantity_received + quantity_lost)',
  ],
  ['transfer_job', 'item_transfer_job_id', `${IN_TRANSIT}`, 'quantity_in_transit'],
  ['transfer_job', 'item_transfer_job_id', 'to_location_id', 'quantity_received'],
] as const;

const movedLinesSql = ([table, key, location, moved]: (typeof MOVING_LINES)[number]) =>
  `SELECT '${table}' AS document, ${key} AS document_id, line_id, item_id,
     ${location} AS location_id, ${moved} AS quantity
   FROM inventory.${table}_line JOIN inventory.${table} USING (account_id, ${key})
   WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 AND date_deleted IS NULL`;

/** A line of a bundle moves its components. */
const DEDUCTION_LINES = `SELECT 'deduction', item_deduction_id, line_id,
     part.item_id, location_id, -line.quantity * part.quantity
   FROM inventory.deduction_line line JOIN inventory.deduction USING (account_id, item_deduction_id)
   CROSS JOIN LATERAL ${partsOfLine('quantity', '1')} part
   WHERE account_id = $1 AND part.item_id BETWEEN $2 AND $3 AND date_deleted IS NULL`;

const DOCUMENTS = [...new Set(MOVING_LINES.map(([document]) => document)), 'deduction'].map((name) => `'${name}'`);

/** The movements of a deleted document add up to zero. */
export const VERIFY_DOCUMENTS = statement(
  'verify_documents',
  `WITH line AS (
     ${[...MOVING_LINES.map(movedLinesSql), DEDUCTION_LINES].join(' UNION ALL ')}
   ), booked AS (
     SELECT document, document_id, line AS line_id, item_id, location_id, sum(quantity) AS quantity
     FROM inventory.item_flow
     WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 AND document IN (${DOCUMENTS.join(', ')})
     GROUP BY 1, 2, 3, 4, 5
   ), moved AS (
     SELECT format('moved by line %s of %s %s', line_id, replace(document, '_', ' '), document_id) AS what, item_id,
       location_id, COALESCE(line.quantity, 0) AS expected, COALESCE(booked.quantity, 0) AS found
     FROM line FULL JOIN booked USING (document, document_id, line_id, item_id, location_id)
   ), ordered AS (
     SELECT purchase_order_id, item_id, sum(quantity_received) AS quantity
     FROM inventory.purchase_order_line WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 GROUP BY 1, 2
   ), receipt AS (
     SELECT purchase_order_id, item_id, sum(quantity) AS quantity
     FROM inventory.addition_line JOIN inventory.addition USING (account_id, item_addition_id)
     WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 AND purchase_order_id <> 0 AND date_deleted IS NULL
     GROUP BY 1, 2
   ), received AS (
     SELECT format('received by purchase order %s', purchase_order_id) AS what, item_id, 0 AS location_id,
       COALESCE(receipt.quantity, 0) AS expected, ordered.quantity AS found
     FROM ordered LEFT JOIN receipt USING (purchase_order_id, item_id)
   ), held AS (
     SELECT part.item_id, location_id, sum(part.held) AS quantity
     FROM inventory.reservation_line line JOIN inventory.reservation USING (account_id, item_reservation_id)
     CROSS JOIN LATERAL ${partsOfLine('held', 'line.held')} part
     WHERE account_id = $1 AND part.item_id BETWEEN $2 AND $3 AND status = 'active' AND date_deleted IS NULL
     GROUP BY 1, 2
   ), reserved AS (
     SELECT 'reserved' AS what, item_id, location_id,
       COALESCE(held.quantity, 0) AS expected, COALESCE(reserved, 0) AS found
     FROM (SELECT * FROM inventory.item_stock
       WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 AND reserved <> 0) stock
     FULL JOIN held USING (item_id, location_id)
   ), job AS (
     SELECT item_id, sum(quantity_in_transit) AS quantity
     FROM inventory.transfer_job_line JOIN inventory.transfer_job USING (account_id, item_transfer_job_id)
     WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 AND job_status_id = 2 AND quantity_in_transit > 0 GROUP BY 1
   ), transit AS (
     SELECT 'in transit' AS what, item_id, ${IN_TRANSIT} AS location_id, COALESCE(job.quantity, 0) AS expected,
       COALESCE(on_hand, 0) AS found
     FROM (
       SELECT * FROM inventory.item_stock
       WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 AND location_id = ${IN_TRANSIT}
     ) stock FULL JOIN job USING (item_id)
   ), taken AS (
     SELECT line_id, item_stock_take_job_id, item_id, location_id, line.quantity, line.quantity_expected, line.seq,
       COALESCE(flow.balance, 0) AS balance, latest.quantity AS latest
     FROM inventory.stock_take_job_line line JOIN inventory.stock_take_job USING (account_id, item_stock_take_job_id)
     LEFT JOIN inventory.item_flow flow USING (account_id, item_id, location_id, seq)
     LEFT JOIN LATERAL (
       SELECT quantity FROM inventory.stock_take_count WHERE account_id = $1 AND item_id = line.item_id
         AND item_stock_take_job_id = line.item_stock_take_job_id ORDER BY stock_take_count_id DESC LIMIT 1
     ) latest ON true
     WHERE account_id = $1 AND item_id BETWEEN $2 AND $3 AND line.seq IS NOT NULL
   ), counted AS (
     SELECT format('%s by line %s of stock take job %s', what, line_id, item_stock_take_job_id) AS what, item_id,
       location_id, expected, found
     FROM taken CROSS JOIN LATERAL (
       VALUES ('expected', balance, quantity_expected), ('counted', COALESCE(latest, -1)::bigint, quantity::bigint)
     ) proof (what, expected, found)
   ), kept AS (
     SELECT format('held and taken by line %s of reservation %s', line_id, item_reservation_id) AS what, piece.item_id,
       location_id, CASE status WHEN 'active' THEN line.quantity * piece.per_unit
         ELSE least(piece.taken, line.quantity * piece.per_unit) END AS expected,
       piece.held + piece.taken AS found
     FROM inventory.reservation_line line JOIN inventory.reservation USING (account_id, item_reservation_id)
     CROSS JOIN LATERAL (
       SELECT line.item_id, 1 AS per_unit, line.held, line.taken WHERE line.components IS NULL
       UNION ALL SELECT *
       FROM jsonb_to_recordset(line.components) AS part (item_id bigint, quantity int, held int, taken int)
     ) piece
     WHERE account_id = $1 AND piece.item_id BETWEEN $2 AND $3 AND date_deleted IS NULL
   ), progress AS (
     SELECT format('status of purchase order %s', purchase_order_id) AS what,
       first_item_id AS item_id, 0 AS location_id, expected, status AS found
     FROM inventory.purchase_order CROSS JOIN LATERAL (
       SELECT min(item_id) FILTER (WHERE item_id BETWEEN $2 AND $3) AS first_item_id,
         CASE WHEN bool_and(quantity_received >= quantity) THEN 'received'
           WHEN bool_or(quantity_received > 0) THEN 'partly_received' ELSE 'open' END AS expected
       FROM inventory.purchase_order_line line
       WHERE line.account_id = $1 AND line.purchase_order_id = purchase_order.purchase_order_id
     ) lines
     WHERE account_id = $1 AND status <> 'closed' AND date_deleted IS NULL
       AND first_item_id IS NOT NULL AND status <> expected
   ), checked AS (
     TABLE counted UNION ALL TABLE kept UNION ALL TABLE moved UNION ALL TABLE received UNION ALL TABLE reserved
     UNION ALL TABLE transit
   )
   SELECT (SELECT count(*)::int FROM moved) + (SELECT count(*)::int FROM received) AS lines, COALESCE((
     SELECT json_agg(row) FROM (
       SELECT item_id, location_id, what, expected::text, found::text FROM checked WHERE expected <> found
       UNION ALL SELECT item_id, location_id, what, expected, found FROM progress
       ORDER BY item_id, location_id, what LIMIT 100
     ) row
   ), '[]') AS faults`,
);
