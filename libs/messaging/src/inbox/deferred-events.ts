import { statement, type Statement, type Tx } from '@stockbook/persistence';
import { ended, OperatorError, seldom, startBatchSpan, traceparentOf } from '@stockbook/process';
import { SpanKind } from '@opentelemetry/api';
import type { LRUCache } from 'lru-cache';
import { Alarm } from '../alarm.js';
import { Backoff } from '../backoff.js';
import type { Key } from '../bus/event-bus.js';
import { BATCH_BYTES, BATCH_EVENTS } from '../bus/turns.js';
import { faultText } from './batch.js';
import { countApplied, countParked } from './event-metrics.js';
import type { Group } from './event-router.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from '../outbox/event-row.js';
import { BehindDeferred, isContention, isTimeout, isTransient } from '../fault.js';
import { keyValues } from './parked.js';

/** The limit is short, so that one account does not delay the others. */
const LOCK_MS = 50;
/** An event is retried after as long as it has waited, within these limits. */
const [FIRST_RETRY, LAST_RETRY] = ["interval '50 ms'", "interval '2 s'"];
const RETRY_MS = 25;
/** Other replicas may leave deferred events behind. */
const POLL_MS = 1_000;
const ACCOUNTS = 20;
/** An account's turn ends after this many events that fail alone. */
const FAILURES = 5;
/** A longer wait is reported, but not more often than this. */
const LONG_MS = 60_000;

export interface DeferredOptions extends Group {
  readonly contended: LRUCache<number, true>;
  readonly report: (fault: Error) => void;
}

interface DeferredRow extends EventRow {
  readonly parked_id: number;
}

const byPublication = (one: DeferredRow, other: DeferredRow): number =>
  one.created_at.getTime() - other.created_at.getTime() || one.parked_id - other.parked_id;

/**
 * Retries events that met a lock. Accounts take turns, and the events of an account run together in the order of their
 * publication. If a batch fails, its first event is retried alone, and then twice as many each time. An event that
 * fails alone waits, with those that are behind it, or is parked.
 */
export class DeferredEvents {
  done = 0;
  private readonly accounts: Statement;
  private readonly claim: Statement;
  private readonly take: Statement;
  private readonly postpone: Statement;
  private readonly postponeBehind: Statement;
  private readonly park: Statement;
  private readonly isNone: Statement;
  private readonly added = new Alarm();
  private readonly stopped = new Alarm();
  private readonly backoff = new Backoff(200, 5_000);
  private readonly reportLong = seldom(LONG_MS, (row: DeferredRow, waited_ms: number, fault: unknown) =>
    this.report(row, `waits since ${Math.round(waited_ms / 1_000)} s`, fault),
  );
  private isStopping = false;
  private running?: Promise<void>;

  constructor(private readonly options: DeferredOptions) {
    const table = `${options.db.schema}.parked_event`;
    const key = 'account_id = $1 AND consumer = $2 AND topic = $3 AND aggregate_id = $4';
    const behind = (condition: string) => `EXISTS (
      SELECT FROM ${table} earlier
      WHERE earlier.account_id = parked.account_id AND earlier.consumer = parked.consumer
        AND earlier.topic = parked.topic
        AND earlier.aggregate_id = parked.aggregate_id AND earlier.parked_id < parked.parked_id AND ${condition})`;
    // A key whose first event is parked waits for an operator.
    const deferred = `FROM ${table} parked
      WHERE consumer = $1 AND retry_at IS NOT NULL AND NOT ${behind('earlier.retry_at IS NULL')}`;
    this.accounts = statement(
      'deferred_accounts',
      `SELECT account_id, min(retry_at) <= now() AS is_due ${deferred}
       GROUP BY account_id ORDER BY min(retry_at) LIMIT ${ACCOUNTS}`,
    );
    // Two replicas would apply events of one stock out of order. The claim is a statement of its own, so that the next
    // one sees the commit of the former owner.
    this.claim = statement(
      'claim_deferred',
      `SELECT pg_try_advisory_xact_lock(hashtext('${table}/' || $2::text), $1::int) AS is_claimed`,
    );
    this.take = statement(
      'take_deferred',
      `DELETE FROM ${table} WHERE (account_id, consumer, topic, aggregate_id, parked_id) IN (
         SELECT account_id, consumer, topic, aggregate_id, parked_id FROM (
           SELECT *, row_number() OVER turn = 1 AS is_first, topic = first_value(topic) OVER turn AS is_of_topic,
             sum(octet_length(payload::text)) OVER turn AS bytes
           FROM (
             SELECT * FROM ${table} parked
             WHERE account_id = $1 AND consumer = $2 AND retry_at <= now()
               AND NOT ${behind('(earlier.retry_at IS NULL OR earlier.retry_at > now())')}
             ORDER BY created_at, parked_id LIMIT $3
           ) due WINDOW turn AS (ORDER BY created_at, parked_id)
         ) due WHERE is_first OR (is_of_topic AND bytes <= ${BATCH_BYTES})
       ) RETURNING parked_id, ${EVENT_COLUMNS}`,
    );
    this.postpone = statement(
      'postpone_deferred',
      `UPDATE ${table} SET retry_at = now() + least(greatest(now() - parked_at, ${FIRST_RETRY}), ${LAST_RETRY})
       WHERE ${key} AND parked_id = $5 AND retry_at IS NOT NULL
       RETURNING (extract(epoch FROM now() - parked_at) * 1000)::float8 AS waited_ms`,
    );
    // They are due with the next one that is tried, so that they follow it in its batch.
    this.postponeBehind = statement(
      'postpone_behind_deferred',
      `UPDATE ${table} SET retry_at = COALESCE(
         (SELECT min(retry_at) FROM ${table} WHERE account_id = $1 AND consumer = $2 AND retry_at > now()),
         now() + ${FIRST_RETRY})
       WHERE account_id = $1 AND consumer = $2 AND parked_id = ANY ($3::bigint[]) AND retry_at IS NOT NULL`,
    );
    this.park = statement(
      'park_deferred',
      `UPDATE ${table} SET retry_at = NULL, error = CASE WHEN parked_id = $5 THEN $6 ELSE error END
       WHERE ${key} AND EXISTS (SELECT FROM ${table} WHERE ${key} AND parked_id = $5)`,
    );
    this.isNone = statement('no_deferred', `SELECT NOT EXISTS (SELECT ${deferred}) AS is_none`);
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
        // The relay and the bus report it while the database is away.
        if (!isTransient(fault))
          this.options.report(new OperatorError('Deferred events are not retried.', { cause: fault }));
        await this.stopped.wait(this.backoff.next());
      }
    }
  }

  private async round(): Promise<{ found: number; applied: number }> {
    const { db, group } = this.options;
    const accounts = await db.query<{ account_id: number; is_due: boolean }>(this.accounts, [group]);
    const before = this.done;
    for (const { account_id, is_due } of accounts) if (is_due) await this.serve(account_id);
    return { found: accounts.length, applied: this.done - before };
  }

  private async serve(account_id: number): Promise<void> {
    let [limit, applied, failures] = [BATCH_EVENTS, 0, 0];
    while (!this.isStopping && applied < BATCH_EVENTS && failures < FAILURES) {
      const taken: DeferredRow[] = [];
      try {
        if (!(await this.apply(account_id, limit, taken))) return;
        applied += taken.length;
        this.done += taken.length;
        limit = Math.min(2 * limit, BATCH_EVENTS);
      } catch (fault) {
        const [first, second] = taken;
        // The consumer holds one of these rows while it applies a batch.
        if (!first && isContention(fault)) return;
        if (!first) throw fault;
        if (isContention(fault)) this.options.contended.set(account_id, true);
        if (fault instanceof BehindDeferred) await this.putBehind(taken, fault);
        else if (second) limit = 1;
        else {
          await this.putBack(first, fault);
          failures++;
          limit = BATCH_EVENTS;
        }
      }
    }
  }

  /** Returns false when the account has no event that is due, or another replica applies them. */
  private async apply(account_id: number, limit: number, taken: DeferredRow[]): Promise<boolean> {
    const { db, group, router } = this.options;
    const work = async (tx: Tx) => {
      taken.length = 0;
      const [claimed] = await tx.query<{ is_claimed: boolean }>(this.claim, [account_id, group]);
      if (!claimed?.is_claimed) return;
      const rows = await tx.query<DeferredRow>(this.take, [account_id, group, limit]);
      taken.push(...rows.sort(byPublication));
      const events = taken.map(toEvent);
      const span = startBatchSpan(SpanKind.CONSUMER, events, 'retry', events[0]?.topic);
      await ended(router.route(events, tx.inTrace(traceparentOf(span))), span);
    };
    await db.transactFor([account_id], work, LOCK_MS);
    countApplied(group, taken.map(toEvent));
    return taken.length > 0;
  }

  private async putBehind(taken: readonly DeferredRow[], { events }: BehindDeferred): Promise<void> {
    const [first] = taken;
    const behind = new Set(events.map(({ event_id }) => event_id));
    const ids = taken.filter(({ event_id }) => behind.has(event_id)).map(({ parked_id }) => parked_id);
    const { db, group } = this.options;
    await db.query(this.postponeBehind, [first?.account_id, group, ids]);
  }

  private async putBack(row: DeferredRow, fault: unknown): Promise<void> {
    const { db, group } = this.options;
    const values = [...keyValues(this.options, row), row.parked_id];
    if (isTransient(fault) || isTimeout(fault)) {
      const [kept] = await db.query<{ waited_ms: number }>(this.postpone, values);
      if (kept && kept.waited_ms >= LONG_MS) this.reportLong(row, kept.waited_ms, fault);
    } else {
      await db.query(this.park, [...values, faultText(fault)]);
      countParked(group, row.topic);
      this.report(row, 'is parked', fault);
    }
  }

  private report({ topic, aggregate_id, account_id }: Key, state: string, cause: unknown): void {
    this.options.report(new OperatorError(`${topic} ${aggregate_id} of account ${account_id} ${state}.`, { cause }));
  }
}
