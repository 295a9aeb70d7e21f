import { statement } from '@stockbook/persistence';

/** Locks the accounts that have endpoints, so that their events are numbered in the order of the commits. */
export const LOCK_ACCOUNTS = statement(
  'lock_webhook_accounts',
  `SELECT account_id, domain, position FROM integration.webhook_account
   WHERE account_id = ANY ($1::int[]) AND is_subscribed ORDER BY account_id FOR UPDATE`,
);

export const MOVE_POSITIONS = statement(
  'move_webhook_positions',
  `UPDATE integration.webhook_account SET position = moved.position
   FROM unnest($1::int[], $2::bigint[]) AS moved (account_id, position)
   WHERE webhook_account.account_id = moved.account_id`,
);

export const SUBSCRIBERS = statement(
  'webhook_subscribers',
  `SELECT account_id, webhook_id, events, filter_channel_id, filter_order_status_id, view_cost
   FROM integration.webhook WHERE account_id = ANY ($1::int[]) AND date_deleted IS NULL`,
);

const EVENT_COLUMNS =
  'account_id, position, date_added, event_id, name, section, record_id, sequence, channel_id, order_status_id, webhook_id, body_full, body_cost, body_thin';
export const ADD_EVENTS = statement(
  'add_webhook_events',
  `INSERT INTO integration.webhook_event (${EVENT_COLUMNS}) SELECT ${EVENT_COLUMNS}
   FROM json_to_recordset($1) AS event (account_id int, position bigint, date_added timestamptz, event_id uuid, name text,
     section text, record_id bigint, sequence bigint, channel_id bigint, order_status_id bigint, webhook_id bigint,
     body_full text, body_cost text, body_thin text)`,
);

export const ADD_DELIVERIES = statement(
  'add_webhook_deliveries',
  `INSERT INTO integration.webhook_queue (account_id, webhook_id, position, date_added, section, record_id, state)
   SELECT account_id, webhook_id, position, date_added, section, record_id, 'pending'
   FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::bigint[])
     AS delivery (account_id, webhook_id, position, date_added, section, record_id)`,
);
