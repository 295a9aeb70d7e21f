import { type Actor, type Call, type Fact, type FactType, Refused, SYSTEM } from '@stockbook/contracts';
import { type OutboxRow, publishAll, toOutboxRow } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { isDeepStrictEqual } from 'node:util';

export const actorOf = ({ caller, operation = '', request_id, address = '' }: Call): Actor => ({
  ...SYSTEM,
  user_id: caller.user_id,
  username: caller.username,
  operation,
  request_id,
  address,
});

/** A new record has no `before`. */
export interface RecordChange<R extends object, C extends string> {
  readonly id: number;
  /** Drawn under the record's row lock. */
  readonly sequence: number;
  readonly change: C;
  readonly actor: Actor;
  readonly before?: R;
  readonly after: R;
}

export const publishFact = <R extends object, C extends string>(
  tx: Tx,
  type: FactType<R, Fact<R, C>>,
  change: RecordChange<R, C>,
): void => publishAll(tx, [factRow(tx, type, change)]);

export function factRow<R extends object, C extends string>(
  { account_id }: Tx,
  type: FactType<R, Fact<R, C>>,
  { id, sequence, change, actor, before, after }: RecordChange<R, C>,
): OutboxRow {
  refuseTooLarge(type, before, after);
  const payload = { change, actor, record: after, previous: before ? previousOf(before, after) : {} };
  return toOutboxRow(type, { account_id, aggregate_id: id, sequence, payload });
}

/** Of a record as JSON, in UTF-8: a page of 100 records has to fit into a process. */
const MOST_BYTES = 1_048_576;

const bytesOf = (record: object): number => Buffer.byteLength(JSON.stringify(record));

/** A record that is too large already may shrink. */
function refuseTooLarge({ topic }: FactType, before: object | undefined, after: object): void {
  const bytes = bytesOf(after);
  if (bytes <= MOST_BYTES || (before && bytes <= bytesOf(before))) return;
  const record = topic.replaceAll('.', '/');
  const message = `A record of ${record} has at most ${MOST_BYTES} bytes as JSON: this one would have ${bytes}.`;
  throw new Refused({ code: 'invalid', message });
}

/** `undefined` leaves a field as it is. */
export function isChange(stored: object, values: object): boolean {
  const known = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(values).some(
    ([name, value]: [string, unknown]) => value !== undefined && !isDeepStrictEqual(value, known.get(name)),
  );
}

/** Left out of the former values, because every change moves it. */
const MOVES = 'date_modified';

export function previousOf<R extends object>(before: R, after: R): Partial<R> {
  const now: Partial<Record<string, unknown>> = { ...after };
  const changed = Object.entries(before).filter(
    ([name, value]) => name !== MOVES && !isDeepStrictEqual(value, now[name]),
  );
  return Object.fromEntries(changed) as Partial<R>;
}
