import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Items are found by their parent, and sales hears which locations are deleted. */
export class References1763600000014 implements MigrationInterface {
  readonly name = 'References1763600000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
    await runner.query(PUBLISH_DELETED_LOCATIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX inventory.item_by_parent_id');
  }
}

const INDEX = `CREATE INDEX item_by_parent_id ON inventory.item (account_id, parent_id, item_id) WHERE parent_id <> 0`;

const PUBLISH_DELETED_LOCATIONS = `WITH deleted AS (
    UPDATE inventory.location SET version = version + 1 WHERE date_deleted IS NOT NULL
    RETURNING account_id, location_id, version
  )
  INSERT INTO inventory.outbox (event_id, account_id, topic, name, version, aggregate_id, sequence, payload)
  SELECT gen_random_uuid(), account_id, 'inventory.location', 'inventory.location.changed', 1, location_id, version,
    json_build_object('location_id', location_id, 'deleted', true)
  FROM deleted`;
