import { OperatorError } from '@stockbook/process';
import { type Db, statement, type Statement } from '@stockbook/persistence';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const TERM_MS = 3_000;
const RENEW_MS = 1_000;
const RETRY_MS = 100;
/** The end is by the database's clock, because those of its clients differ. */
const TERM_END = `clock_timestamp() + interval '${TERM_MS} ms'`;

/** The rows belong to no account. */
export const leaseTable = (schema: string): string =>
  `CREATE TABLE ${schema}.lease (
     name text PRIMARY KEY,
     owner uuid,
     epoch bigint NOT NULL,
     expires_at timestamptz NOT NULL
   )`;

/** A row expires unless its owner renews it. No session holds it: poolers work. */
export class Lease {
  private readonly owner = randomUUID();
  private readonly claim: Statement;

  constructor(
    private readonly db: Db,
    private readonly name: string,
  ) {
    this.claim = statement(
      'take_lease',
      // A clock that was set back leaves an expiry later than one term.
      `WITH first AS (
         INSERT INTO ${db.schema}.lease (name, owner, epoch, expires_at) VALUES ($1, $2, 1, ${TERM_END})
         ON CONFLICT DO NOTHING RETURNING epoch
       ), next AS (
         UPDATE ${db.schema}.lease SET owner = $2, epoch = epoch + 1, expires_at = ${TERM_END}
         WHERE name = $1
           AND (owner IS NULL OR owner = $2 OR expires_at NOT BETWEEN clock_timestamp() AND ${TERM_END})
         RETURNING epoch
       )
       TABLE first UNION ALL TABLE next`,
    );
  }

  /** Returns undefined while another replica has the lease. */
  async take(): Promise<LeaseTerm | undefined> {
    const sent_at = performance.now();
    const [taken] = await this.db.query<{ epoch: number }>(this.claim, [this.name, this.owner]);
    return taken && new LeaseTerm(this.db, [this.name, this.owner, taken.epoch], sent_at);
  }
}

/** A term is renewed each second until it is lost or handed back. */
export class LeaseTerm {
  private readonly ending = new AbortController();
  private until = 0;
  private expiry?: NodeJS.Timeout;

  constructor(
    private readonly db: Db,
    private readonly key: readonly [name: string, owner: string, epoch: number],
    sent_at: number,
  ) {
    this.extend(sent_at);
    void this.keep();
  }

  /** Counts the terms: a statement with an older epoch belongs to a term that is over. */
  get epoch(): number {
    return this.key[2];
  }

  /** Is aborted when the term is over. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** True before another replica can have the lease, even if this process was paused. */
  get isOver(): boolean {
    return this.signal.aborted || performance.now() >= this.until;
  }

  throwIfOver(): void {
    if (this.isOver) this.end('lost');
    this.signal.throwIfAborted();
  }

  /** Frees the lease at once; without the database it expires. */
  async handBack(): Promise<void> {
    const wasOver = this.isOver;
    this.end('handed back');
    if (wasOver) return;
    const handBack = `UPDATE ${this.db.schema}.lease SET owner = NULL WHERE name = $1 AND owner = $2 AND epoch = $3`;
    await this.db.query(statement('hand_lease_back', handBack), this.key).catch(() => undefined);
  }

  private async keep(): Promise<void> {
    const renew = statement(
      'renew_lease',
      `UPDATE ${this.db.schema}.lease SET expires_at = ${TERM_END} WHERE name = $1 AND owner = $2 AND epoch = $3
       RETURNING epoch`,
    );
    for (let wait_ms = RENEW_MS; ;) {
      await delay(wait_ms, undefined, { signal: this.signal }).catch(() => undefined);
      if (this.isOver) return this.end('lost');
      const sent_at = performance.now();
      try {
        const [renewed] = await this.db.query(renew, this.key);
        if (!renewed) return this.end('lost');
        this.extend(sent_at);
        wait_ms = RENEW_MS;
      } catch {
        // The end of the term limits these tries.
        wait_ms = RETRY_MS;
      }
    }
  }

  /** Counts the term from the sending of its renewal; the database counts from later. */
  private extend(sent_at: number): void {
    if (this.signal.aborted) return;
    this.until = sent_at + TERM_MS;
    clearTimeout(this.expiry);
    this.expiry = setTimeout(() => this.end('lost'), this.until - performance.now());
  }

  private end(how: string): void {
    this.ending.abort(new OperatorError(`The lease '${this.key[0]}' of ${this.db.schema} was ${how}.`));
    clearTimeout(this.expiry);
  }
}
