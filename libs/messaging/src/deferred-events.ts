import { statement, type Statement } from '@stockbook/persistence';
import { Alarm } from './alarm.js';
import { Backoff } from './backoff.js';
import { textOf } from './batch.js';
import type { ContendedAccounts } from './contended-accounts.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-row.js';
import { isLockTimeout, isTimeout, isTransient } from './fault.js';
import { apply, type Group } from './handlers.js';
import { first, type Key, valuesOf } from './parked.js';

/** A key that meets the lock again holds up the others for so long. */
const LOCK_MS = 20;
/** A key is tried again after as long as it has waited, within these limits. */
const [FIRST_RETRY, LAST_RETRY] = ["interval '50 ms'", "interval '2 s'"];
const RETRY_MS = 25;
/** Other replicas may leave deferred events behind. */
const POLL_MS = 1_000;
/** So few at a time, because new ones come first: most of them do not need the locked row. */
const KEYS = 10;

export interface DeferredOptions extends Group {
  readonly contended: ContendedAccounts;
  readonly report: (fault: Error) => void;
}

interface DeferredKey extends Key {
  readonly is_due: boolean;
}

/**
 * Applies the events that a consumer has deferred because of a lock: one key after the other, accounts in turn, those that have waited
 * least first, each key's events in their order. Several replicas share the work. An event that cannot be applied for another reason is parked.
 */
export class DeferredEvents {
  /** Events applied so far. */
  done = 0;
  private readonly heads: Statement;
  private readonly take: Statement;
  private readonly postpone: Statement;
  private readonly park: Statement;
  private readonly isNone: Statement;
  private readonly added = new Alarm();
  private readonly stopped = new Alarm();
  private readonly backoff = new Backoff(200, 5_000);
  private isStopping = false;
  private running?: Promise<void>;

  constructor(private readonly options: DeferredOptions) {
    const table = `${options.db.schema}.parked_event`;
    const key = 'account_id = $1 AND consumer = $2 AND topic = $3 AND aggregate_id = $4';
    this.heads = statement(
      'deferred_keys',
      `SELECT account_id, topic, aggregate_id, retry_at <= now() AS is_due FROM (
         SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY retry_at > now(), retry_at - parked_at) AS turn FROM (
           SELECT DISTINCT ON (account_id, topic, aggregate_id) account_id, topic, aggregate_id, retry_at, parked_at
           FROM ${table} WHERE consumer = $1 AND retry_at IS NOT NULL
           ORDER BY account_id, topic, aggregate_id, parked_id
         ) head
       ) head ORDER BY is_due DESC, turn, account_id LIMIT ${KEYS}`,
    );
    this.take = statement(
      'take_deferred',
      `DELETE FROM ${table} WHERE (account_id, consumer, topic, aggregate_id, parked_id) = (
         SELECT account_id, consumer, topic, aggregate_id, parked_id FROM ${table}
         WHERE ${key} AND parked_id = (SELECT min(parked_id) FROM ${table} WHERE ${key}) FOR UPDATE SKIP LOCKED
       ) RETURNING ${EVENT_COLUMNS}`,
    );
    this.postpone = statement(
      'postpone_deferred',
      `UPDATE ${table} SET retry_at = now() + least(greatest(now() - parked_at, ${FIRST_RETRY}), ${LAST_RETRY})
       WHERE ${first(options.db.schema)}`,
    );
    this.park = statement(
      'park_deferred',
      `UPDATE ${table} parked SET retry_at = NULL, error = CASE WHEN parked.parked_id = head.parked_id THEN $5 ELSE error END
       FROM (SELECT min(parked_id) AS parked_id FROM ${table} WHERE ${key}) head WHERE ${key}`,
    );
    this.isNone = statement(
      'no_deferred',
      `SELECT NOT EXISTS (SELECT FROM ${table} WHERE consumer = $1 AND retry_at IS NOT NULL) AS is_none`,
    );
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Waits for the event in work. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.added.ring();
    this.stopped.ring();
    await this.running;
  }

  /** Tells that there are new ones. */
  wake(): void {
    this.added.ring();
  }

  /** Whether nothing is deferred, by whichever replica. */
  async isEmpty(): Promise<boolean> {
    const { db, group } = this.options;
    const [row] = await db.query<{ is_none: boolean }>(this.isNone, [group]);
    return row?.is_none === true;
  }

  private async run(): Promise<void> {
    const { db, group } = this.options;
    while (!this.isStopping) {
      try {
        const keys = await db.query<DeferredKey>(this.heads, [group]);
        const due = keys.filter(({ is_due }) => is_due);
        for (const key of due) await this.retry(key);
        this.backoff.reset();
        if (!due.length) await this.added.wait(keys.length ? RETRY_MS : POLL_MS);
      } catch {
        // The database is away: the relay and the bus report it.
        await this.stopped.wait(this.backoff.next());
      }
    }
  }

  private async retry(key: Key): Promise<void> {
    const { db, contended, report } = this.options;
    try {
      while (!this.isStopping && (await this.applyFirst(key))) this.done++;
    } catch (fault) {
      const values = valuesOf(this.options, key);
      if (isTransient(fault) || isTimeout(fault)) {
        if (isLockTimeout(fault)) contended.note(key.account_id);
        await db.query(this.postpone, values);
        return;
      }
      await db.query(this.park, [...values, textOf(fault)]);
      const { topic, aggregate_id, account_id } = key;
      report(new Error(`${topic} ${aggregate_id} of account ${account_id} is parked.`, { cause: fault }));
    }
  }

  /** False when nothing of the key is left, or another replica is at it. */
  private applyFirst(key: Key): Promise<boolean> {
    return this.options.db.transactFor(
      [key.account_id],
      async (tx) => {
        const [row] = await tx.query<EventRow>(this.take, valuesOf(this.options, key));
        if (row) await apply(this.options, [toEvent(row)], tx);
        return row !== undefined;
      },
      LOCK_MS,
    );
  }
}
