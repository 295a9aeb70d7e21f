import type { Checks } from '../check.js';

const TRANSFERRED = `SELECT job.account_id, item_transfer_job_id, line AS line_id,
    -COALESCE(sum(quantity) FILTER (WHERE location_id = from_location_id AND quantity < 0), 0) AS shipped,
    COALESCE(sum(quantity) FILTER (WHERE location_id = from_location_id AND quantity > 0), 0) AS returned,
    COALESCE(sum(quantity) FILTER (WHERE location_id = to_location_id), 0) AS received,
    COALESCE(sum(quantity) FILTER (WHERE location_id = 0), 0) AS in_transit
  FROM inventory.item_flow flow JOIN inventory.transfer_job job
    ON job.account_id = flow.account_id AND document = 'transfer_job' AND document_id = item_transfer_job_id
  GROUP BY 1, 2, 3`;

export const jobChecks: Checks = {
  'a job is not where its last acknowledged step has left it': `
    SELECT expected.*, found.status AS found_status, found.counts AS found_counts
    FROM json_to_recordset($records) AS expected (account_id int, kind text, id bigint, status int, counts int)
    LEFT JOIN (
      SELECT account_id, 'transfer_job' AS kind, item_transfer_job_id AS id, job_status_id AS status,
        NULL::bigint AS counts
      FROM inventory.transfer_job
      UNION ALL
      SELECT account_id, 'stock_take_job', item_stock_take_job_id, job_status_id, count(stock_take_count_id)
      FROM inventory.stock_take_job LEFT JOIN inventory.stock_take_count USING (account_id, item_stock_take_job_id)
      GROUP BY 1, 2, 3, 4
    ) found USING (account_id, kind, id)
    WHERE expected.status IS NOT NULL
      AND (expected.status, expected.counts) IS DISTINCT FROM (found.status, found.counts)`,
  'the pieces that a transfer job has shipped are not received, returned, lost or in transit': `
    SELECT line.account_id, item_transfer_job_id, job_status_id, line_id, line.quantity, line.quantity_received,
      line.quantity_in_transit, line.quantity_lost, moved.shipped, moved.returned, moved.received, moved.in_transit
    FROM inventory.transfer_job_line line JOIN inventory.transfer_job USING (account_id, item_transfer_job_id)
    LEFT JOIN (${TRANSFERRED}) moved USING (account_id, item_transfer_job_id, line_id)
    WHERE COALESCE(shipped, 0) <> COALESCE(returned + received + in_transit, 0) + line.quantity_lost
      OR line.quantity_received <> COALESCE(received, 0) OR line.quantity_in_transit <> COALESCE(in_transit, 0)
      OR COALESCE(shipped, 0) <> ALL (ARRAY[0, line.quantity]) OR job_status_id = 2 AND shipped IS NULL
      OR job_status_id <> 2 AND line.quantity_in_transit <> 0`,
  'stock in transit is not what open transfer jobs have on their way': `
    SELECT account_id, item_id, on_hand, job.in_transit
    FROM (SELECT * FROM inventory.item_stock WHERE location_id = 0) stock FULL JOIN (
      SELECT account_id, item_id, sum(quantity_in_transit) AS in_transit
      FROM inventory.transfer_job JOIN inventory.transfer_job_line USING (account_id, item_transfer_job_id)
      WHERE job_status_id = 2 GROUP BY 1, 2
    ) job USING (account_id, item_id) WHERE COALESCE(on_hand, 0) <> COALESCE(in_transit, 0)`,
  'a count does not expect the balance at its position': `
    SELECT count.account_id, item_stock_take_job_id, count.item_id,
      location_id, count.seq, quantity_expected, flow.balance
    FROM (
      SELECT account_id, item_stock_take_job_id, item_id, seq, quantity_expected FROM inventory.stock_take_count
      UNION ALL SELECT account_id, item_stock_take_job_id, item_id, seq, quantity_expected
      FROM inventory.stock_take_job_line
    ) count JOIN inventory.stock_take_job USING (account_id, item_stock_take_job_id)
    LEFT JOIN inventory.item_flow flow USING (account_id, item_id, location_id, seq)
    WHERE count.seq IS NOT NULL AND quantity_expected <> COALESCE(flow.balance, 0)`,
  'a stock take has not moved what its lines have booked': `
    SELECT account_id, item_stock_take_job_id, line_id, line.quantity_booked, moved.quantity AS moved
    FROM inventory.stock_take_job_line line FULL JOIN (
      SELECT account_id, document_id AS item_stock_take_job_id, line AS line_id, sum(quantity) AS quantity
      FROM inventory.item_flow WHERE document = 'stock_take_job' GROUP BY 1, 2, 3
    ) moved USING (account_id, item_stock_take_job_id, line_id)
    WHERE COALESCE(quantity_booked, 0) <> COALESCE(moved.quantity, 0)`,
  // Older counts may have corrected the stock behind the position of a newer one.
  'the newest count of a stock is not the balance at its position with the corrections behind it': `
    SELECT newest.*, corrected.quantity AS corrected FROM (
      SELECT DISTINCT ON (account_id, item_id, location_id)
        account_id, item_stock_take_job_id, item_id, location_id, line.seq, line.quantity, quantity_expected
      FROM inventory.stock_take_job JOIN inventory.stock_take_job_line line USING (account_id, item_stock_take_job_id)
      CROSS JOIN LATERAL (
        SELECT max(stock_take_count_id) AS last_count FROM inventory.stock_take_count
        WHERE (account_id, item_stock_take_job_id, item_id)
          = (line.account_id, line.item_stock_take_job_id, line.item_id)
      ) latest
      WHERE job_status_id = 3 AND line.seq IS NOT NULL AND NOT superseded
      ORDER BY account_id, item_id, location_id, line.seq DESC, last_count DESC
    ) newest CROSS JOIN LATERAL (
      SELECT COALESCE(sum(flow.quantity), 0) AS quantity FROM inventory.item_flow flow
      WHERE (flow.account_id, flow.item_id, flow.location_id) = (newest.account_id, newest.item_id, newest.location_id)
        AND flow.seq > newest.seq AND flow.document = 'stock_take_job'
    ) corrected
    WHERE newest.quantity <> newest.quantity_expected + corrected.quantity`,
};
