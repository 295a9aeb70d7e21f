import { statement, type Statement } from '@stockbook/persistence';
import { ended, seldom, startSpan, traceparentOf } from '@stockbook/process';
import { SpanKind } from '@opentelemetry/api';
import type { LRUCache } from 'lru-cache';
import { Alarm } from '../alarm.js';
import { Backoff } from '../backoff.js';
import type { Key } from '../bus/event-bus.js';
import { faultText } from './batch.js';
import { countApplied, countParked } from './event-metrics.js';
import type { Group } from './event-router.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from '../outbox/event-row.js';
import { isContention, isTimeout, isTransient } from './fault.js';
import { keyValues } from './parked.js';

/** Short, so that one key does not delay the others. */
const LOCK_MS = 50;
/** A key is retried after as long as it has waited, within these limits. */
const [FIRST_RETRY, LAST_RETRY] = ["interval '50 ms'", "interval '2 s'"];
const RETRY_MS = 25;
/** Other replicas may leave deferred events behind. */
const POLL_MS = 1_000;
const [KEYS, EVENTS] = [20, 20];
/** A longer wait is reported, but not more often than this. */
const LONG_MS = 60_000;

export interface DeferredOptions extends Group {
  readonly contended: LRUCache<number, true>;
  readonly report: (fault: Error) => void;
}

interface DeferredKey extends Key {
  readonly is_due: boolean;
  readonly waited_ms: number;
}

interface DeferredRow extends EventRow {
  readonly parked_id: number;
}

/** Retries events that met a lock, accounts in turn, oldest record first. A record waits only for older ones; other faults park it. */
export class DeferredEvents {
  done = 0;
  private readonly heads: Statement;
  private readonly take: Statement;
  private readonly postpone: Statement;
  private readonly park: Statement;
  private readonly isNone: Statement;
  private readonly added = new Alarm();
  private readonly stopped = new Alarm();
  private readonly backoff = new Backoff(200, 5_000);
  private readonly reportLong = seldom(LONG_MS, (key: DeferredKey, fault: unknown) =>
    this.report(key, `waits since ${Math.round(key.waited_ms / 1_000)} s`, fault),
  );
  private isStopping = false;
  private running?: Promise<void>;

  constructor(private readonly options: DeferredOptions) {
    const table = `${options.db.schema}.parked_event`;
    const key = 'account_id = $1 AND consumer = $2 AND topic = $3 AND aggregate_id = $4';
    const head = `parked_id = (SELECT min(parked_id) FROM ${table} WHERE ${key})`;
    // A key whose first event is parked waits for an operator.
    const deferred = `SELECT DISTINCT ON (account_id, topic, aggregate_id) * FROM ${table} parked
       WHERE consumer = $1 AND retry_at IS NOT NULL AND NOT EXISTS (
         SELECT FROM ${table} earlier
         WHERE earlier.account_id = parked.account_id AND earlier.consumer = parked.consumer AND earlier.topic = parked.topic
           AND earlier.aggregate_id = parked.aggregate_id AND earlier.parked_id < parked.parked_id AND earlier.retry_at IS NULL
       ) ORDER BY account_id, topic, aggregate_id, parked_id`;
    this.heads = statement(
      'deferred_keys',
      `SELECT account_id, topic, aggregate_id, is_due, waited_ms FROM (
         SELECT *, retry_at <= now() AS is_due, (extract(epoch FROM now() - parked_at) * 1000)::float8 AS waited_ms,
           row_number() OVER (PARTITION BY account_id ORDER BY retry_at > now(), created_at, event_id) AS turn
         FROM (${deferred}) head
       ) head ORDER BY is_due DESC, turn, retry_at LIMIT ${KEYS}`,
    );
    this.take = statement(
      'take_deferred',
      `DELETE FROM ${table} WHERE (account_id, consumer, topic, aggregate_id, parked_id) = (
         SELECT account_id, consumer, topic, aggregate_id, parked_id FROM ${table}
         WHERE ${key} AND ${head} AND retry_at IS NOT NULL FOR UPDATE SKIP LOCKED
       ) RETURNING parked_id, ${EVENT_COLUMNS}`,
    );
    this.postpone = statement(
      'postpone_deferred',
      `UPDATE ${table} SET retry_at = now() + least(greatest(now() - parked_at, ${FIRST_RETRY}), ${LAST_RETRY})
       WHERE ${key} AND ${head} AND retry_at IS NOT NULL`,
    );
    this.park = statement(
      'park_deferred',
      `UPDATE ${table} SET retry_at = NULL, error = CASE WHEN parked_id = $5 THEN $6 ELSE error END
       WHERE ${key} AND EXISTS (SELECT FROM ${table} WHERE ${key} AND parked_id = $5)`,
    );
    this.isNone = statement('no_deferred', `SELECT NOT EXISTS (${deferred}) AS is_none`);
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.added.ring();
    this.stopped.ring();
    await this.running;
  }

  wake(): void {
    this.added.ring();
  }

  /** Includes the events that other replicas deferred. */
  async isEmpty(): Promise<boolean> {
    const { db, group } = this.options;
    const [row] = await db.query<{ is_none: boolean }>(this.isNone, [group]);
    return row?.is_none === true;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        const { found, applied } = await this.round();
        this.backoff.reset();
        if (!applied) await this.added.wait(found ? RETRY_MS : POLL_MS);
      } catch (fault) {
        // While the database is away, the relay and the bus report it.
        if (!isTransient(fault)) this.options.report(new Error('Deferred events are not retried.', { cause: fault }));
        await this.stopped.wait(this.backoff.next());
      }
    }
  }

  private async round(): Promise<{ found: number; applied: number }> {
    const { db, group } = this.options;
    const keys = await db.query<DeferredKey>(this.heads, [group]);
    const before = this.done;
    for (const key of keys) if (key.is_due) await this.retry(key);
    return { found: keys.length, applied: this.done - before };
  }

  private async retry(key: DeferredKey): Promise<void> {
    const taken: { row?: DeferredRow } = {};
    try {
      for (let n = 0; n < EVENTS && !this.isStopping && (await this.applyFirst(key, taken)); n++) this.done++;
    } catch (fault) {
      const { db, contended } = this.options;
      const values = keyValues(this.options, key);
      if (isTransient(fault) || isTimeout(fault)) {
        if (isContention(fault)) contended.set(key.account_id, true);
        if (key.waited_ms >= LONG_MS) this.reportLong(key, fault);
        await db.query(this.postpone, values);
      } else {
        await db.query(this.park, [...values, taken.row?.parked_id, faultText(fault)]);
        countParked(this.options.group, key.topic);
        this.report(key, 'is parked', fault);
      }
    }
  }

  /** False when the key has no deferred event, or another replica applies it. */
  private async applyFirst(key: Key, taken: { row?: DeferredRow }): Promise<boolean> {
    const { db, group, router } = this.options;
    const row = await db.transactFor(
      [key.account_id],
      async (tx) => {
        const [row] = await tx.query<DeferredRow>(this.take, keyValues(this.options, key));
        taken.row = row;
        if (!row) return undefined;
        const span = startSpan(SpanKind.CONSUMER, row.traceparent, 'retry', row.topic);
        await ended(router.route([toEvent(row)], tx.inTrace(traceparentOf(span))), span);
        return row;
      },
      LOCK_MS,
    );
    if (row) countApplied(group, [toEvent(row)]);
    return row !== undefined;
  }

  private report({ topic, aggregate_id, account_id }: Key, state: string, cause: unknown): void {
    this.options.report(new Error(`${topic} ${aggregate_id} of account ${account_id} ${state}.`, { cause }));
  }
}
