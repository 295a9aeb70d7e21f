import { setTimeout as delay } from 'node:timers/promises';
import { type Call, type Caller, Refused } from '@stockbook/contracts';
import { counter, ended, histogram, startBatchSpan, startSpan, succeeds, traceparentOf } from '@stockbook/process';
import { type Span, SpanKind } from '@opentelemetry/api';
import type { QueryResultRow } from 'pg';
import type { DataSource, EntityTarget, SelectQueryBuilder } from 'typeorm';
import { AccountTurns } from './account-turns.js';
import type { OwnedRow } from './schema/columns.js';
import { onCurrentPlans, withConnection } from './connection/connection.js';
import { PipelinedReader } from './connection/pipelined-reader.js';
import { OpenTransaction, poolOf } from './connection/postgres.js';
import { constraintOf, naming, sqlStateOf, type Statement } from './connection/statement.js';
import { type StorageLimits, usualLimits } from './limits.js';
import { type AnswerStatements, answerStatements, storedKeys } from './request-key.js';
import { atRevision } from './revision.js';
import { packAnswer, unpackAnswer } from './stored-answer.js';
import { Tx } from './tx.js';
import { visibleTo } from './scope.js';

const MAX_TRIES = 5;
const TRANSACTION = 'transaction';
const STATEMENT_MS = 5_000;
const PROBE_MS = 2_000;
/** Row-lock wait limit, so that one hot row cannot hold the whole pool. */
const LOCK_MS = 2_000;
/** The limit is below PostgreSQL's `deadlock_timeout`, so transactions that meet crosswise give way before it looks. */
const SHARED_LOCK_MS = 200;
/** A hung process can hold a row twice as long: LOCK_MS restarts for its waiting transaction. */
const IDLE_MS = 2_000;
const END_IDLE = `SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}`;
/** A transaction runs again after these SQL states. The last is that of IDLE_MS. */
const AGAIN: ReadonlyMap<string, string> = new Map([
  ['40001', 'serialization'],
  ['40P01', 'deadlock'],
  ['25P03', 'idle'],
]);

const retries = counter('stockbook_db_retries_total', 'Transactions that ran again', 'service', 'reason');
const durations = histogram(
  'stockbook_db_transaction_duration_seconds',
  'Time from the start of a transaction to its end',
  ['service'],
);

/** Stands for a key that is looked up and not stored. */
const NO_ANSWER = Buffer.alloc(0);

class Repeated extends Error {}

/** A refusal rolls back, but the transaction did its work. */
const isFault = (failure: unknown): boolean => !(failure instanceof Refused);

interface StoredAnswer {
  readonly is_same: boolean;
  readonly answer: Buffer;
}

interface Terms {
  readonly accounts: readonly number[];
  readonly lock_ms: number;
  /** The Unix time in milliseconds. */
  readonly deadline: number;
  readonly dry_run?: boolean;
  readonly span: Span | undefined;
  /** Its events belong to the traces of several calls. */
  readonly isShared?: boolean;
  /** Plans a statement once per connection: arrays of keys use an index whatever their values are. */
  readonly isPlannedOnce?: boolean;
}

export type Reader = Pick<Db, 'query'>;
export type PageReader = Pick<Db, 'query' | 'limits'>;

export class Db {
  private readonly answers: AnswerStatements;
  private readonly turns: AccountTurns;
  /** These accounts have used up their quota of stored bytes. */
  fullAccounts: ReadonlySet<number> = new Set();

  constructor(
    readonly source: DataSource,
    /** The service's schema; its role is `stockbook_<schema>`. */
    readonly schema: string,
    /** A pool of their own for transactions, so that waits for locks leave `source` to reads. */
    readonly writes: DataSource = source,
    readonly limits: StorageLimits = usualLimits,
  ) {
    this.turns = new AccountTurns(writes.options.poolSize ?? 1);
    this.answers = answerStatements(schema);
  }

  read<R extends OwnedRow>(row: EntityTarget<R>, alias: string, caller: Caller): SelectQueryBuilder<R> {
    const query = this.source.manager.createQueryBuilder(row, alias);
    return visibleTo(caller, query.where(`${alias}.account_id = :account_id`, { account_id: caller.account_id }));
  }

  /** Runs one reading statement. Its first condition is the account: no row security applies here. */
  async query<R extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]): Promise<R[]> {
    const pool = poolOf(this.source);
    const run = () => pool.query<R>({ name, text, values: [...values] });
    try {
      return (await onCurrentPlans(pool, run)).rows;
    } catch (error) {
      throw naming(error, name);
    }
  }

  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const pool = poolOf(this.source);
    return onCurrentPlans(pool, () =>
      withConnection(pool, async (client) => {
        try {
          await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${END_IDLE}`);
          return await work(new PipelinedReader(client, this.limits));
        } finally {
          await client.query('ROLLBACK').catch(() => undefined);
        }
      }),
    );
  }

  /** Runs reading statements on one connection; those of one tick in one packet. */
  together<T>(work: (reader: PageReader) => Promise<T>): Promise<T> {
    const pool = poolOf(this.source);
    return onCurrentPlans(pool, () =>
      withConnection(pool, async (client) => {
        const reader = new PipelinedReader(client, this.limits);
        try {
          return await work(reader);
        } finally {
          await reader.ended();
        }
      }),
    );
  }

  /** Runs a client's write and stores its answer in the same transaction, for a replay. */
  transact<T extends object>(call: Call, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { caller, deadline, dry_run, traceparent } = call;
    const span = startSpan(SpanKind.CLIENT, traceparent, TRANSACTION, this.schema);
    const terms = { accounts: [caller.account_id], lock_ms: LOCK_MS, deadline, dry_run, span };
    const write = () =>
      this.begin(terms, async (tx) => {
        const answer = await atRevision(tx, call, () => work(tx));
        this.storeAnswers(tx, [call], [answer]);
        return answer;
      });
    return this.turns.run(caller.account_id, write);
  }

  /** Waits for locks are short, because each holds up all writes. */
  transactTogether<T extends object>(
    account_id: number,
    calls: readonly Call[],
    work: (tx: Tx) => Promise<T[]>,
  ): Promise<T[]> {
    const deadline = Math.min(...calls.map((call) => call.deadline));
    const span = startBatchSpan(SpanKind.CLIENT, calls, TRANSACTION, this.schema);
    const terms = { accounts: [account_id], lock_ms: SHARED_LOCK_MS, deadline, span, isShared: true };
    const write = () =>
      this.begin(terms, async (tx) => {
        const answers = await work(tx);
        this.storeAnswers(tx, calls, answers);
        return answers;
      });
    return this.turns.run(account_id, write);
  }

  /** Runs work that no client waits for; `lock_ms` limits each wait for a lock. */
  transactFor<T>(
    accounts: readonly number[],
    work: (tx: Tx) => Promise<T>,
    lock_ms = LOCK_MS,
    traceparent?: string,
  ): Promise<T> {
    const span = startSpan(SpanKind.CLIENT, traceparent, TRANSACTION, this.schema);
    return this.begin({ accounts, lock_ms, deadline: Infinity, isPlannedOnce: true, span }, work);
  }

  /** Replaces the stored answer of a write that goes on after its transaction, as it knows more at its end. */
  amendAnswer(tx: Tx, { request_key: id }: Call, answer: object): void {
    if (!id) return;
    const keys = storedKeys(id).map(({ key }) => key);
    tx.send(this.answers.amend, [tx.account_id, keys, packAnswer(JSON.stringify(answer))]);
  }

  /** Returns the stored answer's JSON if the failed write is a replay, and throws the failure otherwise. */
  async replayOf(call: Call, failure: unknown): Promise<string> {
    if (!(failure instanceof Repeated || failure instanceof Refused)) throw failure;
    const stored = await this.storedAnswer(call);
    if (!stored) throw failure;
    if (stored.is_same) return unpackAnswer(stored.answer);
    throw new Refused({
      code: 'key_reused',
      field: 'idempotency_key',
      message: 'This idempotency_key was used before with another request.',
    });
  }

  /** Fails as a replay if the write was done before. One of several transactions would repeat those that failed. */
  async refuseRepeated(call: Call): Promise<void> {
    if (await this.storedAnswer(call)) throw new Repeated();
  }

  isAnswering(): Promise<boolean> {
    return Promise.race([succeeds(this.source.query('SELECT 1')), delay(PROBE_MS, false, { ref: false })]);
  }

  async close(): Promise<void> {
    await Promise.all([...new Set([this.source, this.writes])].map((source) => source.destroy()));
  }

  private async storedAnswer({ caller, request_key: id }: Call): Promise<StoredAnswer | undefined> {
    if (!id) return undefined;
    const keys = storedKeys(id);
    const values = [caller.account_id, keys.map(({ key }) => key), keys.map(({ hash }) => hash)];
    const [stored] = await this.query<StoredAnswer>(this.answers.find, values);
    return stored;
  }

  private storeAnswers(tx: Tx, calls: readonly Call[], answers: readonly object[]): void {
    const stored = calls.flatMap(({ request_key: id }, i) => {
      if (!id) return [];
      const answer = packAnswer(JSON.stringify(answers[i]));
      return storedKeys(id).map((key) => ({ ...key, answer: key.isStored ? answer : NO_ANSWER }));
    });
    if (!stored.length) return;
    const columns = [stored.map(({ key }) => key), stored.map(({ hash }) => hash), stored.map(({ answer }) => answer)];
    tx.send(this.answers.add, [calls[0]?.caller.account_id, ...columns]);
  }

  private begin<T>(terms: Terms, work: (tx: Tx) => Promise<T>): Promise<T> {
    return ended(this.run(terms, work), terms.span, isFault);
  }

  private async run<T>(terms: Terms, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await onCurrentPlans(poolOf(this.writes), () => this.once(terms, work));
      } catch (error) {
        const reason = AGAIN.get(sqlStateOf(error) ?? '');
        if (!reason || tries === MAX_TRIES || Date.now() >= terms.deadline) throw error;
        retries.inc({ service: this.schema, reason });
        terms.span?.addEvent('retry', { reason });
        await delay(Math.random() * 10 * 2 ** tries);
      }
    }
  }

  private once<T>(terms: Terms, work: (tx: Tx) => Promise<T>): Promise<T> {
    return withConnection(poolOf(this.writes), async (client) => {
      const runner = new OpenTransaction(this.writes, client);
      const tx = new Tx(
        terms.accounts,
        runner.manager,
        client,
        terms.isShared ? undefined : traceparentOf(terms.span),
        this.fullAccounts,
      );
      const began = performance.now();
      try {
        tx.begin(this.beginSql(terms));
        const result = await work(tx);
        await (terms.dry_run ? tx.rollBack() : tx.commit());
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        const failure = await tx.firstFailure(error);
        throw constraintOf(failure) === 'request_key_pkey' ? new Repeated() : failure;
      } finally {
        durations.observe({ service: this.schema }, (performance.now() - began) / 1_000);
        await runner.release();
      }
    });
  }

  private beginSql({ accounts, lock_ms, deadline, isPlannedOnce }: Terms): string {
    const timeout = Math.max(1, Math.min(STATEMENT_MS, Math.floor(deadline - Date.now())));
    const plan = isPlannedOnce ? ' SET LOCAL plan_cache_mode = force_generic_plan;' : '';
    return `BEGIN; SET LOCAL ROLE stockbook_${this.schema}; SET LOCAL statement_timeout = ${timeout};
      SET LOCAL lock_timeout = ${lock_ms}; ${END_IDLE};${plan}
      SET LOCAL stockbook.accounts = '${accounts.map(Number).join(',')}'`;
  }
}
