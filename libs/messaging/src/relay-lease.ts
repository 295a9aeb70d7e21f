import { type Db, statement, type Statement } from '@stockbook/persistence';
import { randomUUID } from 'node:crypto';
import { Alarm } from './alarm.js';

const TERM_MS = 3_000;
const RENEW_MS = 1_000;
const RETRY_MS = 100;
/** By the database's clock, whatever those of its clients say. */
const TERM_END = `clock_timestamp() + interval '${TERM_MS} ms'`;

/**
 * The right to move a schema's events, which one relay has at a time: a row that runs out unless its owner renews it.
 * It hangs on no session, so it outlives a pooler's, and no dead process holds it for longer than three seconds.
 */
export class RelayLease {
  private readonly owner = randomUUID();
  private readonly claim: Statement;

  constructor(private readonly db: Db) {
    this.claim = statement(
      'take_lease',
      // A term that ends later than one can is left of a clock that has been set back.
      `UPDATE ${db.schema}.relay_lease SET owner = $1, epoch = epoch + 1, expires_at = ${TERM_END}
       WHERE owner IS NULL OR owner = $1 OR expires_at NOT BETWEEN clock_timestamp() AND ${TERM_END}
       RETURNING epoch`,
    );
  }

  /** Takes the lease if nobody has it or its term is over. */
  async take(): Promise<Tenure | undefined> {
    const sent_at = performance.now();
    const [taken] = await this.db.query<{ epoch: number }>(this.claim, [this.owner]);
    return taken && new Tenure(this.db, [this.owner, taken.epoch], sent_at);
  }
}

/** One relay's time with the lease: renewed each second, until it is lost or handed back. */
export class Tenure {
  private readonly ending = new AbortController();
  private readonly ended = new Alarm();
  private until = 0;
  private expiry?: NodeJS.Timeout;

  constructor(
    private readonly db: Db,
    private readonly name: readonly [owner: string, epoch: number],
    sent_at: number,
  ) {
    this.extend(sent_at);
    void this.keep();
  }

  /** Counts the tenures: what carries an older epoch than the lease's comes from one that is over. */
  get epoch(): number {
    return this.name[1];
  }

  /** Aborted when the tenure is over. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** True at the latest when another relay may have the lease, even if this process slept meanwhile. */
  get isOver(): boolean {
    return this.signal.aborted || performance.now() >= this.until;
  }

  /** Lets another relay have the lease at once; where the database does not hear of it, after the term. */
  async handBack(): Promise<void> {
    const wasOver = this.isOver;
    this.end('handed back');
    if (wasOver) return;
    const { schema } = this.db;
    const handBack = `UPDATE ${schema}.relay_lease SET owner = NULL WHERE owner = $1 AND epoch = $2`;
    await this.db.query(statement('hand_lease_back', handBack), this.name).catch(() => undefined);
  }

  private async keep(): Promise<void> {
    const renew = statement(
      'renew_lease',
      `UPDATE ${this.db.schema}.relay_lease SET expires_at = ${TERM_END} WHERE owner = $1 AND epoch = $2 RETURNING epoch`,
    );
    for (let wait_ms = RENEW_MS; ;) {
      await this.ended.wait(wait_ms);
      if (this.isOver) return this.end('lost');
      const sent_at = performance.now();
      try {
        const [renewed] = await this.db.query(renew, this.name);
        if (!renewed) return this.end('lost');
        this.extend(sent_at);
        wait_ms = RENEW_MS;
      } catch {
        // The term is what limits these tries.
        wait_ms = RETRY_MS;
      }
    }
  }

  /** The term is counted from when its renewal was sent: the database counts it from later. */
  private extend(sent_at: number): void {
    if (this.signal.aborted) return;
    this.until = sent_at + TERM_MS;
    clearTimeout(this.expiry);
    this.expiry = setTimeout(() => this.end('lost'), this.until - performance.now());
  }

  private end(how: string): void {
    this.ending.abort(new Error(`The lease on the events of ${this.db.schema} was ${how}.`));
    clearTimeout(this.expiry);
    this.ended.ring();
  }
}
