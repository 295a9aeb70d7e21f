import { type Fault, noRecord, Refused } from '@stockbook/contracts';
import { type Db } from '@stockbook/persistence';
import { KEPT_DAYS } from '../log/partitions.js';
import { ENDS, EVENT_AT, POSITION_OF } from './feed-statements.js';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const EVENT_ID = new RegExp(`^${UUID}$`, 'i');
/** A position, and the event there: a database that was restored may have another one. */
const CURSOR = new RegExp(`^(\\d{1,15})(?:\\.(${UUID}))?$`);

export interface Ends {
  readonly newest: number;
  readonly kept_from: number;
}

export async function endsOf(db: Db, account_id: number): Promise<Ends> {
  const [ends] = await db.query<Ends>(ENDS, [account_id]);
  return ends ?? { newest: 0, kept_from: 0 };
}

export const cursorOf = ({ position, event_id }: { readonly position: number; readonly event_id: string }): string =>
  `${position}.${event_id}`;

export async function cursorAt(db: Db, account_id: number, position: number): Promise<string> {
  const event_id = await eventAt(db, account_id, position);
  return event_id ? cursorOf({ position, event_id }) : String(position);
}

/** Refuses a cursor behind which events have expired, rather than skip them. */
export async function positionOf(db: Db, account_id: number, after: string, ends: Ends): Promise<number> {
  if (!after) return ends.kept_from;
  if (EVENT_ID.test(after)) {
    const [found] = await db.query<{ position: number }>(POSITION_OF, [account_id, after]);
    if (!found) throw new Refused(unknown(after));
    return found.position;
  }
  const [, digits, event_id] = CURSOR.exec(after) ?? [];
  const position = Number(digits);
  if (!digits || position > ends.newest) throw new Refused(unknown(after));
  if (position < ends.kept_from) throw new Refused(expired);
  const there = event_id && (await eventAt(db, account_id, position));
  if (there && there !== event_id) throw new Refused(unknown(after));
  return position;
}

async function eventAt(db: Db, account_id: number, position: number): Promise<string | undefined> {
  const [event] = await db.query<{ event_id: string }>(EVENT_AT, [account_id, position]);
  return event?.event_id;
}

const unknown = (after: string): Fault => ({ ...noRecord('event', after), field: 'after' });
const expired: Fault = {
  code: 'unknown_record',
  field: 'after',
  message:
    `Events behind this cursor are older than ${KEPT_DAYS} days and gone: ` +
    'read the records anew, then the events without a cursor.',
};
