import { SUBSCRIBED } from '../webhooks/receivers.js';
import { ACCOUNTS, type Checks } from './check.js';

const ENDPOINTS = `(SELECT account_id, webhook_id, path
    FROM json_to_recordset($accounts) AS account (account_id int, endpoints json)
    CROSS JOIN LATERAL json_to_recordset(endpoints) AS each (webhook_id bigint, path text)) endpoint`;

const RECEIVED = `SELECT receipt.*, endpoint.account_id, endpoint.webhook_id, event.section, event.record_id,
    event.sequence AS stored_sequence
  FROM json_to_recordset($receipts) AS receipt (place int, path text, webhook_id_header uuid,
    event_id uuid, sequence bigint, is_taken boolean)
  JOIN ${ENDPOINTS} USING (path)
  LEFT JOIN integration.webhook_event event ON event.account_id = endpoint.account_id
    AND event.event_id = receipt.event_id`;
const FACTS = ['sales', 'inventory', 'settings', 'integration']
  .map(
    (service) =>
      `SELECT event_id, account_id, topic, created_at, payload ->> 'change' AS change FROM ${service}.outbox_archive`,
  )
  .join(' UNION ALL ');
const SECTIONS = JSON.stringify(
  SUBSCRIBED.flatMap(({ name, fact, events }) =>
    events.map((event) => ({ topic: fact.topic, change: event.slice(name.length + 1) })),
  ),
);

export const webhookChecks: Checks = {
  'a fact has not been delivered to an endpoint': `
    WITH received AS (${RECEIVED})
    SELECT fact.*, webhook_id, done.state FROM (${FACTS}) fact
    JOIN json_to_recordset('${SECTIONS}') AS section (topic text, change text) USING (topic, change)
    JOIN ${ENDPOINTS} USING (account_id)
    JOIN integration.webhook USING (account_id, webhook_id)
    LEFT JOIN (SELECT account_id, event_id, position FROM integration.webhook_event) event USING (account_id, event_id)
    LEFT JOIN integration.webhook_delivery done USING (account_id, webhook_id, position)
    WHERE fact.created_at > webhook.date_added AND done.state IS DISTINCT FROM 'exhausted'
      AND (webhook_id, event_id) NOT IN (SELECT webhook_id, event_id FROM received WHERE is_taken)`,
  'a delivery is logged that its receiver has not taken': `
    WITH received AS (${RECEIVED})
    SELECT account_id, webhook_id, event_id, done.delivery_id FROM integration.webhook_delivery done
    JOIN (SELECT account_id, event_id, position FROM integration.webhook_event) event USING (account_id, position)
    JOIN ${ENDPOINTS} USING (account_id, webhook_id)
    WHERE state = 'delivered'
      AND (webhook_id, event_id) NOT IN (SELECT webhook_id, event_id FROM received WHERE is_taken)`,
  // The third failure lets the next delivery of the record pass.
  'the events of a record have arrived in another order': `
    WITH received AS (${RECEIVED}), delivery AS (
      SELECT account_id, webhook_id, section, record_id, event_id, stored_sequence AS sequence,
        min(place) AS first, min(place) FILTER (WHERE is_taken) AS taken,
        array_agg(place) FILTER (WHERE NOT is_taken) AS failed
      FROM received GROUP BY 1, 2, 3, 4, 5, 6
    )
    SELECT later.*, earlier.event_id AS earlier, earlier.sequence AS earlier_sequence, earlier.first AS earlier_first,
      earlier.taken AS earlier_taken
    FROM delivery later JOIN delivery earlier USING (account_id, webhook_id, section, record_id)
    LEFT JOIN integration.webhook_event event ON event.account_id = later.account_id
      AND event.event_id = earlier.event_id
    LEFT JOIN integration.webhook_delivery done ON done.account_id = event.account_id AND done.position = event.position
      AND done.webhook_id = later.webhook_id
    WHERE earlier.sequence < later.sequence AND (earlier.taken IS NULL OR later.first < earlier.taken)
      AND greatest((SELECT count(*) FROM unnest(earlier.failed) AS place WHERE place < later.first),
        (SELECT count(*) FROM unnest(done.attempts) AS attempt WHERE attempt ->> 'failure' IS NOT NULL)) < 3`,
  'a delivery carries another id or sequence than its event': `
    SELECT * FROM (${RECEIVED}) received
    WHERE webhook_id_header <> event_id OR stored_sequence IS DISTINCT FROM sequence`,
  'an event is stored twice for webhooks': `
    SELECT account_id, section, record_id, sequence, array_agg(event_id) AS event_ids FROM integration.webhook_event
    WHERE webhook_id IS NULL GROUP BY 1, 2, 3, 4 HAVING count(*) > 1`,
  'a delivery is neither done nor given up': `
    SELECT account_id, webhook_id, delivery_id, state, tries, next_try_at, held_by FROM integration.webhook_queue
    WHERE account_id IN ${ACCOUNTS}`,
};
