import { partitionsOf, RECORD_COLUMNS } from '@stockbook/persistence';
import { partitionedLogs } from '../webhook/log/partitions.js';

const EVENT_KEY = `account_id int NOT NULL,
     position bigint NOT NULL,
     date_added timestamptz NOT NULL`;
const DELIVERY = `${EVENT_KEY},
     webhook_id bigint NOT NULL,
     delivery_id bigint NOT NULL DEFAULT nextval('integration.webhook_delivery_id'),
     section text NOT NULL,
     record_id bigint NOT NULL,
     state text NOT NULL,
     trigger text NOT NULL DEFAULT 'scheduled',
     tries int NOT NULL DEFAULT 0,
     attempts json[] NOT NULL DEFAULT '{}'`;

/**
 * Creates the endpoints with their secrets and health, the events with their bodies, and the deliveries.
 * `webhook_queue` holds the deliveries that are not done, `webhook_delivery` those that are. `webhook_account` numbers
 * the events of an account that has endpoints, without gaps and in the order of their commits. `webhook_channel_group`
 * follows the channels of channel groups, for endpoints that are limited to some.
 */
export const webhookTables: readonly string[] = [
  `CREATE TABLE integration.webhook (
     ${RECORD_COLUMNS},
     webhook_id bigserial NOT NULL,
     kind text NOT NULL DEFAULT 'push',
     url text NOT NULL,
     description text NOT NULL DEFAULT '',
     events text[] NOT NULL,
     payload text NOT NULL DEFAULT 'full',
     headers json NOT NULL DEFAULT '{}',
     filter_channel_id bigint[] NOT NULL DEFAULT '{}',
     filter_order_status_id bigint[] NOT NULL DEFAULT '{}',
     throttle_per_second int NOT NULL DEFAULT 0,
     ordered boolean NOT NULL DEFAULT true,
     view_cost boolean NOT NULL DEFAULT false,
     channel_group_ids bigint[],
     status text NOT NULL DEFAULT 'enabled',
     failing_since timestamptz,
     disabled_reason text NOT NULL DEFAULT '',
     secrets json NOT NULL,
     secret_hint text NOT NULL,
     PRIMARY KEY (account_id, webhook_id)
   )`,
  `CREATE TABLE integration.webhook_health (
     account_id int NOT NULL,
     webhook_id bigint NOT NULL,
     owner uuid,
     owned_until timestamptz NOT NULL DEFAULT '-infinity',
     failures int NOT NULL DEFAULT 0,
     window_start timestamptz NOT NULL DEFAULT now(),
     window_attempts int NOT NULL DEFAULT 0,
     window_failures int NOT NULL DEFAULT 0,
     open_until timestamptz,
     open_s int NOT NULL DEFAULT 0,
     first_exhausted timestamptz,
     last_exhausted timestamptz,
     last_success timestamptz,
     last_error text NOT NULL DEFAULT '',
     PRIMARY KEY (account_id, webhook_id)
   )`,
  `CREATE TABLE integration.webhook_account (
     account_id int PRIMARY KEY,
     domain text NOT NULL,
     position bigint NOT NULL DEFAULT 0,
     subscription bigint NOT NULL DEFAULT 1,
     is_subscribed boolean NOT NULL DEFAULT true,
     is_confirmed boolean NOT NULL DEFAULT true,
     subscribed_at timestamptz NOT NULL DEFAULT now()
   )`,
  `CREATE TABLE integration.webhook_channel_group (
     account_id int NOT NULL,
     channel_group_id bigint NOT NULL,
     channels bigint[] NOT NULL,
     version bigint NOT NULL,
     date_modified timestamptz NOT NULL,
     PRIMARY KEY (account_id, channel_group_id)
   )`,
  `CREATE TABLE integration.webhook_event (
     ${EVENT_KEY},
     event_id uuid NOT NULL,
     name text NOT NULL,
     section text NOT NULL,
     record_id bigint NOT NULL,
     sequence bigint NOT NULL,
     channel_id bigint,
     channel_group_id bigint,
     order_status_id bigint,
     webhook_id bigint,
     traceparent text,
     body_full text NOT NULL,
     body_cost text,
     body_thin text NOT NULL,
     PRIMARY KEY (account_id, position, date_added)
   ) PARTITION BY RANGE (date_added)`,
  'CREATE INDEX webhook_event_id ON integration.webhook_event (account_id, event_id)',
  'CREATE INDEX webhook_event_date_added ON integration.webhook_event (account_id, date_added)',
  'CREATE SEQUENCE integration.webhook_delivery_id',
  // A queue's dead rows lie where its next reader looks: they go early, whatever the table's size.
  `CREATE TABLE integration.webhook_queue (
     ${DELIVERY},
     next_try_at timestamptz,
     held_by bigint,
     PRIMARY KEY (account_id, webhook_id, position)
   ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`,
  `CREATE INDEX webhook_queue_pending ON integration.webhook_queue (account_id, webhook_id, position)
   WHERE state = 'pending'`,
  `CREATE INDEX webhook_queue_retrying ON integration.webhook_queue (account_id, webhook_id, next_try_at)
   WHERE state = 'retrying'`,
  `CREATE INDEX webhook_queue_due ON integration.webhook_queue (next_try_at) WHERE state = 'retrying'`,
  `CREATE INDEX webhook_queue_waiting ON integration.webhook_queue (account_id, webhook_id, section, record_id)
   WHERE state IN ('held', 'retrying')`,
  'CREATE INDEX webhook_queue_delivery_id ON integration.webhook_queue (account_id, delivery_id)',
  `CREATE TABLE integration.webhook_delivery (
     ${DELIVERY},
     reason text NOT NULL DEFAULT '',
     PRIMARY KEY (account_id, webhook_id, position, date_added)
   ) PARTITION BY RANGE (date_added)`,
  'CREATE INDEX webhook_delivery_delivery_id ON integration.webhook_delivery (account_id, delivery_id)',
  'CREATE INDEX webhook_delivery_record ON integration.webhook_delivery (account_id, section, record_id)',
  ...partitionedLogs.flatMap((table) => partitionsOf('integration', table)),
];
