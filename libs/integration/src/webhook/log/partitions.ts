import { type Db, statement } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

const KEPT_DAYS = 30;
/** Days ahead that have a partition. Rows without one go to the default partition. */
const DAYS_AHEAD = 7;

export const PARTITIONED = ['webhook_event', 'webhook_delivery'] as const;
type Partitioned = (typeof PARTITIONED)[number];

/** The service's user may own no table, so these functions run with the rights of the one who migrates. */
const partitionFunction = (name: string, declarations: string, body: string): string =>
  `CREATE FUNCTION integration.${name}() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   DECLARE ${declarations};
   BEGIN
     ${body}
   END $$`;

/** Functions that make the partitions of the next days, but for days of which the default partition has rows, and drop old ones. */
export const partitionFunctions = (table: Partitioned): string[] => [
  partitionFunction(
    `create_${table}_partitions`,
    'day date',
    `FOR ahead IN 0..${DAYS_AHEAD} LOOP
       day := (now() AT TIME ZONE 'UTC')::date + ahead;
       CONTINUE WHEN to_regclass('integration.${table}_' || to_char(day, 'YYYYMMDD')) IS NOT NULL;
       CONTINUE WHEN EXISTS (
         SELECT FROM integration.${table}_other
         WHERE date_added >= day::timestamp AT TIME ZONE 'UTC' AND date_added < (day + 1)::timestamp AT TIME ZONE 'UTC'
       );
       EXECUTE format(
         'CREATE TABLE integration.%I PARTITION OF integration.${table} FOR VALUES FROM (%L) TO (%L)',
         '${table}_' || to_char(day, 'YYYYMMDD'), day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00'
       );
     END LOOP;`,
  ),
  partitionFunction(
    `drop_${table}_partitions`,
    'old regclass',
    `FOR old IN
       SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = 'integration.${table}'::regclass AND relname ~ '_\\d{8}$'
         AND right(relname, 8) < to_char((now() AT TIME ZONE 'UTC') - interval '${KEPT_DAYS + 1} days', 'YYYYMMDD')
     LOOP
       EXECUTE 'DROP TABLE ' || old;
     END LOOP;`,
  ),
];

export const createPartitions = (table: Partitioned): string => `SELECT integration.create_${table}_partitions()`;
const dropPartitions = (table: Partitioned): string => `SELECT integration.drop_${table}_partitions()`;

const pruneDefault = (table: Partitioned) =>
  statement(
    `prune_${table}`,
    `DELETE FROM integration.${table}_other WHERE date_added < now() - interval '${KEPT_DAYS + 1} days'`,
  );

const EXPIRE = statement(
  'expire_deliveries',
  `WITH old AS (
     DELETE FROM integration.webhook_queue WHERE date_added < now() - interval '${KEPT_DAYS} days' RETURNING *
   )
   INSERT INTO integration.webhook_delivery (account_id, position, date_added, webhook_id, delivery_id, section, record_id,
     state, trigger, tries, attempts, reason)
   SELECT account_id, position, date_added, webhook_id, delivery_id, section, record_id, 'cancelled', trigger, tries,
     attempts, 'expired' FROM old`,
);

/**
 * Keeps events and deliveries for 30 days: a partition a day, dropped as a whole. It is dropped a day later, so a delivery that was
 * cancelled for its age stays in the log for a day, and none in the queue loses its event.
 */
@Injectable()
export class WebhookPartitions implements Job {
  async run(db: Db): Promise<boolean> {
    await db.query(EXPIRE, []);
    for (const table of PARTITIONED) {
      await db.query(statement(`create_${table}`, createPartitions(table)), []);
      await db.query(statement(`drop_${table}`, dropPartitions(table)), []);
      await db.query(pruneDefault(table), []);
    }
    return false;
  }
}
