import { statement } from '@stockbook/persistence';
import { DUE_NOW, earlierThan, holdersOf, isHolding } from '../dispatch/hold-statements.js';
import { isEventSeen } from '../endpoint/webhook-rights.js';
import { SUBSCRIBES } from '../endpoint/subscriptions.js';

export const EVENT = `JOIN integration.webhook_event event
       ON event.account_id = delivery.account_id AND event.position = delivery.position
     AND event.date_added = delivery.date_added`;

export interface FoundDelivery {
  readonly delivery_id: number;
  readonly webhook_id: number;
  readonly section: string;
  readonly view_cost: boolean;
  readonly channel_group_ids: readonly number[] | null;
}
/** The lock keeps others from deleting the endpoints before the commit. */
export const FIND = statement(
  'find_deliveries',
  `SELECT delivery.delivery_id, delivery.webhook_id, event.section, webhook.view_cost, webhook.channel_group_ids FROM (
     SELECT account_id, webhook_id, position, date_added, delivery_id FROM integration.webhook_queue
     UNION ALL SELECT account_id, webhook_id, position, date_added, delivery_id FROM integration.webhook_delivery
   ) delivery ${EVENT}
   JOIN integration.webhook ON webhook.account_id = delivery.account_id AND webhook.webhook_id = delivery.webhook_id
   WHERE delivery.account_id = $1 AND delivery.delivery_id = ANY ($2::bigint[]) AND webhook.date_deleted IS NULL
     AND ${isEventSeen.channel_group_id('$3')} AND ${isEventSeen.channel_id('$4')}
   FOR SHARE OF webhook`,
);

const QUEUED = `account_id, webhook_id, position, date_added, delivery_id, section, record_id, attempts`;

/** Holds the later deliveries of a record behind its first, if several were made due at once. */
const holdLater = (name: string, among: string, later = 'true') =>
  statement(
    name,
    `WITH due AS (
       SELECT account_id, webhook_id, position, row_number() OVER record AS place,
         first_value(delivery_id) OVER record AS first
       FROM integration.webhook_queue queue JOIN integration.webhook USING (account_id, webhook_id)
       WHERE account_id = $1 AND webhook.ordered AND ${isHolding('queue')} AND ${among}
       WINDOW record AS (PARTITION BY webhook_id, section, record_id ORDER BY position)
     )
     UPDATE integration.webhook_queue queue SET state = 'held', held_by = first, next_try_at = NULL FROM due
     WHERE queue.account_id = due.account_id AND queue.webhook_id = due.webhook_id AND queue.position = due.position
       AND place > 1 AND ${later}`,
  );

/** A test under way counts as a try before its attempt is logged. */
export const REDELIVER = [
  statement(
    'redeliver_done',
    `WITH done AS (DELETE FROM integration.webhook_delivery WHERE account_id = $1 AND delivery_id = ANY ($2::bigint[])
       RETURNING *)
     INSERT INTO integration.webhook_queue (${QUEUED}, state, trigger, next_try_at, tries)
     SELECT ${QUEUED}, 'retrying', 'manual', now(), greatest(tries - cardinality(attempts), 0) FROM done`,
  ),
  statement(
    'redeliver_queued',
    `UPDATE integration.webhook_queue SET ${DUE_NOW}
     WHERE account_id = $1 AND delivery_id = ANY ($2::bigint[]) AND state <> 'pending'`,
  ),
  holdLater('hold_redelivered', 'delivery_id = ANY ($2::bigint[])'),
];

export const SCHEDULE_UNSUBSCRIBED = statement(
  'schedule_unsubscribed_deliveries',
  `UPDATE integration.webhook_queue delivery SET trigger = 'scheduled'
   FROM integration.webhook_event event, integration.webhook
   WHERE delivery.account_id = $1 AND delivery.webhook_id = $2
     AND delivery.state IN ('held', 'retrying') AND delivery.trigger = 'manual'
     AND event.account_id = delivery.account_id AND event.position = delivery.position
     AND event.date_added = delivery.date_added
     AND webhook.account_id = delivery.account_id AND webhook.webhook_id = delivery.webhook_id
     AND (${SUBSCRIBES}) IS NOT TRUE`,
);

const IS_MISSING = `NOT EXISTS (SELECT FROM integration.webhook_queue queue WHERE queue.account_id = event.account_id
       AND queue.webhook_id = webhook.webhook_id AND queue.position = event.position)
     AND NOT EXISTS (SELECT FROM integration.webhook_delivery done WHERE done.account_id = event.account_id
       AND done.webhook_id = webhook.webhook_id AND done.position = event.position
       AND done.date_added = event.date_added)`;

/** One request recovers at most this many deliveries, one each 20 ms. */
const MOST = 10_000;

/** $5 are states; with $6, deliveries that are missing are sent too. */
export const RECOVER = statement(
  'recover_deliveries',
  `WITH wanted AS (
     SELECT oldest.*, now() + (row_number() OVER (ORDER BY position) - 1) * interval '20 ms' AS next_try_at
     FROM (
       SELECT delivery.position, delivery.date_added, delivery.section, delivery.record_id, delivery.delivery_id
       FROM integration.webhook_delivery delivery ${EVENT}
       JOIN integration.webhook ON webhook.account_id = delivery.account_id AND webhook.webhook_id = delivery.webhook_id
       WHERE delivery.account_id = $1 AND delivery.webhook_id = $2 AND delivery.date_added BETWEEN $3 AND $4
         AND delivery.state = ANY ($5::text[]) AND ${SUBSCRIBES}
       UNION ALL
       SELECT event.position, event.date_added, event.section, event.record_id, NULL
       FROM integration.webhook_event event JOIN integration.webhook ON webhook.account_id = event.account_id
       WHERE $6 AND event.account_id = $1 AND webhook.webhook_id = $2 AND event.date_added BETWEEN $3 AND $4
         AND ${SUBSCRIBES} AND ${IS_MISSING}
       ORDER BY position LIMIT ${MOST}
     ) oldest
   ), done AS (
     DELETE FROM integration.webhook_delivery delivery USING wanted
     WHERE delivery.account_id = $1 AND delivery.webhook_id = $2 AND delivery.position = wanted.position
       AND delivery.date_added = wanted.date_added
     RETURNING delivery.position, delivery.attempts
   )
   INSERT INTO integration.webhook_queue (account_id, webhook_id, position, date_added, section, record_id,
     delivery_id, attempts, state, trigger, next_try_at)
   SELECT $1, $2, position, date_added, section, record_id,
     coalesce(delivery_id, nextval('integration.webhook_delivery_id')),
     coalesce(attempts, '{}'), 'retrying', 'recover', next_try_at
   FROM wanted LEFT JOIN done USING (position) RETURNING 1`,
);

/** $2 are the endpoints. */
export const HOLD_RECOVERED = holdLater(
  'hold_recovered',
  'webhook_id = ANY ($2::bigint[])',
  `queue.trigger = 'recover' AND queue.tries = 0`,
);

/** Only events after the last change of the endpoint and of its groups' channels count. */
const MISSING = `integration.webhook_event event JOIN integration.webhook ON webhook.account_id = event.account_id
   WHERE event.date_added BETWEEN now() - interval '1 hour' AND now() - interval '1 minute'
     AND webhook.date_deleted IS NULL
     AND webhook.kind = 'push' AND webhook.date_modified < event.date_added AND ${SUBSCRIBES} AND ${IS_MISSING}
     AND NOT EXISTS (SELECT FROM integration.webhook_channel_group known WHERE known.account_id = webhook.account_id
       AND known.channel_group_id = ANY (webhook.channel_group_ids) AND known.date_modified >= event.date_added)`;
export const FIND_MISSING = statement(
  'find_missing_deliveries',
  `SELECT account_id, array_agg(DISTINCT webhook_id) AS webhook_ids
   FROM (SELECT event.account_id, webhook.webhook_id FROM ${MISSING} LIMIT 1000) missing GROUP BY account_id`,
);
export const RECONCILE = statement(
  'reconcile_deliveries',
  `INSERT INTO integration.webhook_queue (account_id, webhook_id, position, date_added,
     section, record_id, state, trigger, next_try_at)
   SELECT event.account_id, webhook.webhook_id, event.position,
     event.date_added, event.section, event.record_id, 'retrying',
     'recover', now()
   FROM ${MISSING} AND webhook.account_id = $1 AND webhook.webhook_id = ANY ($2::bigint[])
   ORDER BY event.position LIMIT 1000 ON CONFLICT DO NOTHING RETURNING delivery_id`,
);

const STUCK = `held.state = 'held' AND NOT EXISTS (SELECT FROM ${holdersOf('held')})`;
/** An owner that hung may hold a delivery behind one that another owner has delivered meanwhile. */
export const FIND_STUCK = statement(
  'find_stuck_deliveries',
  `SELECT account_id, array_agg(DISTINCT webhook_id) AS webhook_ids FROM integration.webhook_queue held WHERE ${STUCK}
   GROUP BY account_id`,
);
/** An owner finds what is due wherever it has read on to. */
export const RELEASE_STUCK = statement(
  'release_stuck_deliveries',
  `UPDATE integration.webhook_queue held SET ${DUE_NOW}
   WHERE account_id = $1 AND webhook_id = ANY ($2::bigint[]) AND ${STUCK} AND NOT EXISTS (
     SELECT FROM ${earlierThan('held')} AND earlier.state = 'held'
   )`,
);

export const NEXT_POSITION = statement(
  'next_webhook_position',
  'UPDATE integration.webhook_account SET position = position + 1 WHERE account_id = $1 RETURNING position, domain',
);
/** A test is shown as interrupted until its attempt has ended. */
export const ADD_TEST = statement(
  'add_webhook_test',
  `WITH event AS (
     INSERT INTO integration.webhook_event (account_id, webhook_id, position, date_added, event_id, name, section,
       record_id, sequence, body_full, body_cost, body_thin)
     VALUES ($1, $2, $3, $4, $5, $6, 'webhook', $2, 0, $7, $8, $9)
   )
   INSERT INTO integration.webhook_delivery (account_id, webhook_id, position, date_added,
     section, record_id, state, trigger, tries, reason)
   VALUES ($1, $2, $3, $4, 'webhook', $2, 'exhausted', 'test', 1, 'interrupted') RETURNING delivery_id`,
);
/** A user may have sent the delivery once more meanwhile. Its endpoint is locked. */
export const END_TEST = statement(
  'end_webhook_test',
  `WITH queued AS (
     UPDATE integration.webhook_queue SET attempts = array_prepend($6::json, attempts)
     WHERE account_id = $1 AND webhook_id = $2 AND position = $3
   )
   UPDATE integration.webhook_delivery SET attempts = array_prepend($6::json, attempts),
     state = CASE reason WHEN 'interrupted' THEN $5 ELSE state END,
     reason = CASE reason WHEN 'interrupted' THEN $7 ELSE reason END
   WHERE account_id = $1 AND webhook_id = $2 AND position = $3 AND date_added = $4`,
);
