import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import { ANSWER_MS, sqlStateOf, statement, type Statement } from './connection/statement.js';

/** PostgreSQL's answer in a transaction that has failed. */
const BEHIND_A_FAILURE = '25P02';
const CHECK_CONSTRAINTS = statement('check_constraints', 'SET CONSTRAINTS ALL IMMEDIATE');

class TxState {
  readonly commitHooks = new Set<() => void>();
  readonly underway: Promise<unknown>[] = [];
  inFlight = 0;
}

/** A running transaction. Only code that has one may write, and such code does not call other services. */
export class Tx {
  constructor(
    /** The accounts whose rows row-level security lets this transaction touch. */
    readonly accounts: readonly number[],
    readonly manager: EntityManager,
    private readonly client: PoolClient,
    private readonly state = new TxState(),
  ) {}

  /** The same transaction, for work on one of its accounts. */
  forAccount(account_id: number): Tx {
    if (!this.accounts.includes(account_id)) throw new Error(`This transaction does not serve account ${account_id}.`);
    return new Tx([account_id], this.manager, this.client, this.state);
  }

  /** The one account of a request's transaction, or of work on one account. */
  get account_id(): number {
    const [only, ...others] = this.accounts;
    if (only === undefined || others.length) throw new Error('This transaction serves several accounts.');
    return only;
  }

  async query<R extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]): Promise<R[]> {
    return (await this.ask<R>({ name, text, values: [...values] })).rows;
  }

  /** Sends a statement whose result nobody reads, and does not wait: if it fails, so does the commit. */
  send({ name, text }: Statement, values: readonly unknown[]): void {
    this.underway(this.ask({ name, text, values: [...values] }));
  }

  /** Waits for what was sent since the last time; rejects with its first failure. */
  async sent(): Promise<void> {
    await Promise.all(this.state.underway.splice(0));
  }

  /** The failure that came first: the statements after it only report that the transaction has failed. */
  firstFailure(error: unknown): Promise<unknown> {
    return this.sent().then(
      () => error,
      (failure: unknown) => (sqlStateOf(failure) === BEHIND_A_FAILURE ? error : failure),
    );
  }

  /** Runs after the commit, and not at all when there is none. The same function runs once. */
  afterCommit(hook: () => void): void {
    this.state.commitHooks.add(hook);
  }

  /** Begins the transaction, without a round trip of its own: statements behind one that fails fail too. For the transaction's owner alone. */
  begin(sql: string): void {
    this.underway(this.ask({ text: sql }));
  }

  /** For the transaction's owner alone. */
  async commit(): Promise<void> {
    const [, { command }] = await Promise.all([this.sent(), this.ask({ text: 'COMMIT' })]);
    // A transaction that has failed answers COMMIT with ROLLBACK, and no error.
    if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit.');
    for (const hook of this.state.commitHooks) hook();
  }

  /** Ends a dry run: fails where the commit would, and undoes everything. For the transaction's owner alone. */
  async rollBack(): Promise<void> {
    this.send(CHECK_CONSTRAINTS, []);
    await this.sent();
    await this.ask({ text: 'ROLLBACK' });
  }

  private underway(statement: Promise<unknown>): void {
    statement.catch(() => undefined);
    this.state.underway.push(statement);
  }

  /** Each statement that goes before has its own time. */
  private ask<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>> {
    const timed = { ...statement, query_timeout: ++this.state.inFlight * ANSWER_MS };
    return this.client.query<R>(timed).finally(() => this.state.inFlight--);
  }
}
