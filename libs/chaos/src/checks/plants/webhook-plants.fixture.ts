const ONE_FACT = `(SELECT min(event_id::text)::uuid FROM sales.outbox_archive
  WHERE topic = 'sale.order' AND payload -> 'record' IS NOT NULL)`;

/** One of each kind of fault in webhooks, with the check that finds it. */
export const WEBHOOK_PLANTS: readonly (readonly [check: string, sql: string])[] = [
  [
    'a fact has not been delivered to an endpoint',
    `UPDATE sales.outbox_archive SET event_id = gen_random_uuid() WHERE event_id = ${ONE_FACT}`,
  ],
  [
    'a delivery is logged that its receiver has not taken',
    `UPDATE integration.webhook_event SET event_id = gen_random_uuid() WHERE event_id = ${ONE_FACT}`,
  ],
  [
    'the events of a record have arrived in another order',
    `UPDATE integration.webhook_event SET sequence = 1000 - sequence WHERE section = 'sale_order'`,
  ],
  [
    'a delivery carries another id or sequence than its event',
    `UPDATE integration.webhook_event SET sequence = sequence + 1 WHERE event_id = ${ONE_FACT}`,
  ],
  ['an event is stored twice for webhooks', 'UPDATE integration.webhook_event SET sequence = 1, record_id = 1'],
  [
    'a delivery is neither done nor given up',
    `INSERT INTO integration.webhook_queue (account_id, position, date_added, webhook_id, section, record_id, state)
     SELECT account_id, position, date_added, webhook_id, section, record_id, 'held' FROM integration.webhook_delivery
     LIMIT 1`,
  ],
];
