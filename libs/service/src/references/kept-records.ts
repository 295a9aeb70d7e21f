import { type Db, statement } from '@stockbook/persistence';
import { LRUCache } from 'lru-cache';

/** Records serve so long after they were kept. */
export const STALE_MS = 600_000;
/** An unchanged record is stored again after this time. */
const AGAIN_MS = 60_000;

/** The table of another service's records that a service has seen last. */
export const keptRecordsTable = (schema: string): string[] => [
  `CREATE TABLE ${schema}.kept_records (
     account_id int NOT NULL,
     kind text NOT NULL,
     records json NOT NULL,
     kept_at timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT kept_records_pkey PRIMARY KEY (account_id, kind)
   )`,
];

/** Another service's records in the own database, for a process that starts while that service is away. */
export class KeptRecords<T extends object> {
  private readonly known = new LRUCache<number, string>({ max: 1_000, ttl: AGAIN_MS });

  constructor(
    private readonly db: Db,
    /** Tells these records from the service's others. */
    private readonly kind: string,
  ) {}

  /** Keeps the records, unless they were kept within the last minute as they are. */
  async keep(account_id: number, records: T): Promise<void> {
    const text = JSON.stringify(records);
    if (this.known.get(account_id) === text) return;
    const keep = statement(
      'keep_records',
      `INSERT INTO ${this.db.schema}.kept_records (account_id, kind, records) VALUES ($1, $2, $3)
       ON CONFLICT (account_id, kind) DO UPDATE SET records = excluded.records, kept_at = now()`,
    );
    await this.db.transactFor([account_id], async (tx) => tx.send(keep, [account_id, this.kind, text]));
    this.known.set(account_id, text);
  }

  /** The last stored record of any process, and for how many milliseconds it may serve; undefined when it is too old. */
  async find(account_id: number): Promise<{ readonly records: T; readonly serves_ms: number } | undefined> {
    const find = statement(
      'find_records',
      `SELECT records, $3 - extract(epoch FROM now() - kept_at)::float8 * 1000 AS serves_ms
       FROM ${this.db.schema}.kept_records WHERE account_id = $1 AND kind = $2`,
    );
    const [kept] = await this.db.query<{ records: T; serves_ms: number }>(find, [account_id, this.kind, STALE_MS]);
    return kept && kept.serves_ms > 0 ? kept : undefined;
  }
}
