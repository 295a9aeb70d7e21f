import {
  actionAudited,
  type AnyFact,
  type AuditedAction,
  creditNoteChanged,
  type Event,
  orderChanged,
  SETTLEMENTS,
  STOCK_CHANGED,
  stockStateChanged,
} from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { Consumes, ConsumesFacts } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

/** A former value that is longer as JSON is left out: descriptions have up to 256 KiB, and a page 100 rows. */
const MOST_CHARACTERS = 16_384;

const WRITE = statement(
  'write_audit',
  `INSERT INTO settings.audit (account_id, date_added, user_id, username, operation, resource, record_id, change,
     previous, address, request_id)
   SELECT account_id, date_added, user_id, username, operation, resource,
     record_id, change, previous::json, address, request_id
   FROM json_to_recordset($1) AS record (account_id int, date_added timestamptz, user_id bigint, username text,
     operation text, resource text, record_id bigint, change text, previous text, address text, request_id text)`,
);

/** The audit leaves out changes by moved stock: the flow has each movement. */
const OF_STOCK: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [stockStateChanged.topic, new Set([STOCK_CHANGED])],
  [orderChanged.topic, new Set(SETTLEMENTS)],
  [creditNoteChanged.topic, new Set(SETTLEMENTS)],
]);
const isOfStock = ({ topic, payload }: Event<AnyFact>): boolean => !!OF_STOCK.get(topic)?.has(payload.change);

/** Writes down each fact of every service but those of moved stock, and the actions that change no record. */
@Injectable()
export class AuditLog {
  @ConsumesFacts()
  async record(events: readonly Event<AnyFact>[], tx: Tx): Promise<void> {
    const rows = events.filter((event) => !isOfStock(event)).map(toRow);
    if (rows.length) await tx.query(WRITE, [JSON.stringify(rows)]);
  }

  @Consumes(actionAudited)
  async recordActions(events: readonly Event<AuditedAction>[], tx: Tx): Promise<void> {
    const rows = events.map(({ account_id, created_at, payload: { actor, resource, record_id, change } }) => {
      return { account_id, date_added: created_at, ...actor, resource, record_id, change, previous: '{}' };
    });
    await tx.query(WRITE, [JSON.stringify(rows)]);
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
