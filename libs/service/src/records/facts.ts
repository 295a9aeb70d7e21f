import { type Actor, type Call, type Fact, type FactType, hasRevision, SYSTEM } from '@stockbook/contracts';
import { type OutboxRow, publishAll, toOutboxRow } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { isDeepStrictEqual } from 'node:util';
import { judgeSize } from './record-size.js';

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
  /** It is drawn under the record's row lock. */
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
  tx: Tx,
  type: FactType<R, Fact<R, C>>,
  { id, sequence, change, actor, before, after }: RecordChange<R, C>,
): OutboxRow {
  const { account_id } = tx;
  judgeSize(tx, type, { change, before, after });
  const record = hasRevision(type.record) ? { ...after, revision: sequence } : after;
  const payload = { change, actor, record, previous: before ? previousOf(before, after) : {} };
  return toOutboxRow(type, { account_id, aggregate_id: id, sequence, payload });
}

/** `undefined` leaves a field as it is. */
export function isChange(stored: object, values: object): boolean {
  const known = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(values).some(
    ([name, value]: [string, unknown]) => value !== undefined && !isDeepStrictEqual(value, known.get(name)),
  );
}

/** The former values leave these out, because every change moves them. */
const MOVES = ['date_modified', 'revision'];

export function previousOf<R extends object>(before: R, after: R): Partial<R> {
  const now: Partial<Record<string, unknown>> = { ...after };
  const changed = Object.entries(before).filter(
    ([name, value]) => !MOVES.includes(name) && !isDeepStrictEqual(value, now[name]),
  );
  return Object.fromEntries(changed) as Partial<R>;
}
