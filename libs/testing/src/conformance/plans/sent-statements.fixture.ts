import { type Db, poolOf } from '@stockbook/persistence';
import pg from 'pg';

/** A statement as it went to PostgreSQL. */
export interface Sent {
  /** The name is empty if the statement is not prepared. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Config {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}
type Query = (given: string | Config, ...others: unknown[]) => unknown;

const sentOf = (given: string | Config, [values]: readonly unknown[]): Sent => {
  const { name = '', text, values: own }: Config = typeof given === 'string' ? { text: given } : given;
  return { name, text, values: own ?? (Array.isArray(values) ? values : []) };
};

/** Notes the statements that requests send to a service's database. */
export function noteStatements(db: Db, note: (sent: Sent) => void): void {
  const known = new WeakSet();
  for (const source of [db.source, db.writes]) {
    poolOf(source).on('acquire', (client: { query: Query }) => {
      if (known.has(client)) return;
      known.add(client);
      const query = client.query.bind(client);
      client.query = (given, ...others) => {
        note(sentOf(given, others));
        return query(given, ...others);
      };
    });
  }
}

export interface SentAnywhere extends Sent {
  readonly application: string;
  readonly connection: object;
}

/** Notes the statements of every connection of this process, until the returned function is called. */
export function noteEverything(note: (sent: SentAnywhere) => void): () => void {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof query !== 'function') throw new Error('pg has no query.');
  const noting = function (this: object, given: string | Config, ...others: unknown[]) {
    const { application_name: application = '' } = Reflect.get(this, 'connectionParameters') ?? {};
    note({ application, connection: this, ...sentOf(given, others) });
    return Reflect.apply(query, this, [given, ...others]);
  };
  Reflect.set(pg.Client.prototype, 'query', noting);
  return () => void Reflect.set(pg.Client.prototype, 'query', query);
}

/**
 * Whether PostgreSQL plans this prepared statement for its values each time. It does so five times, and then plans once
 * for all values if that plan costs no more.
 */
export async function isPlannedAnew(db: Db, { text, values }: Sent): Promise<boolean> {
  const client = await poolOf(db.source).connect();
  try {
    for (let n = 0; n < 8; n++) await client.query({ name: 'repeated', text, values: [...values] });
    const { rows } = await client.query(`SELECT generic_plans FROM pg_prepared_statements WHERE name = 'repeated'`);
    return Number(rows[0].generic_plans) === 0;
  } finally {
    client.release(true);
  }
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Total Cost': number;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the tables that PostgreSQL would read from one end to the other for a statement. */
export const scannedTables = (db: Db, sent: Sent): Promise<string[]> =>
  tablesOf(db, sent, (node) => node['Node Type'] === 'Seq Scan');

/**
 * Returns the tables of which PostgreSQL expects to read this many rows at once, also by an index, unless a limit ends
 * that early.
 */
export const tablesReadFor = (db: Db, sent: Sent, rows: number): Promise<string[]> =>
  tablesOf(db, sent, (node, isLimited) => node['Plan Rows'] >= rows && !isLimited);

/**
 * Returns by what factor the estimated cost of a statement grows if it may not read by this index; 1 if it does not
 * anyway.
 */
export async function costWithout(db: Db, sent: Sent, index: string): Promise<number> {
  const client = await poolOf(db.source).connect();
  try {
    await client.query('BEGIN');
    const before = await planOf(client, sent);
    if (!before || !isReadBy(before, index)) return 1;
    await client.query(`DROP INDEX ${index}`);
    const after = await planOf(client, sent);
    return (after?.['Total Cost'] ?? 0) / before['Total Cost'];
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Tells whether PostgreSQL can read by this index for a statement, were its tables larger than they are. */
export async function canBeReadBy(db: Db, sent: Sent, index: string): Promise<boolean> {
  const client = await poolOf(db.source).connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL enable_seqscan = off');
    const plan = await planOf(client, sent);
    const { rows } = await client.query<{ name: string }>(PARTS, [index]);
    return plan !== undefined && rows.some(({ name }) => isReadBy(plan, name));
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** The names of an index and of its partitions. */
const PARTS = `SELECT $1 AS name UNION ALL SELECT relid::text FROM pg_partition_tree($1::text::regclass)`;

/** A plan names an index without the schema that its name has here. */
const isReadBy = (node: PlanNode, index: string): boolean =>
  node['Index Name'] === index.split('.')[1] || (node.Plans ?? []).some((child) => isReadBy(child, index));

type Judge = (node: PlanNode, isLimited: boolean) => boolean;

async function tablesOf(db: Db, sent: Sent, isRead: Judge): Promise<string[]> {
  const plan = await planOf(db.source, sent);
  return plan ? tablesIn(plan, isRead) : [];
}

interface Connection {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Returns undefined for a statement that PostgreSQL does not plan. */
async function planOf(connection: Connection, { text, values }: Sent): Promise<PlanNode | undefined> {
  if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text)) return undefined;
  const answer = await connection.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
  const [row]: { 'QUERY PLAN': { Plan: PlanNode }[] }[] = Array.isArray(answer) ? answer : Object(answer).rows;
  return row?.['QUERY PLAN'][0]?.Plan;
}

/** Nodes that read all their rows before they return the first one. */
const READS_ALL = /Sort|Hash|Aggregate|Materialize/;

function tablesIn(node: PlanNode, isRead: Judge, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table, Plans: children = [] } = node;
  const isChildLimited = type === 'Limit' || (isLimited && !READS_ALL.test(type));
  const own = table && type !== 'ModifyTable' && isRead(node, isLimited) ? [table] : [];
  return [...own, ...children.flatMap((child) => tablesIn(child, isRead, isChildLimited))];
}
