import { type Db, statement } from '@stockbook/persistence';
import { LRUCache } from 'lru-cache';

/** A snapshot serves for this time. */
export const STALE_MS = 600_000;
/** Unchanged records are stored again after this time. */
const AGAIN_MS = 60_000;

export const referenceSnapshotTable = (schema: string): string[] => [
  `CREATE TABLE ${schema}.reference_snapshot (
     account_id int NOT NULL,
     kind text NOT NULL,
     records json NOT NULL,
     taken_at timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT reference_snapshot_pkey PRIMARY KEY (account_id, kind)
   )`,
];

/** Keeps copies of another service's reference data, for a process that starts while that service is down. */
export class ReferenceSnapshots<T extends object> {
  private readonly known = new LRUCache<number, string>({ max: 1_000, ttl: AGAIN_MS });

  constructor(
    private readonly db: Db,
    private readonly kind: string,
  ) {}

  /** Times are of `performance.now()`. Earlier records replace no later ones. */
  async store(account_id: number, records: T, loaded_at: number): Promise<void> {
    const text = JSON.stringify(records);
    if (this.known.get(account_id) === text) return;
    const store = statement(
      'store_reference_snapshot',
      `INSERT INTO ${this.db.schema}.reference_snapshot AS kept (account_id, kind, records, taken_at)
       VALUES ($1, $2, $3, clock_timestamp() - $4 * interval '1 ms')
       ON CONFLICT (account_id, kind) DO UPDATE SET records = excluded.records, taken_at = excluded.taken_at
       WHERE kept.taken_at < excluded.taken_at RETURNING taken_at`,
    );
    const stored = await this.db.transactFor([account_id], (tx) =>
      tx.query(store, [account_id, this.kind, text, performance.now() - loaded_at]),
    );
    if (stored.length) this.known.set(account_id, text);
  }

  /** Returns the latest snapshot of any process, valid for `serves_ms`; undefined if it is too old. */
  async find(account_id: number): Promise<{ readonly records: T; readonly serves_ms: number } | undefined> {
    const find = statement(
      'find_reference_snapshot',
      `SELECT records, $3 - extract(epoch FROM now() - taken_at)::float8 * 1000 AS serves_ms
       FROM ${this.db.schema}.reference_snapshot WHERE account_id = $1 AND kind = $2`,
    );
    const [snapshot] = await this.db.query<{ records: T; serves_ms: number }>(find, [account_id, this.kind, STALE_MS]);
    return snapshot && snapshot.serves_ms > 0 ? snapshot : undefined;
  }
}
