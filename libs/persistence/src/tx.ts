import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import { ANSWER_MS, naming, sqlStateOf, statement, type Statement } from './connection/statement.js';

const BEHIND_A_FAILURE = '25P02';
const CHECK_CONSTRAINTS = statement('check_constraints', 'SET CONSTRAINTS ALL IMMEDIATE');

class TxState {
  readonly commitHooks = new Set<() => void>();
  readonly underway: Promise<unknown>[] = [];
  inFlight = 0;
}

/** A running transaction. Only code that has one may write; it does not call other services. */
export class Tx {
  constructor(
    /** Row security hides the rows of all other accounts. */
    readonly accounts: readonly number[],
    readonly manager: EntityManager,
    private readonly client: PoolClient,
    /** The trace context of the events that it publishes. */
    readonly traceparent: string | undefined,
    private readonly fullAccounts: ReadonlySet<number>,
    private readonly state = new TxState(),
  ) {}

  forAccount(account_id: number): Tx {
    if (!this.accounts.includes(account_id)) throw new Error(`This transaction does not serve account ${account_id}.`);
    return new Tx([account_id], this.manager, this.client, this.traceparent, this.fullAccounts, this.state);
  }

  /** Returns this transaction, for work of another trace. */
  inTrace(traceparent: string | undefined): Tx {
    return new Tx(this.accounts, this.manager, this.client, traceparent, this.fullAccounts, this.state);
  }

  get account_id(): number {
    const [only, ...others] = this.accounts;
    if (only === undefined || others.length) throw new Error('This transaction serves several accounts.');
    return only;
  }

  /** True if the account may only make its records smaller. */
  get isFull(): boolean {
    return this.fullAccounts.has(this.account_id);
  }

  async query<R extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]): Promise<R[]> {
    return (await this.ask<R>({ name, text, values: [...values] })).rows;
  }

  /** Does not wait for the result: if the statement fails, so does the commit. */
  send({ name, text }: Statement, values: readonly unknown[]): void {
    this.underway(this.ask({ name, text, values: [...values] }));
  }

  /** Waits for the statements sent so far; rejects with the first failure. */
  async sent(): Promise<void> {
    await Promise.all(this.state.underway.splice(0));
  }

  /** Returns the failure that came first: later statements only report that the transaction has failed. */
  firstFailure(error: unknown): Promise<unknown> {
    return this.sent().then(
      () => error,
      (failure: unknown) => (sqlStateOf(failure) === BEHIND_A_FAILURE ? error : failure),
    );
  }

  /** Runs after a commit only; the same function runs once. */
  afterCommit(hook: () => void): void {
    this.state.commitHooks.add(hook);
  }

  /**
   * Takes no round trip. If a setting of `sql` fails, so do the statements behind it. If its `BEGIN` is cancelled, they
   * commit one by one (docs/decisions/0010). Only the transaction's owner begins and ends it.
   */
  begin(sql: string): void {
    this.underway(this.ask({ text: sql }));
  }

  async commit(): Promise<void> {
    const [, { command }] = await Promise.all([this.sent(), this.ask({ text: 'COMMIT' })]);
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, not with an error.
    if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit.');
    for (const hook of this.state.commitHooks) hook();
  }

  /** Ends a dry run: fails where the commit would, then undoes everything. */
  async rollBack(): Promise<void> {
    this.send(CHECK_CONSTRAINTS, []);
    await this.sent();
    await this.ask({ text: 'ROLLBACK' });
  }

  private underway(statement: Promise<unknown>): void {
    statement.catch(() => undefined);
    this.state.underway.push(statement);
  }

  // A statement waits for those before it, so it gets their time too.
  private async ask<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>> {
    const timed = { query_timeout: ++this.state.inFlight * ANSWER_MS, ...statement };
    try {
      return await this.client.query<R>(timed);
    } catch (error) {
      throw naming(error, statement.name);
    } finally {
      this.state.inFlight--;
    }
  }
}
