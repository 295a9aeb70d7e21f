import { statement } from '@stockbook/persistence';
import { isEventSeen } from '../endpoint/webhook-rights.js';
import { SUBSCRIBES } from '../endpoint/subscriptions.js';

export interface FeedRow {
  readonly position: number;
  readonly event_id: string;
  readonly event: string;
  readonly body: string;
}

/**
 * Reads the events behind $2 up to $9, which is committed: positions are given under a lock, in the order of the
 * commits. $10 is a subscription.
 */
const feed = (name: string, order: 'ASC' | 'DESC') =>
  statement(
    name,
    `SELECT event.position, event.event_id, event.name AS event,
       CASE WHEN webhook.payload = 'thin' THEN body_thin
         WHEN coalesce(webhook.view_cost, $4) THEN coalesce(body_cost, body_full) ELSE body_full END AS body
     FROM integration.webhook_event event
     LEFT JOIN integration.webhook ON webhook.account_id = event.account_id AND webhook.webhook_id = $10::bigint
     WHERE event.account_id = $1 AND event.position > $2 AND event.position <= $9 AND event.webhook_id IS NULL
       AND ($5::text IS NULL OR $5 IN (event.name, event.section)) AND ($10 IS NULL OR ${SUBSCRIBES})
       AND ${isEventSeen.channel_group_id('$6')} AND ${isEventSeen.channel_id('$7')}
       AND event.section = ANY ($8::text[])
     ORDER BY event.position ${order} LIMIT $3`,
  );
export const FEED = { ASC: feed('webhook_feed', 'ASC'), DESC: feed('webhook_feed_newest', 'DESC') };

export const POSITION_OF = statement(
  'webhook_position_of',
  'SELECT position FROM integration.webhook_event WHERE account_id = $1 AND event_id = $2',
);
export const EVENT_AT = statement(
  'webhook_event_at',
  'SELECT event_id FROM integration.webhook_event WHERE account_id = $1 AND position = $2',
);

/** Positions have no gaps, so behind `kept_from` only events that were stored late have expired. */
export const ENDS = statement(
  'webhook_feed_ends',
  `SELECT position AS newest, coalesce(
     (SELECT min(position) FROM integration.webhook_event WHERE account_id = $1), position + 1) - 1 AS kept_from
   FROM integration.webhook_account WHERE account_id = $1`,
);
export const NEWEST = statement(
  'newest_webhook_positions',
  'SELECT account_id, position FROM integration.webhook_account WHERE account_id = ANY ($1::int[])',
);
