import type { AnyFact, Event } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { ConsumesFacts } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

/** A former value that is longer as JSON is left out: descriptions have up to 1 MiB, and a page 100 rows. */
const MOST_CHARACTERS = 16_384;

const WRITE = statement(
  'write_audit',
  `INSERT INTO settings.audit (account_id, date_added, user_id, username, operation, resource, record_id, change,
     previous, address, request_id)
   SELECT account_id, date_added, user_id, username, operation, resource, record_id, change, previous::json, address, request_id
   FROM json_to_recordset($1) AS record (account_id int, date_added timestamptz, user_id bigint, username text,
     operation text, resource text, record_id bigint, change text, previous text, address text, request_id text)`,
);

/** Writes down each fact of every service: who changed which record. */
@Injectable()
export class AuditLog {
  @ConsumesFacts()
  async record(events: readonly Event<AnyFact>[], tx: Tx): Promise<void> {
    await tx.query(WRITE, [JSON.stringify(events.map(toRow))]);
  }
}

function toRow({ account_id, aggregate_id, topic, created_at, payload }: Event<AnyFact>) {
  const { change, actor, previous = {} } = payload;
  const resource = topic.replaceAll('.', '/');
  const written = { resource, record_id: aggregate_id, change, previous: JSON.stringify(shortened(previous)) };
  return { account_id, date_added: created_at, ...actor, ...written };
}

const shortened = (previous: object): object =>
  Object.fromEntries(
    Object.entries(previous).map(([name, value]: [string, unknown]) => {
      const { length } = JSON.stringify(value) ?? '';
      return [name, length > MOST_CHARACTERS ? { left_out: length } : value];
    }),
  );
