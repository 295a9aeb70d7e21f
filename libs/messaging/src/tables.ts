import { generationTable } from './generation/generation-table.js';
import { type PartitionedTable, partitionsOf } from '@stockbook/persistence';
import { leaseTable } from './lease.js';

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

const ARCHIVE: PartitionedTable = {
  name: 'outbox_archive',
  key: 'created_at',
  type: 'timestamptz',
  dated: 'created_at',
  keptDays: 7,
};
/** An event comes again for 14.5 days at most: eight in the archive, and six and a half in Kafka. */
export const INBOX: PartitionedTable = {
  name: 'inbox',
  key: 'event_id',
  type: 'uuid',
  dated: 'created_at',
  keptDays: 15,
};
export const partitionedMessages: readonly PartitionedTable[] = [ARCHIVE, INBOX];

/** Events that wait behind a parked one have no error. `retry_at` is null if an operator retries. */
export const messagingTables = (schema: string): string[] => [
  // Dead rows lie where the next reader of the queue looks, so vacuum runs early, whatever the table's size. Rows that
  // live for some milliseconds stay in one piece up to 8 KB, which costs half of what a TOAST table does; larger
  // payloads are compressed, once for the archive too. `bytes` is the payload's size before that; to generate it would
  // take 10 µs of each INSERT.
  `CREATE TABLE ${schema}.outbox (
     outbox_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     ${EVENT},
     bytes int NOT NULL
   ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, toast_tuple_target = 8160)`,
  `CREATE TABLE ${schema}.outbox_archive (outbox_id bigint NOT NULL, ${EVENT}) PARTITION BY RANGE (created_at)`,
  `CREATE INDEX outbox_archive_key ON ${schema}.outbox_archive (account_id, topic, aggregate_id, sequence)`,
  `CREATE INDEX outbox_archive_created_at ON ${schema}.outbox_archive (created_at)`,
  `CREATE TABLE ${schema}.inbox (
     consumer text NOT NULL,
     event_id uuid NOT NULL,
     account_id int NOT NULL,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (consumer, event_id)
   ) PARTITION BY RANGE (event_id)`,
  ...partitionedMessages.flatMap((table) => partitionsOf(schema, table)),
  `CREATE TABLE ${schema}.parked_event (
     parked_id bigint GENERATED ALWAYS AS IDENTITY,
     consumer text NOT NULL,
     ${EVENT},
     error text,
     parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     retry_at timestamptz,
     PRIMARY KEY (account_id, consumer, topic, aggregate_id, parked_id)
   )`,
  `CREATE INDEX parked_event_retry ON ${schema}.parked_event (consumer, account_id, topic, aggregate_id, parked_id)
   WHERE retry_at IS NOT NULL`,
  leaseTable(schema),
  ...generationTable(schema),
];
