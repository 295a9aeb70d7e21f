const EVENT = `event_id uuid NOT NULL,
     account_id int NOT NULL,
     topic text NOT NULL,
     name text NOT NULL,
     version int NOT NULL,
     aggregate_id bigint NOT NULL,
     sequence bigint NOT NULL,
     payload json NOT NULL,
     traceparent text,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp()`;

/**
 * The tables of a service's events: `outbox` holds what is to be sent and `outbox_archive` what was, `inbox`
 * remembers what a consumer has applied, `parked_event` keeps what it could not apply (with its error) and what
 * waits behind that (without).
 */
export const messagingTables = (schema: string): string[] => [
  // A queue's dead rows lie where its next reader looks: they go early, whatever the table's size.
  `CREATE TABLE ${schema}.outbox (
     outbox_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     ${EVENT}
   ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`,
  `CREATE TABLE ${schema}.outbox_archive (outbox_id bigint NOT NULL, ${EVENT})`,
  `CREATE INDEX outbox_archive_key ON ${schema}.outbox_archive (account_id, topic, aggregate_id, sequence)`,
  `CREATE INDEX outbox_archive_created_at ON ${schema}.outbox_archive (created_at)`,
  `CREATE TABLE ${schema}.inbox (
     consumer text NOT NULL,
     event_id uuid NOT NULL,
     account_id int NOT NULL,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (consumer, event_id)
   )`,
  `CREATE INDEX inbox_created_at ON ${schema}.inbox (created_at)`,
  `CREATE TABLE ${schema}.parked_event (
     parked_id bigint GENERATED ALWAYS AS IDENTITY,
     consumer text NOT NULL,
     ${EVENT},
     error text,
     parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (account_id, consumer, topic, aggregate_id, parked_id)
   )`,
];

/**
 * Parked events that are tried again by themselves at `retry_at`: null is parked for good. Payloads of the outbox are not
 * compressed, so that their sizes are known without reading them. Each service has this in a migration of its own.
 */
export const deferredEvents = (schema: string): string[] => [
  `ALTER TABLE ${schema}.parked_event ADD COLUMN retry_at timestamptz`,
  `CREATE INDEX parked_event_retry ON ${schema}.parked_event (consumer, account_id, topic, aggregate_id, parked_id)
   WHERE retry_at IS NOT NULL`,
  `ALTER TABLE ${schema}.outbox ALTER COLUMN payload SET STORAGE EXTERNAL`,
];

export const withoutDeferredEvents = (schema: string): string[] => [
  `ALTER TABLE ${schema}.parked_event DROP COLUMN retry_at`,
  `ALTER TABLE ${schema}.outbox ALTER COLUMN payload SET STORAGE EXTENDED`,
];

/**
 * The one row that says which relay of a service moves its events, and until when; it is no account's. It came later than
 * the others: each service makes it in a migration of its own.
 */
export const relayLeaseTable = (schema: string): string[] => [
  `CREATE TABLE ${schema}.relay_lease (owner uuid, epoch bigint NOT NULL, expires_at timestamptz NOT NULL)`,
  `CREATE UNIQUE INDEX relay_lease_is_one ON ${schema}.relay_lease ((true))`,
  `INSERT INTO ${schema}.relay_lease (epoch, expires_at) VALUES (0, '-infinity')`,
];
