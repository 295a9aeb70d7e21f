import { type Statement, statement, type Tx } from '@stockbook/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account where somebody subscribes to facts that a service publishes only then. */
@Entity('subscribed_account')
export class SubscribedAccountRow {
  @PrimaryColumn('int') account_id!: number;
  @Column('boolean') is_subscribed!: boolean;
  @Column('bigint') version!: number;
}

/** Changes of an account's records and a change of its subscription exclude each other by an advisory lock. */
export const subscriptionTables = (schema: string): string[] => [
  `CREATE TABLE ${schema}.subscribed_account (account_id int PRIMARY KEY,
     is_subscribed boolean NOT NULL, version bigint NOT NULL)`,
  `CREATE FUNCTION ${schema}.subscription_lock(account_id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
   AS $$ SELECT hashtextextended('${schema} subscription ' || account_id::text, 0) $$`,
  // The function is VOLATILE, so its look behind the lock sees what was committed while it waited.
  `CREATE FUNCTION ${schema}.is_subscribed(account bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(${schema}.subscription_lock(account));
     RETURN EXISTS (SELECT FROM ${schema}.subscribed_account WHERE account_id = account AND is_subscribed);
   END $$`,
];

export class FactSubscriptions {
  private readonly find: Statement;
  private readonly lock: Statement;
  private readonly store: Statement;

  constructor(schema: string) {
    this.find = statement(
      'subscribed_accounts',
      `SELECT account_id FROM unnest($1::int[]) AS account_id WHERE ${schema}.is_subscribed(account_id)`,
    );
    this.lock = statement('lock_subscription', `SELECT pg_advisory_xact_lock(${schema}.subscription_lock($1))`);
    this.store = statement(
      'store_subscription',
      `INSERT INTO ${schema}.subscribed_account AS known (account_id, is_subscribed, version) VALUES ($1, $2, $3)
       ON CONFLICT (account_id) DO UPDATE SET is_subscribed = excluded.is_subscribed, version = excluded.version
       WHERE known.version < excluded.version`,
    );
  }

  /** Call it before any lock that others wait for: behind a waiting `set` it waits for earlier calls. */
  async accounts(tx: Tx): Promise<ReadonlySet<number>> {
    const accounts = [...new Set(tx.accounts)].sort((one, other) => one - other);
    const found = await tx.query<{ account_id: number }>(this.find, [accounts]);
    return new Set(found.map(({ account_id }) => account_id));
  }

  /** Tells whether the one account of a request's transaction has subscribers. */
  async has(tx: Tx): Promise<boolean> {
    return (await this.accounts(tx)).has(tx.account_id);
  }

  /** Waits for the transactions that have asked before, unless a later version is known. */
  async set(
    tx: Tx,
    { is_subscribed, version }: { readonly is_subscribed: boolean; readonly version: number },
  ): Promise<void> {
    await tx.query(this.lock, [tx.account_id]);
    await tx.query(this.store, [tx.account_id, is_subscribed, version]);
  }
}
