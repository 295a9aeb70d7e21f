import { statement } from '@stockbook/persistence';
import { CHANNEL_IDS } from '../endpoint/subscriptions.js';
import { isHolding } from './hold-statements.js';

/** An owner that does not renew its claim keeps its endpoints for this long. */
export const OWNED_MS = 10_000;
const OWNED_UNTIL = `clock_timestamp() + interval '${OWNED_MS} ms'`;

/** Endpoints with due deliveries. The loose index scan reads one row for each endpoint, however long the queues are. */
const DUE = `WITH RECURSIVE pending AS (
     (SELECT account_id, webhook_id FROM integration.webhook_queue WHERE state = 'pending'
       ORDER BY account_id, webhook_id LIMIT 1)
     UNION ALL
     SELECT next.account_id, next.webhook_id FROM pending CROSS JOIN LATERAL (
       SELECT account_id, webhook_id FROM integration.webhook_queue queue
       WHERE state = 'pending' AND (queue.account_id, queue.webhook_id) > (pending.account_id, pending.webhook_id)
       ORDER BY account_id, webhook_id LIMIT 1
     ) next
   ), due AS (
     TABLE pending
     UNION SELECT account_id, webhook_id FROM integration.webhook_queue
     WHERE state = 'retrying' AND next_try_at <= now()
   ), ready AS (
     SELECT account_id, webhook_id FROM due
     JOIN integration.webhook USING (account_id, webhook_id)
     JOIN integration.webhook_health health USING (account_id, webhook_id)
     WHERE webhook.status <> 'disabled' AND webhook.date_deleted IS NULL AND COALESCE(health.open_until <= now(), true)
   )`;

const ENDPOINT = `webhook.account_id, webhook.webhook_id, webhook.version, webhook.url,
       webhook.events, webhook.payload, webhook.headers,
     webhook.filter_channel_id, webhook.filter_order_status_id, webhook.throttle_per_second,
     webhook.ordered, webhook.view_cost, webhook.channel_group_ids, ${CHANNEL_IDS} AS channel_ids,
     webhook.status, webhook.date_deleted, webhook.secrets`;
const HEALTH = `health.failures, health.window_attempts, health.window_failures, health.open_s,
     (extract(epoch FROM clock_timestamp() - health.window_start) * 1000)::float8 AS window_age_ms,
     (extract(epoch FROM health.open_until - clock_timestamp()) * 1000)::float8 AS open_for_ms`;

/** Takes over endpoints with due deliveries that no replica owns. */
export const CLAIM = statement(
  'claim_webhooks',
  `${DUE}, free AS (
     SELECT health.account_id, health.webhook_id FROM integration.webhook_health health
     JOIN ready USING (account_id, webhook_id)
     WHERE health.owned_until < clock_timestamp() ORDER BY owned_until LIMIT $2 FOR UPDATE OF health SKIP LOCKED
   ), taken AS (
     UPDATE integration.webhook_health health SET owner = $1, owned_until = ${OWNED_UNTIL} FROM free
     WHERE health.account_id = free.account_id AND health.webhook_id = free.webhook_id RETURNING health.*
   )
   SELECT ${ENDPOINT}, ${HEALTH}, (
       SELECT coalesce(json_agg(json_build_object('section', section, 'record_id', record_id, 'position', position)),
         '[]')
       FROM integration.webhook_queue queue
       WHERE queue.account_id = webhook.account_id AND queue.webhook_id = webhook.webhook_id AND ${isHolding('queue')}
     ) AS retries
   FROM taken health JOIN integration.webhook USING (account_id, webhook_id)`,
);

/** Locks those of some endpoints that the owner still has. Every writer locks endpoints in the order of their keys. */
const LOCKED = `SELECT account_id, webhook_id FROM integration.webhook_health
   WHERE owner = $1 AND (account_id, webhook_id) IN (SELECT * FROM unnest($2::int[], $3::bigint[]))
   ORDER BY account_id, webhook_id FOR UPDATE`;

/** Keeps endpoints of a replica, and reads them as they are now. */
export const RENEW = statement(
  'renew_webhooks',
  `WITH own AS MATERIALIZED (${LOCKED}), kept AS (
     UPDATE integration.webhook_health health SET owned_until = ${OWNED_UNTIL} FROM own
     WHERE health.account_id = own.account_id AND health.webhook_id = own.webhook_id AND owned_until > clock_timestamp()
     RETURNING health.account_id, health.webhook_id
   )
   SELECT ${ENDPOINT} FROM kept JOIN integration.webhook USING (account_id, webhook_id)`,
);

export const ENDPOINTS = statement(
  'webhooks_as_they_are_now',
  `SELECT ${ENDPOINT} FROM integration.webhook
   WHERE (account_id, webhook_id) IN (SELECT * FROM unnest($1::int[], $2::bigint[]))`,
);

export const RELEASE = statement(
  'release_webhooks',
  `WITH own AS MATERIALIZED (${LOCKED})
   UPDATE integration.webhook_health health SET owner = NULL, owned_until = '-infinity' FROM own
   WHERE health.account_id = own.account_id AND health.webhook_id = own.webhook_id`,
);

/** Locks endpoints of an account: a transaction that changes queued deliveries has locked their endpoints. */
export const LOCK_ENDPOINTS = statement(
  'lock_webhooks',
  `SELECT webhook_id FROM integration.webhook_health WHERE account_id = $1 AND webhook_id = ANY ($2::bigint[])
   ORDER BY webhook_id FOR UPDATE`,
);

/** Locks endpoints against another owner, and returns those that this one still has. */
export const LOCK_OWNED = statement('lock_owned_webhooks', LOCKED);

/** Deliveries that are sent once more have the date of their event, so they do not count. */
export const MEASURE = statement(
  'measure_webhooks',
  `${DUE} SELECT (
       SELECT coalesce(max(extract(epoch FROM clock_timestamp() - first.date_added)), 0) FROM ready CROSS JOIN LATERAL (
         SELECT date_added FROM integration.webhook_queue queue
         WHERE queue.account_id = ready.account_id AND queue.webhook_id = ready.webhook_id AND state = 'pending'
           AND trigger = 'scheduled' ORDER BY position LIMIT 1
       ) first
     )::float8 AS age_s,
     (SELECT count(*) FROM integration.webhook WHERE status = 'failing' AND date_deleted IS NULL) AS failing`,
);

export const IS_IDLE = statement('are_webhooks_idle', `${DUE} SELECT NOT EXISTS (SELECT FROM ready) AS is_idle`);

/** An idle endpoint stays as it is: it is dead when deliveries were given up that lie apart, too. */
const [DEAD_AFTER, APART] = ['5 days', '12 hours'];
/** Dates are the database's, as replicas may have other clocks. */
export const NOTE_HEALTH = statement(
  'note_webhook_health',
  `UPDATE integration.webhook_health health
     SET failures = given.failures, window_start = clock_timestamp() - window_age_ms * interval '1 ms',
     window_attempts = given.window_attempts, window_failures = given.window_failures,
     open_until = clock_timestamp() + open_for_ms * interval '1 ms', open_s = given.open_s,
     first_exhausted = CASE WHEN is_success THEN NULL
       WHEN is_exhausted THEN coalesce(first_exhausted, clock_timestamp())
       ELSE first_exhausted END,
     last_exhausted = CASE WHEN is_success THEN NULL WHEN is_exhausted THEN clock_timestamp() ELSE last_exhausted END,
     last_success = CASE WHEN is_success THEN clock_timestamp() ELSE health.last_success END,
     last_error = COALESCE(given.last_error, health.last_error)
   FROM json_to_recordset($1) AS given (account_id int, webhook_id bigint, failures int, window_age_ms float8,
     window_attempts int, window_failures int, open_for_ms float8, open_s int, is_success boolean, is_exhausted boolean,
     last_error text)
   JOIN integration.webhook USING (account_id, webhook_id)
   WHERE health.account_id = given.account_id AND health.webhook_id = given.webhook_id
   RETURNING health.account_id, health.webhook_id, COALESCE(last_exhausted - first_exhausted >= interval '${APART}'
     AND clock_timestamp() - webhook.failing_since > interval '${DEAD_AFTER}', false) AS is_dead,
     webhook.date_deleted IS NOT NULL AS is_deleted`,
);
