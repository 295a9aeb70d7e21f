import { packedText, statement } from '@stockbook/persistence';
import { CHANNEL_IDS } from '../endpoint/subscriptions.js';

/** Locks the accounts that have endpoints, so that their events are numbered in the order of the commits. */
export const LOCK_ACCOUNTS = statement(
  'lock_webhook_accounts',
  `SELECT account_id, domain, position FROM integration.webhook_account
   WHERE account_id = ANY ($1::int[]) AND is_subscribed ORDER BY account_id FOR UPDATE`,
);

export const SUBSCRIBERS = statement(
  'webhook_subscribers',
  `SELECT account_id, webhook_id, kind, events, filter_channel_id, filter_order_status_id, view_cost,
     channel_group_ids, ${CHANNEL_IDS} AS channel_ids
   FROM integration.webhook WHERE account_id = ANY ($1::int[]) AND date_deleted IS NULL`,
);

const HEAD_COLUMNS = `account_id, position, date_added, event_id, name, section, record_id, sequence, channel_id,
  channel_group_id, order_status_id, traceparent, body_thin`;
export const STORE = statement(
  'store_webhook_events',
  `WITH account AS (
     UPDATE integration.webhook_account SET position = moved.position
     FROM unnest($1::int[], $2::bigint[]) AS moved (account_id, position)
     WHERE webhook_account.account_id = moved.account_id
   ), stored AS (
     INSERT INTO integration.webhook_event (${HEAD_COLUMNS}, body_full, body_cost)
     SELECT ${HEAD_COLUMNS}, ${packedText('$4', 'full_at', 'full_length')},
       ${packedText('$4', 'cost_at', 'cost_length')}
     FROM json_to_recordset($3) AS event (account_id int, position bigint, date_added timestamptz,
       event_id uuid, name text, section text, record_id bigint, sequence bigint, channel_id bigint,
       channel_group_id bigint, order_status_id bigint, traceparent text, body_thin text, full_at int,
       full_length int, cost_at int, cost_length int)
   )
   INSERT INTO integration.webhook_queue (webhook_id, account_id, position, date_added, section, record_id, state)
   SELECT webhook_id, account_id, position, date_added, section, record_id, 'pending'
   FROM unnest($5::bigint[], $6::int[], $7::bigint[], $8::timestamptz[], $9::text[], $10::bigint[])
     AS delivery (webhook_id, account_id, position, date_added, section, record_id)`,
);
