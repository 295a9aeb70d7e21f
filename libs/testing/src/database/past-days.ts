const DAY_MS = 86_400_000;

interface Partitioned {
  readonly name: string;
  readonly type: 'timestamptz' | 'uuid';
}

export const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

export const partitionName = (table: string, days: number): string =>
  `${table}_${daysAgo(days).toISOString().slice(0, 10).replaceAll('-', '')}`;

function firstKeyOf({ type }: Partitioned, days: number): string {
  const midnight = daysAgo(days).setUTCHours(0, 0, 0, 0);
  if (type === 'timestamptz') return new Date(midnight).toISOString();
  return midnight.toString(16).padStart(12, '0').padEnd(32, '0');
}

/** Returns SQL that gives a table the partitions of past days, as if its service had run then. */
export const pastDays = (schema: string, table: Partitioned, days: readonly number[]): string =>
  days
    .map((day) => {
      const bounds = `FROM ('${firstKeyOf(table, day)}') TO ('${firstKeyOf(table, day - 1)}')`;
      const partition = `${schema}.${partitionName(table.name, day)}`;
      return `CREATE TABLE ${partition} PARTITION OF ${schema}.${table.name} FOR VALUES ${bounds};`;
    })
    .join('\n');
