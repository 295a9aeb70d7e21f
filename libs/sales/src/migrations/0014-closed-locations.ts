import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders and the deletion of their location exclude each other. */
export class ClosedLocations1763600000014 implements MigrationInterface {
  readonly name = 'ClosedLocations1763600000014';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}

const UP = [
  `CREATE TABLE sales.closed_location (
     account_id int NOT NULL,
     location_id bigint NOT NULL,
     date_expire timestamptz,
     CONSTRAINT closed_location_pkey PRIMARY KEY (account_id, location_id)
   )`,
  `CREATE FUNCTION sales.location_lock(account_id bigint, location_id bigint) RETURNS bigint
   LANGUAGE sql IMMUTABLE PARALLEL SAFE
   AS $$ SELECT hashtextextended('sale location ' || account_id || '/' || location_id, 0) $$`,
  // VOLATILE: the look behind the lock sees what was committed while it was waited for.
  `CREATE FUNCTION sales.hold_location(account bigint, location bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(sales.location_lock(account, location));
     RETURN NOT EXISTS (
       SELECT FROM sales.closed_location
       WHERE account_id = account AND location_id = location AND COALESCE(date_expire > clock_timestamp(), true)
     );
   END $$`,
];

const DOWN = [
  'DROP FUNCTION sales.hold_location(bigint, bigint)',
  'DROP FUNCTION sales.location_lock(bigint, bigint)',
  'DROP TABLE sales.closed_location',
];
