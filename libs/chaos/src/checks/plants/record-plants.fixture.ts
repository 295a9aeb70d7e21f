import { recordKinds } from '../../load/known.js';

const TABLES: Readonly<Record<string, string>> = {
  credit_note: 'sales.sale_credit_note',
  customer: 'sales.customer',
  bundle: 'inventory.item',
};
const recordTable = (kind: string) => TABLES[kind] ?? `inventory.${kind}`;
const LINES: Readonly<Record<string, string>> = {
  credit_note: 'sales.sale_credit_note_product',
  bundle: 'inventory.item_bundle',
};

/** One of each kind of fault in documents, customers and ledgers, with the check that finds it. */
export const RECORD_PLANTS: readonly (readonly [check: string, sql: string])[] = [
  [
    'the row count of a shipping method is not the number of its orders',
    `INSERT INTO sales.sale_order_shipping_method_row_count
     SELECT account_id, 'Lost', NULL, true, 1 FROM sales.sale_order LIMIT 1`,
  ],
  ...Object.keys(recordKinds).map((kind): [string, string] => [
    `a ${kind} is not as its last acknowledged change has left it`,
    `UPDATE ${recordTable(kind)} SET date_deleted = CASE WHEN date_deleted IS NULL THEN now() END`,
  ]),
  ...Object.keys(recordKinds)
    .filter((kind) => kind !== 'customer')
    .map((kind): [string, string] => [
      `the lines of a ${kind} are not the last acknowledged ones`,
      `UPDATE ${LINES[kind] ?? `inventory.${kind}_line`} SET quantity = quantity + 1`,
    ]),
  ['an acknowledged reward is not there exactly once', 'DELETE FROM sales.customer_reward'],
  ['an acknowledged payout is not there exactly once', 'DELETE FROM sales.channel_payout'],
  [
    'the audit log has not each acknowledged write once',
    `DELETE FROM settings.audit WHERE operation = 'sale/order/add'`,
  ],
  ['reward points are not the sum of their ledger', 'UPDATE sales.customer_reward SET balance = balance + 1'],
  ['a customer has not the points of its ledger', 'UPDATE sales.customer SET reward = reward + 1'],
  [
    'a merged customer has orders or credit notes',
    'UPDATE sales.customer SET merged_into = 1 WHERE customer_id IN (SELECT customer_id FROM sales.sale_order)',
  ],
  [
    'the credit notes of an order exceed its total, and none of them may',
    'UPDATE sales.sale_credit_note SET total = 1000000000, allow_over_credit = false',
  ],
  [
    'more of an order line is credited than was sold',
    'UPDATE sales.sale_credit_note_product SET quantity = quantity + 1000',
  ],
  ['the state of an order is not that of its row', 'DELETE FROM sales.sale_order_state'],
  ['an order does not show its payouts', `UPDATE sales.sale_order SET payouts = '[]'`],
  ...[
    ['addition', `inventory.addition_line SET location_id = location_id + 1`],
    ['transfer', `inventory.transfer_line SET to_location_id = to_location_id + 1`],
    ['transfer_job', `inventory.transfer_job_line SET quantity_received = quantity_received + 1`],
    ['transfer_job', `inventory.transfer_job_line SET quantity_lost = quantity_lost + 1`],
    ['transfer_job', `inventory.transfer_job SET from_location_id = to_location_id`],
    ['reservation', `inventory.reservation SET location_id = location_id + 1`],
    ['credit_note', `sales.sale_credit_note SET restock = NOT restock`],
  ].map(([kind, change]): [string, string] => [
    `the lines of a ${kind} are not the last acknowledged ones`,
    `UPDATE ${change}`,
  ]),
  [
    'a purchase order has not received what its receipts add up to',
    'UPDATE inventory.purchase_order_line SET quantity_received = quantity_received + 1',
  ],
  [
    'a receipt is not of the purchase order that it was acknowledged for',
    'UPDATE inventory.addition SET purchase_order_id = 0',
  ],
  ...['closed', 'received'].map((status): [string, string] => [
    'a purchase order has not the status that its acknowledged end and its receipts give it',
    `UPDATE inventory.purchase_order SET status = '${status}'`,
  ]),
  [
    "inventory.addition refers to another account's inventory.purchase_order",
    'UPDATE inventory.addition SET purchase_order_id = 1000000',
  ],
];
