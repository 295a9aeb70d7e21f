import { type Db, statement, type Statement } from '@stockbook/persistence';
import { Alarm } from './alarm.js';
import { Backoff } from './backoff.js';
import type { EventBus } from './event-bus.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-row.js';
import { onNudge } from './nudge.js';
import type { Settling } from './settled.js';

const BATCH = 500;
const DEADLINE_MS = 10_000;

export interface RelayOptions {
  readonly db: Db;
  readonly bus: EventBus;
  /** Is told why events could not be moved; they will be tried again. */
  readonly report: (fault: unknown) => void;
}

interface PendingRow extends EventRow {
  readonly outbox_id: string;
}

/**
 * Moves a service's events from its outbox to the bus, in their order and at least once: reads what is pending,
 * publishes it, then removes it into the archive. At most one relay of a service runs at a time.
 */
export class Relay implements Settling {
  /** Events moved so far. */
  done = 0;
  private readonly pending: Statement;
  private readonly archive: Statement;
  private readonly isEmpty: Statement;
  private readonly poll = new Backoff(5, 250);
  private readonly retry = new Backoff(200, 30_000);
  private readonly nudged = new Alarm();
  private readonly stopped = new Alarm();
  private isMoving = false;
  private isStopping = false;
  private stopListening?: () => void;
  private running?: Promise<void>;

  constructor(private readonly options: RelayOptions) {
    const { schema } = options.db;
    const columns = `outbox_id, ${EVENT_COLUMNS}, traceparent`;
    this.pending = statement('pending', `SELECT ${columns} FROM ${schema}.outbox ORDER BY outbox_id LIMIT ${BATCH}`);
    this.archive = statement(
      'archive',
      `WITH sent AS (DELETE FROM ${schema}.outbox WHERE outbox_id = ANY ($1) RETURNING ${columns})
       INSERT INTO ${schema}.outbox_archive (${columns}) SELECT ${columns} FROM sent`,
    );
    this.isEmpty = statement('is_empty', `SELECT NOT EXISTS (SELECT FROM ${schema}.outbox) AS is_empty`);
  }

  start(): void {
    this.stopListening = onNudge(this.options.db.schema, () => this.nudged.ring());
    this.running = this.run();
  }

  /** Waits for the batch in work. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopListening?.();
    this.nudged.ring();
    this.stopped.ring();
    await this.running;
  }

  async isIdle(): Promise<boolean> {
    const [row] = await this.options.db.query<{ is_empty: boolean }>(this.isEmpty, []);
    return row?.is_empty === true && !this.isMoving;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        const moved = await this.move();
        this.retry.reset();
        if (moved) this.poll.reset();
        if (moved < BATCH) await this.nudged.wait(this.poll.next());
      } catch (fault) {
        this.options.report(fault);
        // Nudges do not end this wait, or commits under load would make it none.
        await this.stopped.wait(this.retry.next());
      }
    }
  }

  private async move(): Promise<number> {
    const { db } = this.options;
    this.isMoving = true;
    try {
      const rows = await db.query<PendingRow>(this.pending, []);
      if (rows.length) {
        await this.publish(rows);
        await db.query(this.archive, [rows.map(({ outbox_id }) => outbox_id)]);
        this.done += rows.length;
      }
      return rows.length;
    } finally {
      this.isMoving = false;
    }
  }

  private async publish(rows: readonly EventRow[]): Promise<void> {
    const deadline = new AbortController();
    const late = new Error(`The bus did not take ${rows.length} events within ${DEADLINE_MS} ms.`);
    const timer = setTimeout(() => deadline.abort(late), DEADLINE_MS);
    await this.options.bus.publish(rows.map(toEvent), deadline.signal).finally(() => clearTimeout(timer));
  }
}
