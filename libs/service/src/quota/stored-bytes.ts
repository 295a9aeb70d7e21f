import { type Db, type ServiceSchema, statement } from '@stockbook/persistence';
import { gauge } from '@stockbook/process';
import type { ScheduledJob } from '../jobs/job.js';

const stored = gauge(
  'stockbook_account_stored_bytes',
  'Bytes of the stored records of all accounts, and of the account that has the most',
  'service',
  'of',
);
const full = gauge('stockbook_accounts_over_quota', 'Accounts whose writes that add are refused', 'service');

/** One part of a count reads this many pages of a table, of 8 KiB each. */
const PART = 4_096;
/** At most one part runs a second: a count of a large database takes longer, not more of PostgreSQL. */
const PART_MS = 1_000;
/** The pause between two counts. */
const COUNT_MS = 300_000;
const NOTE_MS = 10_000;
/** A column of this name has the bytes that a row keeps outside of the database. */
const ELSEWHERE = 'bytes_elsewhere';
/** A row has this many bytes beside its columns. */
const ROW_HEAD = 28;

export const storedBytesTable = (schema: string): string =>
  `CREATE TABLE ${schema}.stored_bytes (account_id int PRIMARY KEY, bytes bigint NOT NULL)`;

export interface CountedSchema extends ServiceSchema {
  /** Time removes these rows, not the account: its quota does not count them. */
  readonly uncounted?: readonly (new () => object)[];
}

interface CountedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Counts what accounts store, part by part in the order in which the rows lie on disk, so that no index and no counter
 * is needed. A column that PostgreSQL keeps apart is not read for that: its size is known where it is referred to. A
 * row that moves meanwhile may count twice.
 */
export class StoredBytesCount {
  private readonly bytes = new Map<number, number>();
  private readonly left: CountedTable[];
  private from = 0;

  constructor(
    private readonly db: Db,
    { rows, uncounted = [] }: Pick<CountedSchema, 'rows' | 'uncounted'>,
  ) {
    this.left = rows
      .filter((row) => !uncounted.includes(row))
      .map((row) => db.source.getMetadata(row))
      .map(({ tablePath, columns }) => ({ table: tablePath, columns: columns.map(({ databaseName }) => databaseName) }))
      .filter(({ columns }) => columns.includes('account_id'));
  }

  /** Counts one part and returns whether more are left; behind the last one it stores the sums. */
  async goOn(): Promise<boolean> {
    const [next] = this.left;
    if (!next) {
      await this.store();
      return false;
    }
    const end = this.from + PART;
    const sizes = next.columns
      .map((name) => (name === ELSEWHERE ? `"${name}"` : `coalesce(pg_column_size("${name}"), 0)`))
      .join(' + ');
    const part = statement(
      '',
      `SELECT account_id, sum(${ROW_HEAD} + ${sizes}) AS bytes FROM ${next.table}
       WHERE ctid >= '(${this.from},0)'::tid AND ctid < '(${end},0)'::tid GROUP BY 1`,
    );
    for (const { account_id, bytes } of await this.db.query<{ account_id: number; bytes: number }>(part, []))
      this.bytes.set(account_id, (this.bytes.get(account_id) ?? 0) + bytes);
    const isAtEnd = end >= (await this.pagesOf(next.table));
    this.from = isAtEnd ? 0 : end;
    if (isAtEnd) this.left.shift();
    return true;
  }

  private async pagesOf(table: string): Promise<number> {
    const size = statement('', `SELECT pg_relation_size($1::regclass) / current_setting('block_size')::int AS pages`);
    const [found] = await this.db.query<{ pages: number }>(size, [table]);
    return found?.pages ?? 0;
  }

  private async store(): Promise<void> {
    const table = `${this.db.schema}.stored_bytes`;
    const replace = statement(
      '',
      `WITH counted AS MATERIALIZED (SELECT * FROM unnest($1::int[], $2::bigint[]) AS counted (account_id, bytes)),
         gone AS (
         DELETE FROM ${table} stored WHERE NOT EXISTS (SELECT FROM counted WHERE counted.account_id = stored.account_id)
       )
       INSERT INTO ${table} SELECT * FROM counted ON CONFLICT (account_id) DO UPDATE SET bytes = excluded.bytes`,
    );
    await this.db.query(replace, [[...this.bytes.keys()], [...this.bytes.values()]]);
  }
}

/** Counts again and again, one part a run. */
function countingOf(schema: CountedSchema) {
  let count: StoredBytesCount | undefined;
  let due_at = 0;
  return {
    async run(db: Db) {
      const now = performance.now();
      if (now < due_at) return false;
      // A count that stood still, while another replica had the lease, is out of date.
      if (!count || now > due_at + COUNT_MS) count = new StoredBytesCount(db, schema);
      const isMore = await count.goOn();
      if (!isMore) count = undefined;
      due_at = performance.now() + (isMore ? 0 : COUNT_MS);
      return false;
    },
  };
}

export async function noteFullAccounts(db: Db, writes: Db, quota: number): Promise<void> {
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

/** Counts nothing if there is no quota. `writes` refuses the writes of full accounts. */
export function quotaJobs(schema: CountedSchema, writes: Db): ScheduledJob[] {
  const { accountBytes } = writes.limits;
  if (!accountBytes) return [];
  const noting = {
    async run(db: Db) {
      await noteFullAccounts(db, writes, accountBytes);
      return false;
    },
  };
  return [
    { name: 'stored-bytes', every_ms: PART_MS, runs_on: 'leader', job: countingOf(schema) },
    { name: 'full-accounts', every_ms: NOTE_MS, runs_on: 'every replica', job: noting },
  ];
}
