const END = `UPDATE inventory.reservation SET status = 'released' WHERE date_deleted IS NULL AND status = 'active'`;
const ENDED = 'an ended reservation holds pieces, or its order has taken others than before the end';

/** One of each kind of fault in reservations, jobs and bundles, with the check that finds it. */
export const STOCK_PLANTS: readonly (readonly [check: string, sql: string])[] = [
  ['a stock has not reserved what living reservations hold', 'UPDATE inventory.item_stock SET reserved = reserved + 1'],
  [
    'a reservation is past its time and holds pieces',
    `UPDATE inventory.reservation SET date_expire = now() - interval '1 minute', status = 'active'`,
  ],
  ...['held', 'taken'].map((column): [string, string] => [
    'a line of a living reservation does not hold all that its order has not taken',
    `UPDATE inventory.reservation_line SET ${column} = ${column} + 1`,
  ]),
  [ENDED, END],
  [ENDED, `${END}; UPDATE inventory.reservation_line SET held = 0, taken = taken + 1 WHERE components IS NULL`],
  [
    'a line of a document that never waits does',
    `UPDATE inventory.stock_demand_line SET document = 'credit_note', document_id = 1000000, taken = wanted - 1
       WHERE ctid = (
       SELECT ctid FROM inventory.stock_demand_line WHERE document = 'order' LIMIT 1
     )`,
  ],
  [
    'a line waits though its document is over',
    `WITH line AS (
       UPDATE inventory.stock_demand_line SET taken = wanted - 1 WHERE ctid = (
         SELECT ctid FROM inventory.stock_demand_line WHERE document = 'order' AND wanted > 0 LIMIT 1
       ) RETURNING *
     )
     UPDATE inventory.stock_demand demand SET is_over = true FROM line
     WHERE (demand.account_id, demand.document, demand.document_id)
       = (line.account_id, line.document, line.document_id)`,
  ],
  [
    'a line waits though its pieces are there',
    `UPDATE inventory.item_stock SET on_hand = least(on_hand, reserved);
     WITH line AS (
       UPDATE inventory.stock_demand_line SET taken = 0 WHERE ctid = (
         SELECT ctid FROM inventory.stock_demand_line
         WHERE document = 'order' AND taken > 0 AND account_id IN (SELECT account_id FROM inventory.reservation_line)
           AND account_id NOT IN (SELECT account_id FROM inventory.stock_policy WHERE allow_negative_stock) LIMIT 1
       ) RETURNING *
     ), hold AS (
       UPDATE inventory.reservation SET order_id = document_id, location_id = line.location_id, date_deleted = NULL
       FROM line
       WHERE line.account_id = reservation.account_id
     )
     UPDATE inventory.reservation_line SET item_id = line.item_id, held = 1000, components = NULL FROM line
     WHERE line.account_id = reservation_line.account_id`,
  ],
  [
    'more pieces are taken out of reservations than their order has taken',
    'UPDATE inventory.reservation_line SET taken = taken + 1000',
  ],
  [
    'a job is not where its last acknowledged step has left it',
    'UPDATE inventory.transfer_job SET job_status_id = 4 WHERE job_status_id = 2',
  ],
  ['a job is not where its last acknowledged step has left it', 'DELETE FROM inventory.stock_take_count'],
  ...['quantity_received', 'quantity_in_transit', 'quantity_lost'].map((column): [string, string] => [
    'the pieces that a transfer job has shipped are not received, returned, lost or in transit',
    `UPDATE inventory.transfer_job_line SET ${column} = ${column} + 1 WHERE quantity_in_transit > 0`,
  ]),
  [
    'the pieces that a transfer job has shipped are not received, returned, lost or in transit',
    `DELETE FROM inventory.item_flow WHERE document = 'transfer_job' AND quantity > 0`,
  ],
  [
    'stock in transit is not what open transfer jobs have on their way',
    'UPDATE inventory.item_stock SET on_hand = on_hand + 1 WHERE location_id = 0',
  ],
  [
    'a count does not expect the balance at its position',
    'UPDATE inventory.stock_take_count SET quantity_expected = quantity_expected + 1',
  ],
  [
    'a stock take has not moved what its lines have booked',
    `UPDATE inventory.stock_take_job_line SET quantity_booked = quantity_booked + 1 FROM inventory.stock_take_job job
     WHERE job.item_stock_take_job_id = stock_take_job_line.item_stock_take_job_id AND job_status_id = 3`,
  ],
  [
    'the newest count of a stock is not the balance at its position with the corrections behind it',
    'UPDATE inventory.stock_take_job_line SET quantity = quantity + 1 WHERE NOT superseded',
  ],
  ...['sales.sale_order_product', 'inventory.deduction_line', 'inventory.reservation_line'].map(
    (table): [string, string] => [
      'a line has components that no client has given its bundle',
      `UPDATE ${table} SET components = jsonb_set(components, '{0,quantity}', '77') WHERE components IS NOT NULL`,
    ],
  ),
  ...[
    `deduction_line SET components = jsonb_set(components, '{0,quantity}', '77') WHERE components IS NOT NULL`,
    'addition_line SET quantity = quantity + 1',
    'transfer_line SET from_location_id = from_location_id + 1',
    'transfer SET date_deleted = now()',
  ].map((change): [string, string] => [
    'a document has not moved its quantities times the components of its lines',
    `UPDATE inventory.${change}`,
  ]),
  ['a reservation has not the status that its time and its order give it', END],
  [
    'a reservation is not for the order that it was acknowledged for',
    'UPDATE inventory.reservation SET order_id = order_id + 1',
  ],
  [
    'an order has taken pieces while one that began to wait before it waited',
    `UPDATE inventory.stock_demand_line SET taken = 0, place = 1
     WHERE document_id IN (
       SELECT min(document_id) FROM inventory.stock_demand_line WHERE document = 'order' AND taken > 0
       GROUP BY account_id, item_id
     ) AND document = 'order'`,
  ],
];
