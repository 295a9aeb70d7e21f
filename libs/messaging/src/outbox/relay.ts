import type { Event } from '@stockbook/contracts';
import { type Db, statement, type Statement } from '@stockbook/persistence';
import { counter, ended, gauge, OperatorError, startBatchSpan } from '@stockbook/process';
import { SpanKind } from '@opentelemetry/api';
import { Alarm } from '../alarm.js';
import { Backoff } from '../backoff.js';
import type { EventBus } from '../bus/event-bus.js';
import type { Generation } from '../generation/generation.js';
import { EVENT_COLUMNS, type EventRow, HEAD_COLUMNS, toEvent } from './event-row.js';
import { Lease, type LeaseTerm } from '../lease.js';
import { refillGeneration } from './refill.js';
import type { Settling } from '../settled.js';
import { Lanes } from '../bus/lanes.js';
import { BATCH_BYTES, isLarge, SHARED_BYTES } from '../bus/turns.js';
import { onWake } from './wake.js';

/** A round reads at most this many pending events. An account waits while others have this many before its first. */
const HORIZON = 1_000;
const DEADLINE_MS = 10_000;
const LEASE = 'relay';
/** A round is followed by a rest of at most this time. */
const REST_MS = 25;
/** A relay without the lease asks for it at this interval. */
const STANDBY_MS = 250;

const leader = gauge('stockbook_relay_leader', '1 while this process has the lease of the relay', 'service');
const published = counter('stockbook_relay_published_total', 'Events that the relay has published', 'service');
const terms = counter('stockbook_relay_terms_total', 'Lease terms of the relay of this process', 'service');

export interface RelayOptions {
  readonly db: Db;
  readonly bus: EventBus;
  /** Receives the fault that kept events from being published; the relay retries. */
  readonly report: (fault: unknown) => void;
  /** It is set where the bus keeps events outside the database, which a restore of the database leaves as they are. */
  readonly generation?: Generation | undefined;
}

/** A large event and those beyond the first BATCH_BYTES are read without their payload. */
interface PendingRow extends EventRow {
  readonly outbox_id: number;
  readonly bytes: number;
  readonly has_payload: boolean;
}

/** A large event has a round of its own, beside which those of small events go on. */
interface AsideRound {
  readonly batch: readonly PendingRow[];
  readonly outcome: Promise<unknown>;
  isOver: boolean;
}

const overtaken = (did: string): Error =>
  new OperatorError(`Another relay has taken the lease, or the database has changed, while this one ${did} events.`);

/**
 * Moves the pending events of one service to the bus and into the archive, while it has the lease. A relay that lost
 * its lease unnoticed can only publish duplicates, which consumers drop.
 */
export class Relay implements Settling {
  done = 0;
  private readonly pending: Statement;
  private readonly payloads: Statement;
  private readonly archive: Statement;
  private readonly isEmpty: Statement;
  private readonly lanes = new Lanes<PendingRow>();
  private readonly lease: Lease;
  private readonly poll = new Backoff(5, 250);
  private readonly retry = new Backoff(200, 5_000);
  private readonly woken = new Alarm();
  private readonly stopped = new Alarm();
  private aside?: AsideRound;
  private moving = 0;
  private isStopping = false;
  private stopListening?: () => void;
  private running?: Promise<void>;

  constructor(private readonly options: RelayOptions) {
    const { schema } = options.db;
    const isCurrent = options.generation ? ` AND ${options.generation.holdsIn(schema, '$3')}` : '';
    this.lease = new Lease(options.db, LEASE);
    const columns = `outbox_id, ${EVENT_COLUMNS}`;
    this.pending = statement(
      'pending',
      `SELECT outbox_id, ${HEAD_COLUMNS}, created_at, bytes, has_payload,
         CASE WHEN has_payload THEN payload END AS payload
       FROM (
         SELECT *, bytes <= ${SHARED_BYTES}
           AND sum(bytes) FILTER (WHERE bytes <= ${SHARED_BYTES})
           OVER (ORDER BY outbox_id) <= ${BATCH_BYTES} AS has_payload
         FROM (SELECT * FROM ${schema}.outbox ORDER BY outbox_id LIMIT ${HORIZON}) next
       ) next ORDER BY outbox_id`,
    );
    this.payloads = statement(
      'pending_payloads',
      `SELECT outbox_id, payload FROM ${schema}.outbox WHERE outbox_id = ANY ($1)`,
    );
    this.archive = statement(
      'archive',
      `WITH sent AS (
         DELETE FROM ${schema}.outbox
         WHERE outbox_id = ANY ($1)
           AND EXISTS (SELECT FROM ${schema}.lease WHERE name = '${LEASE}' AND epoch = $2)${isCurrent}
         RETURNING ${columns}
       ), kept AS (
         INSERT INTO ${schema}.outbox_archive (${columns}) SELECT ${columns} FROM sent
       )
       SELECT count(*) AS archived FROM sent`,
    );
    this.isEmpty = statement('is_empty', `SELECT NOT EXISTS (SELECT FROM ${schema}.outbox) AS is_empty`);
  }

  /** Starts once; it does nothing after a stop. */
  start(): void {
    if (this.running || this.isStopping) return;
    leader.inc({ service: this.service }, 0);
    this.stopListening = onWake(this.options.db.schema, () => this.woken.ring());
    this.running = this.run();
  }

  /** Waits for the batches in work, and hands the lease back. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopListening?.();
    this.woken.ring();
    this.stopped.ring();
    await this.running;
  }

  /** Counts the work of other relays too. */
  async isIdle(): Promise<boolean> {
    const [row] = await this.options.db.query<{ is_empty: boolean }>(this.isEmpty, []);
    return row?.is_empty === true && !this.moving;
  }

  private get service(): string {
    return this.options.db.schema;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        const term = await this.lease.take();
        if (term) await this.moveDuring(term);
        else await this.stopped.wait(STANDBY_MS);
      } catch (fault) {
        await this.backOff(fault);
      }
    }
  }

  private async backOff(fault: unknown): Promise<void> {
    this.options.report(fault);
    // A wake does not end this wait, otherwise commits under load would cancel it.
    await this.stopped.wait(this.retry.next());
  }

  private async moveDuring(term: LeaseTerm): Promise<void> {
    terms.inc({ service: this.service });
    leader.inc({ service: this.service });
    try {
      await this.prepare(term);
      while (!this.isStopping && !term.isOver) {
        try {
          await this.moveNext(term);
        } catch (fault) {
          if (!this.aside || this.aside.isOver) throw fault;
          // Keeps the lease, because another relay would publish the large event beside this one.
          await this.backOff(fault);
        }
      }
    } finally {
      leader.dec({ service: this.service });
      await this.aside?.outcome.catch(this.options.report);
      this.lanes.end(this.aside?.batch ?? []);
      this.aside = undefined;
      // The lease is handed back after a fault too: another replica may still reach the bus.
      await term.handBack();
    }
  }

  private async prepare(term: LeaseTerm): Promise<void> {
    const { db, generation } = this.options;
    if (!generation) return;
    await generation.check(db);
    this.moving++;
    const isOver = () => this.isStopping || term.isOver;
    const publish = (events: readonly Event[]) => this.publish(events, term);
    await refillGeneration({ db, publish, isOver }).finally(() => this.moving--);
  }

  private async moveNext(term: LeaseTerm): Promise<void> {
    const began = performance.now();
    const { moved, left } = await this.move(term);
    if (moved) {
      this.retry.reset();
      this.poll.reset();
    }
    if (left) return;
    // The relay waits half as long as the round took: under load rounds are larger, which costs less for each event.
    if (moved) await this.stopped.wait(Math.min(REST_MS, (performance.now() - began) / 2));
    await this.woken.wait(this.poll.next());
  }

  private async move(term: LeaseTerm): Promise<{ moved: number; left: number }> {
    await this.endAside();
    const pending = await this.options.db.query<PendingRow>(this.pending, []);
    const free = this.lanes.free(pending);
    const batch = this.lanes.begin(free);
    const [first] = batch;
    if (!first || term.isOver) {
      this.lanes.end(batch);
      return { moved: 0, left: 0 };
    }
    const left = free.length - batch.length;
    const round = this.round(batch, term);
    if (isLarge(first)) {
      this.goAside(batch, round);
      return { moved: 0, left };
    }
    await round.finally(() => this.lanes.end(batch));
    return { moved: batch.length, left };
  }

  private goAside(batch: readonly PendingRow[], outcome: Promise<unknown>): void {
    const aside = { batch, outcome, isOver: false };
    const end = () => {
      aside.isOver = true;
      this.woken.ring();
    };
    outcome.then(end, end);
    this.aside = aside;
    this.poll.reset();
  }

  /** Is called before the pending events are read, because an earlier read still has the event that is published. */
  private async endAside(): Promise<void> {
    if (!this.aside?.isOver) return;
    const { batch, outcome } = this.aside;
    this.aside = undefined;
    this.lanes.end(batch);
    await outcome;
    this.retry.reset();
  }

  private async round(batch: readonly PendingRow[], term: LeaseTerm): Promise<void> {
    const { db, generation } = this.options;
    this.moving++;
    try {
      const rows = await this.withPayloads(batch);
      const span = startBatchSpan(SpanKind.PRODUCER, rows, 'relay', this.service);
      const sizes = rows.map(({ bytes }) => bytes);
      await ended(this.publish(rows.map(toEvent), term, sizes), span);
      const ids = rows.map(({ outbox_id }) => outbox_id);
      const [{ archived } = { archived: 0 }] = await db.query<{ archived: number }>(this.archive, [
        ids,
        term.epoch,
        ...(generation ? [generation.number] : []),
      ]);
      if (!archived) throw overtaken(`published ${rows.length}`);
      this.done += archived;
      published.inc({ service: this.service }, archived);
    } finally {
      this.moving--;
    }
  }

  private async withPayloads(rows: readonly PendingRow[]): Promise<readonly PendingRow[]> {
    const missing = rows.filter(({ has_payload }) => !has_payload).map(({ outbox_id }) => outbox_id);
    if (!missing.length) return rows;
    const found = await this.options.db.query<Pick<PendingRow, 'outbox_id' | 'payload'>>(this.payloads, [missing]);
    if (found.length < missing.length) throw overtaken(`read ${rows.length}`);
    const payloads = new Map(found.map(({ outbox_id, payload }) => [outbox_id, payload]));
    return rows.map((row) => ({ ...row, payload: payloads.get(row.outbox_id) ?? row.payload }));
  }

  private async publish(events: readonly Event[], term: LeaseTerm, sizes?: readonly number[]): Promise<void> {
    term.throwIfOver();
    const deadline = new AbortController();
    const late = new OperatorError(`The bus did not take ${events.length} events within ${DEADLINE_MS} ms.`);
    const timer = setTimeout(() => deadline.abort(late), DEADLINE_MS);
    const lose = () => deadline.abort(term.signal.reason);
    term.signal.addEventListener('abort', lose);
    try {
      await this.options.bus.publish(events, deadline.signal, sizes);
    } finally {
      clearTimeout(timer);
      term.signal.removeEventListener('abort', lose);
    }
  }
}
