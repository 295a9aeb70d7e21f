import { type Db, poolOf } from '@stockbook/persistence';
import pg from 'pg';

/** A statement as it went to PostgreSQL. */
export interface Sent {
  /** Empty if it is not prepared. */
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

/** Notes what requests send to a service's database. */
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

/** Notes what every connection of this process sends, until the function that it returns is called. */
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
 * Whether PostgreSQL plans this prepared statement for its values each time. It does so five times, and then plans once for all values if
 * that plan costs no more.
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
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** The tables that PostgreSQL would read from one end to the other for a statement. */
export const scannedTables = (db: Db, sent: Sent): Promise<string[]> =>
  tablesOf(db, sent, (node) => node['Node Type'] === 'Seq Scan');

/** The tables of which PostgreSQL expects to read so many rows at once, also by an index, unless a limit ends that early. */
export const tablesReadFor = (db: Db, sent: Sent, rows: number): Promise<string[]> =>
  tablesOf(db, sent, (node, isLimited) => node['Plan Rows'] >= rows && !isLimited);

type Judge = (node: PlanNode, isLimited: boolean) => boolean;

async function tablesOf(db: Db, { text, values }: Sent, isRead: Judge): Promise<string[]> {
  if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text)) return [];
  const explained = `EXPLAIN (FORMAT JSON) ${text}`;
  const [row]: { 'QUERY PLAN': { Plan: PlanNode }[] }[] = await db.source.query(explained, [...values]);
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => tablesIn(Plan, isRead));
}

/** Nodes that read all their rows before they return the first one. */
const READS_ALL = /Sort|Hash|Aggregate|Materialize/;

function tablesIn(node: PlanNode, isRead: Judge, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table, Plans: children = [] } = node;
  const isChildLimited = type === 'Limit' || (isLimited && !READS_ALL.test(type));
  const own = table && type !== 'ModifyTable' && isRead(node, isLimited) ? [table] : [];
  return [...own, ...children.flatMap((child) => tablesIn(child, isRead, isChildLimited))];
}
