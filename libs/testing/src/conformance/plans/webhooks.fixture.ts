import type { Filling } from '../../data/bulk.js';

const ENDPOINTS = 50;
/** An account has at most 20 that are not deleted, and no event is for these. */
const KEPT = 10;
const [SECOND, DAY] = [1_000, 86_400_000];
/** These days have no partition of their own, whatever the time of day is, so all rows are in the default one. */
const LATEST = Date.now() - 2 * DAY;
const timeOf = (n: number): string => new Date(LATEST - n * SECOND).toISOString();
const KEY = (account_id: number) => `${account_id}, n, '${timeOf(0)}'::timestamptz - n * interval '1 second'`;

const [START, END] = [timeOf(300), timeOf(200)];
/** A value for each filter of the records that `webhookFilling` makes. */
export const webhookValues: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'integration/webhook/get': {
    webhook_id: { webhook_id: 7 },
    filter_status: { filter_status: 'enabled' },
    filter_date_modified: { filter_date_modified: START },
    filter_deleted: { filter_deleted: true },
  },
  'integration/webhook/getDelivery': {
    delivery_id: { delivery_id: 77 },
    filter_webhook_id: { filter_webhook_id: 7 },
    filter_state: { filter_state: 'exhausted' },
    filter_event: { filter_event: 'sale_order.short' },
    filter_record: { filter_record: 'sale/order/77' },
    filter_date_added_start: { filter_date_added_start: START },
    filter_date_added_end: { filter_date_added_start: START, filter_date_added_end: END },
  },
  'integration/webhook/getEvent': {
    webhook_id: { webhook_id: 7 },
    after: { after: '00000000-0000-7000-8000-000000000077' },
    filter_event: { filter_event: 'sale_order.short' },
  },
};

/**
 * Adds events `1..count` of an account, each delivered to one of its endpoints. One of five waits, and one of a hundred
 * was given up.
 */
export const webhookFilling = (account_id: number, count: number): Filling => ({
  // The index of a partitioned table cannot be made anew from its definition.
  tables: ['integration.webhook_queue', 'integration.webhook'],
  steps: [
    `INSERT INTO integration.webhook_account (account_id, domain, position) VALUES (${account_id}, 'plans', ${count})`,
    `INSERT INTO integration.webhook (account_id, webhook_id, url, events, secrets, secret_hint, date_deleted)
     SELECT ${account_id}, n, 'https://hook.invalid',
       ARRAY[CASE WHEN n = 7 THEN 'sale_order.short' ELSE 'webhook.recovered' END],
       '[]', '', CASE WHEN n > ${KEPT} THEN now() END FROM generate_series(1, ${ENDPOINTS}) n`,
    `INSERT INTO integration.webhook_health (account_id, webhook_id) SELECT ${account_id}, n
     FROM generate_series(1, ${ENDPOINTS}) n`,
    `INSERT INTO integration.webhook_event (account_id, position, date_added, event_id, name,
       section, record_id, sequence, body_full, body_thin)
     SELECT ${KEY(account_id)}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
       CASE WHEN n % 200 = 7 THEN 'sale_order.short' ELSE 'sale_order.added' END, 'sale_order', n, 1, '{}', '{}'
     FROM generate_series(1, ${count}) n`,
    `INSERT INTO integration.webhook_delivery (account_id, position, date_added,
       webhook_id, section, record_id, state, tries)
     SELECT ${KEY(account_id)}, n % ${ENDPOINTS} + 1, 'sale_order', n,
       CASE WHEN n % 100 = 1 THEN 'exhausted' ELSE 'delivered' END, 1
     FROM generate_series(1, ${count}) n WHERE n % 5 > 0`,
    `INSERT INTO integration.webhook_queue (account_id, position, date_added,
       webhook_id, section, record_id, state, next_try_at)
     SELECT ${KEY(account_id)}, n % ${ENDPOINTS} + 1, 'sale_order', n,
       CASE WHEN n % ${ENDPOINTS} < ${KEPT} THEN 'retrying' ELSE 'pending' END, now() + interval '1 day'
     FROM generate_series(5, ${count}, 5) n`,
    ...['event', 'delivery', 'health'].map((table) => `ANALYZE integration.webhook_${table}`),
  ],
});
