import { type Checks, lineParts } from '../check.js';

/** The pieces of the `line` of a reservation. One piece of the line has `unit` of them. */
const PIECES = `(SELECT line.item_id, 1 AS unit, line.held, line.taken WHERE line.components IS NULL
    UNION ALL SELECT item_id, quantity, held, taken
    FROM jsonb_to_recordset(line.components) AS part (item_id bigint, quantity int, held int, taken int))`;

const LINES = 'inventory.reservation JOIN inventory.reservation_line line USING (account_id, item_reservation_id)';

export const reservationChecks: Checks = {
  'a stock has not reserved what living reservations hold': `
    SELECT account_id, item_id, location_id, reserved, held FROM inventory.item_stock FULL JOIN (
      SELECT account_id, part.item_id, location_id, sum(part.held) AS held
      FROM ${LINES} CROSS JOIN LATERAL ${lineParts('line.held', 'held')} part
      WHERE status = 'active' AND date_deleted IS NULL GROUP BY 1, 2, 3
    ) hold USING (account_id, item_id, location_id)
    WHERE COALESCE(reserved, 0) <> COALESCE(held, 0) OR reserved < 0`,
  'a reservation is past its time and holds pieces': `
    SELECT * FROM inventory.reservation
    WHERE date_expire < now() - interval '10 seconds' AND status = 'active' AND date_deleted IS NULL`,
  'a reservation has not the status that its time and its order give it': `
    SELECT account_id, item_reservation_id, status, date_expire, order_id, sale.date_deleted AS order_deleted
    FROM inventory.reservation LEFT JOIN sales.sale_order sale USING (account_id, order_id)
    WHERE reservation.date_deleted IS NULL AND status <> CASE
      WHEN sale.date_deleted IS NOT NULL THEN 'released' WHEN date_expire < now() THEN 'expired' ELSE 'active'
    END`,
  'a reservation is not for the order that it was acknowledged for': `
    SELECT expected.account_id, id, expected.order_id, found.order_id AS found_order
    FROM json_to_recordset($records) AS expected (account_id int, kind text, id bigint, order_id bigint)
    JOIN inventory.reservation found ON found.account_id = expected.account_id AND item_reservation_id = id
    WHERE kind = 'reservation' AND COALESCE(expected.order_id, 0) <> found.order_id`,
  'a line of a living reservation does not hold all that its order has not taken': `
    SELECT account_id, item_reservation_id, line_id, part.item_id,
      line.quantity * unit AS quantity, part.held, part.taken
    FROM ${LINES} CROSS JOIN LATERAL ${PIECES} part
    WHERE status = 'active' AND date_deleted IS NULL
      AND (part.held + part.taken <> line.quantity * unit OR least(part.held, part.taken) < 0)`,
  'an ended reservation holds pieces, or its order has taken others than before the end': `
    SELECT ended.*, published.taken AS published FROM (
      SELECT account_id, item_reservation_id, status, sum(piece.held) AS held,
        array_agg(piece.taken ORDER BY position) AS taken
      FROM ${LINES}
      CROSS JOIN LATERAL (SELECT sum(held) AS held, min(taken / unit)::bigint AS taken FROM ${PIECES} part) piece
      WHERE status <> 'active' GROUP BY 1, 2, 3
    ) ended LEFT JOIN LATERAL (
      SELECT array(SELECT (item ->> 'quantity_taken')::bigint
        FROM json_array_elements(payload #> '{record,items}') item) AS taken
      FROM inventory.outbox_archive fact
      WHERE fact.account_id = ended.account_id AND topic = 'inventory.reservation'
        AND aggregate_id = item_reservation_id
        AND payload #>> '{record,status}' = 'active'
      ORDER BY sequence DESC LIMIT 1
    ) published ON true
    WHERE held <> 0 OR ended.taken IS DISTINCT FROM published.taken`,
  'more pieces are taken out of reservations than their order has taken': `
    SELECT account_id, order_id, item_id, hold.taken, flow.taken AS flow_taken FROM (
      SELECT account_id, order_id, part.item_id, sum(part.taken) AS taken
      FROM ${LINES} CROSS JOIN LATERAL ${PIECES} part GROUP BY 1, 2, 3
    ) hold LEFT JOIN (
      SELECT account_id, document_id AS order_id, item_id, -sum(quantity) AS taken
      FROM inventory.item_flow WHERE document = 'order' AND quantity < 0 GROUP BY 1, 2, 3
    ) flow USING (account_id, order_id, item_id)
    WHERE hold.taken > COALESCE(flow.taken, 0)`,
};
