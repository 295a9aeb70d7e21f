import { type Db, type StorageLimits, statement } from '@stockbook/persistence';
import { gauge } from '@stockbook/process';
import type { ScheduledJob } from '../jobs/job.js';
import type { ServiceDefinition } from '../service-definition.js';

const stored = gauge(
  'stockbook_account_stored_bytes',
  'Bytes of the stored records of all accounts, and of the account that has the most',
  'service',
  'of',
);
const full = gauge('stockbook_accounts_over_quota', 'Accounts whose writes that add are refused', 'service');

/** Pages of a table that one run reads, of 8 KiB each. */
const STEP = 4_096;
/** Bytes of a row beside its columns. */
const ROW_HEAD = 28;
const COUNT_MS = 300_000;
const NOTE_MS = 10_000;

/** The bytes that each account had at the last count. */
export const storedBytesTable = (schema: string): string =>
  `CREATE TABLE ${schema}.stored_bytes (account_id int PRIMARY KEY, bytes bigint NOT NULL)`;

interface Counted {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Counts what accounts store, part by part in the order in which the rows lie on disk, so that no index and no counter is needed. A column
 * that PostgreSQL keeps apart is not read for that: its size is known where it is referred to. A row that moves meanwhile may count twice.
 */
class Count {
  private readonly bytes = new Map<number, number>();
  private readonly left: Counted[];
  private from = 0;

  constructor(
    private readonly db: Db,
    rows: readonly (new () => object)[],
  ) {
    const tables = rows.map((row) => db.source.getMetadata(row));
    this.left = tables
      .filter(({ columns }) => columns.some(({ databaseName }) => databaseName === 'account_id'))
      .map(({ tablePath: table, columns }) => ({ table, columns: columns.map(({ databaseName }) => databaseName) }));
  }

  /** Returns whether parts are left; behind the last one the sums are stored. */
  async goOn(): Promise<boolean> {
    const [next] = this.left;
    if (!next) return this.store();
    const sizes = next.columns.map((name) => `coalesce(pg_column_size("${name}"), 0)`).join(' + ');
    const [size] = await this.db.query<{ pages: number }>(
      statement('', `SELECT pg_relation_size($1::regclass) / current_setting('block_size')::int AS pages`),
      [next.table],
    );
    const part = statement(
      '',
      `SELECT account_id, sum(${ROW_HEAD} + ${sizes}) AS bytes FROM ${next.table}
       WHERE ctid >= '(${this.from},0)'::tid AND ctid < '(${this.from + STEP},0)'::tid GROUP BY 1`,
    );
    for (const { account_id, bytes } of await this.db.query<{ account_id: number; bytes: number }>(part, []))
      this.bytes.set(account_id, (this.bytes.get(account_id) ?? 0) + bytes);
    this.from += STEP;
    if (this.from < (size?.pages ?? 0)) return true;
    this.from = 0;
    this.left.shift();
    return true;
  }

  private async store(): Promise<boolean> {
    const table = `${this.db.schema}.stored_bytes`;
    const replace = statement(
      '',
      `WITH counted AS MATERIALIZED (SELECT * FROM unnest($1::int[], $2::bigint[]) AS counted (account_id, bytes)), gone AS (
         DELETE FROM ${table} stored WHERE NOT EXISTS (SELECT FROM counted WHERE counted.account_id = stored.account_id)
       )
       INSERT INTO ${table} SELECT * FROM counted ON CONFLICT (account_id) DO UPDATE SET bytes = excluded.bytes`,
    );
    await this.db.query(replace, [[...this.bytes.keys()], [...this.bytes.values()]]);
    return false;
  }
}

/** Notes at `writes` which accounts have more than their quota, and shows the sums. */
async function noteFull(db: Db, writes: Db, quota: number): Promise<void> {
  const { schema: service } = db;
  const table = `${service}.stored_bytes`;
  const [sums] = await db.query<{ all: number; largest: number; full: readonly number[] }>(
    statement(
      'note_full_accounts',
      `SELECT coalesce(sum(bytes), 0)::bigint AS all, coalesce(max(bytes), 0) AS largest,
         ARRAY(SELECT account_id FROM ${table} WHERE bytes > $1) AS full FROM ${table}`,
    ),
    [quota],
  );
  writes.fullAccounts = new Set(sums?.full);
  stored.set({ service, of: 'all' }, sums?.all ?? 0);
  stored.set({ service, of: 'largest' }, sums?.largest ?? 0);
  full.set({ service }, writes.fullAccounts.size);
}

/** Without a quota nothing is counted. `writes` refuses the writes of full accounts. */
export function quotaJobs(
  { rows, uncounted = [] }: ServiceDefinition,
  writes: Db,
  { accountBytes }: StorageLimits,
): ScheduledJob[] {
  if (!accountBytes) return [];
  const counted = rows.filter((row) => !uncounted.includes(row));
  let count: Count | undefined;
  const counting = {
    async run(db: Db) {
      count ??= new Count(db, counted);
      const isMore = await count.goOn();
      if (!isMore) count = undefined;
      return isMore;
    },
  };
  const noting = {
    async run(db: Db) {
      await noteFull(db, writes, accountBytes);
      return false;
    },
  };
  return [
    { name: 'stored-bytes', every_ms: COUNT_MS, runs_on: 'leader', job: counting },
    { name: 'full-accounts', every_ms: NOTE_MS, runs_on: 'every replica', job: noting },
  ];
}
