import { type Db, poolOf } from '@stockbook/persistence';

/** A statement as it went to PostgreSQL. */
export interface Sent {
  /** Of those that are prepared. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Config {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Notes what requests send to a service's database. */
export function noteStatements(db: Db, note: (sent: Sent) => void): void {
  const known = new WeakSet();
  for (const source of [db.source, db.writes]) {
    poolOf(source).on('acquire', (client: { query(given: string | Config, ...others: unknown[]): unknown }) => {
      if (known.has(client)) return;
      known.add(client);
      const query = client.query.bind(client);
      client.query = (given, ...others) => {
        const [values] = others;
        if (typeof given === 'string') note({ text: given, values: Array.isArray(values) ? values : [] });
        else
          note({ name: given.name, text: given.text, values: given.values ?? (Array.isArray(values) ? values : []) });
        return query(given, ...others);
      };
    });
  }
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
  readonly Plans?: readonly PlanNode[];
}

/** The tables that PostgreSQL would read from one end to the other for a statement. */
export async function scannedTables(db: Db, { text, values }: Sent): Promise<string[]> {
  if (!/^\s*(SELECT|WITH)\b/i.test(text)) return [];
  const [row]: { 'QUERY PLAN': { Plan: PlanNode }[] }[] = await db.source.query(`EXPLAIN (FORMAT JSON) ${text}`, [
    ...values,
  ]);
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => scannedIn(Plan));
}

const scannedIn = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : []),
  ...(node.Plans ?? []).flatMap(scannedIn),
];
