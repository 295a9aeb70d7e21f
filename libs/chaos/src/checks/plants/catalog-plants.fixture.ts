/** One of each kind of fault in items, locations and the records that rely on them, with the check that finds it. */
export const CATALOG_PLANTS: readonly (readonly [check: string, sql: string])[] = [
  ['an acknowledged entry is not in the history of its order exactly once', 'DELETE FROM sales.sale_order_history'],
  ['an item is not as its last acknowledged change has left it', `UPDATE inventory.item SET name = 'Other'`],
  ['a location is there that was deleted, or gone that was not', 'UPDATE inventory.location SET date_deleted = now()'],
  ['orders with one e-mail are not of one customer', `UPDATE sales.sale_order SET email = 'one@customer.test'`],
  [
    'the quantities that editStock has set are not the acknowledged ones',
    `DELETE FROM inventory.outbox_archive WHERE payload ->> 'change' = 'edited'`,
  ],
  [
    'the quantities that editStock has set are not the acknowledged ones',
    `UPDATE inventory.outbox_archive SET payload = jsonb_set(payload::jsonb, '{record,quantity}', '77')
     WHERE payload ->> 'change' = 'edited'`,
  ],
  [
    'the balances that editStock has left are not those of its facts',
    `DELETE FROM inventory.item_flow WHERE document = 'item_stock'`,
  ],
  [
    'the balances that editStock has left are not those of its facts',
    `UPDATE inventory.item_flow SET balance = balance + 1 WHERE document = 'item_stock'`,
  ],
  [
    'the balances that editStock has left are not those of its facts',
    `UPDATE inventory.outbox_archive SET payload = jsonb_set(payload::jsonb, '{record,reserved}', '77')
     WHERE payload ->> 'change' = 'edited'`,
  ],
  [
    'editStock has not moved the difference from a quantity that was compared',
    `UPDATE inventory.item_flow SET quantity = quantity + 1000 WHERE document = 'item_stock'`,
  ],
];
