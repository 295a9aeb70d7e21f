import { services } from '@stockbook/contracts';
import type { Checks } from './check.js';

const union = (selectOf: (service: string) => string) => `(${services.map(selectOf).join(' UNION ALL ')})`;

const OUTBOX = union((service) => `SELECT '${service}' AS service, event_id, name, created_at FROM ${service}.outbox`);
const ARCHIVE = union(
  (service) =>
    `SELECT '${service}' AS service, event_id, account_id, topic, name, aggregate_id, sequence, created_at
     FROM ${service}.outbox_archive`,
);
/** Inbox rows of one transaction have one xmin, and the handler decides the order within it. */
const INBOX = union(
  (service) => `SELECT consumer, event_id, account_id, created_at, xmin::text AS batch FROM ${service}.inbox`,
);
const PARKED = union(
  (service) =>
    `SELECT consumer, event_id, account_id, topic, name, aggregate_id, sequence, error, retry_at
     FROM ${service}.parked_event`,
);
const KEY = 'account_id, topic, aggregate_id';

const SUBSCRIBED = 'json_to_recordset($subscriptions) AS subscribed (consumer text, topic text)';
/** The ids of events that nobody published and no consumer can apply. */
const POISONED = '(SELECT event_id FROM json_to_recordset($planted) AS planted (event_id uuid))';

const WAITING = `SELECT subscribed.consumer, event.* FROM ${ARCHIVE} event JOIN ${SUBSCRIBED} USING (topic)
  LEFT JOIN ${INBOX} inbox ON inbox.consumer = subscribed.consumer AND inbox.event_id = event.event_id
  WHERE inbox.event_id IS NULL`;

const PLANTED = `FROM json_to_recordset($planted) AS planted (event_id uuid, topic text, harmless_to text[])
  JOIN ${SUBSCRIBED} USING (topic)
  LEFT JOIN ${PARKED} parked ON parked.consumer = subscribed.consumer AND parked.event_id = planted.event_id
  WHERE parked.event_id IS NULL AND subscribed.consumer <> ALL (planted.harmless_to)`;

/** Events that met a lock; consumers retry them. */
const DEFERRED = `${PARKED} parked WHERE retry_at IS NOT NULL`;

/** The system is quiet when all counts are 0. The load's reservations expire within a minute. */
export const pendingSql = `
  SELECT what, count::int FROM (VALUES
    ('events to send', (SELECT count(*) FROM ${OUTBOX} pending)),
    ('to consume', (SELECT count(*) FROM (${WAITING}) waiting)
      + (SELECT count(*) FROM ${DEFERRED}) + (SELECT count(*) ${PLANTED})),
    ('orders to complete', (SELECT count(*) FROM sales.sale_order WHERE lookup IS NOT NULL)),
    ('credit notes whose pieces inventory may have taken',
      (SELECT count(*) FROM sales.sale_credit_note WHERE taking_until IS NOT NULL)),
    ('merged customers to move', (SELECT count(*) FROM sales.customer_merge)),
    ('reservations to expire', (SELECT count(*) FROM inventory.reservation
      WHERE status = 'active' AND date_expire < now() + interval '1 minute' AND date_deleted IS NULL))
  ) pending (what, count)`;

export const countEventsSql = `SELECT count(*)::int AS count FROM ${ARCHIVE} event`;

/** Settlements raise the version of an order although they publish no event where nobody subscribes. */
const MAY_SKIP = `(topic = 'sale.order'
    AND account_id NOT IN (SELECT account_id FROM sales.subscribed_account WHERE is_subscribed))`;

export const eventChecks: Checks = {
  'an event was never sent': `SELECT * FROM ${OUTBOX} pending`,
  'an event is in the archive twice': `
    SELECT event_id, count(*) FROM ${ARCHIVE} event GROUP BY event_id HAVING count(*) > 1`,
  'an event has not reached a consumer': WAITING,
  'an event was consumed that nobody published': `
    SELECT inbox.* FROM ${INBOX} inbox LEFT JOIN ${ARCHIVE} event USING (event_id)
    WHERE event.event_id IS NULL AND inbox.event_id NOT IN ${POISONED}`,
  'a consumer has an event twice': `
    SELECT consumer, event_id, count(*) FROM ${INBOX} inbox GROUP BY consumer, event_id HAVING count(*) > 1`,
  'the sequence of a key has a gap': `
    SELECT * FROM (
      SELECT *, lag(sequence, 1, 0::bigint) OVER (PARTITION BY ${KEY} ORDER BY sequence) AS before FROM ${ARCHIVE} event
    ) event WHERE sequence <> before + 1 AND NOT (sequence > before AND ${MAY_SKIP})`,
  'the events of an order are not its versions': `
    SELECT account_id, order_id, version, events FROM sales.sale_order LEFT JOIN (
      SELECT account_id, aggregate_id AS order_id, count(*) AS events FROM sales.outbox_archive
      WHERE topic = 'sale.order' GROUP BY account_id, aggregate_id
    ) event USING (account_id, order_id)
    WHERE events IS DISTINCT FROM version AND NOT (events < version AND ${MAY_SKIP.replace('topic', "'sale.order'")})`,
  'a consumer has applied the events of a key in another order': `
    SELECT * FROM (
      SELECT inbox.consumer, ${KEY.replace('account_id', 'event.account_id')}, sequence, inbox.created_at, batch,
        lag(inbox.created_at) OVER key AS before, lag(batch) OVER key AS batch_before
      FROM ${INBOX} inbox JOIN ${ARCHIVE} event USING (event_id)
      WINDOW key AS (PARTITION BY inbox.consumer, event.account_id, topic, aggregate_id ORDER BY sequence)
    ) applied WHERE created_at < before AND batch <> batch_before`,
  'an event is parked that is good': `
    SELECT * FROM ${PARKED} parked WHERE retry_at IS NULL AND event_id NOT IN ${POISONED}`,
  'an event is deferred, though nothing is locked': `SELECT * FROM ${DEFERRED}`,
  'a poisoned event, or one behind it, is not parked': `SELECT subscribed.consumer, planted.* ${PLANTED}`,
  'an inbox has an event of another account': `
    SELECT inbox.*, event.account_id AS account_of_event FROM ${INBOX} inbox JOIN ${ARCHIVE} event USING (event_id)
    WHERE inbox.account_id <> event.account_id`,
};
