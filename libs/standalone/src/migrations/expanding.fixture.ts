/** Changes that replicas of the release before do not survive, or that lock a large table for long. */
const REFUSED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /\bDROP\s+(?:TABLE|COLUMN|SCHEMA|VIEW|FUNCTION|TYPE|CONSTRAINT|SEQUENCE)\b/i,
    'removes what the release before may use',
  ],
  [/\bALTER\s+TABLE\b[^;]*\bDROP\s+(?!COLUMN|CONSTRAINT|NOT\s+NULL|DEFAULT|IDENTITY|EXPRESSION)/i, 'removes a column'],
  [/\bRENAME\b/i, 'renames what the release before may use'],
  [/\bALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DATA\s+)?TYPE\b/i, 'rewrites the table under a lock'],
  [/\bSET\s+NOT\s+NULL\b/i, 'refuses what the release before may write'],
  [
    /\bADD\s+(?:COLUMN\s+)?\S+\s[^,;]*\bNOT\s+NULL\b(?![^,;]*\bDEFAULT\b)(?<!DEFAULT[^,;]*)/i,
    'adds a column that must be given',
  ],
  [
    /\bADD\b[^,;]*\bDEFAULT\s+(?:clock_timestamp|random|gen_random_uuid|nextval|uuidv7)\b/i,
    'rewrites the table under a lock',
  ],
  [
    /\bADD\s+(?:CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY)\b(?![^;]*\bNOT\s+VALID\b)/i,
    'checks the whole table under a lock',
  ],
  [/\bTRUNCATE\b/i, 'removes rows'],
];

const CREATED = /\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\S+)/gi;
const INDEXED = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)[^;]*?\bON\s+(?:ONLY\s+)?(\S+)/gi;

/** Statements of a migration that a release may not make while replicas of the one before run, each with its reason. */
export function contractingStatements(statements: readonly string[]): string[] {
  const created = new Set(statements.flatMap((sql) => [...sql.matchAll(CREATED)].map(([, table]) => table)));
  return statements.flatMap((sql) => {
    const reasons = REFUSED.filter(([pattern]) => pattern.test(sql)).map(([, reason]) => reason);
    const indexed = [...sql.matchAll(INDEXED)].some(([, table]) => !created.has(table));
    if (indexed) reasons.push('locks the table while it is indexed: use CONCURRENTLY, and transaction = false');
    return reasons.map((reason) => `${sql.trim().replace(/\s+/g, ' ')} ${reason}`);
  });
}
