import { clausesOf, splitList } from './sql-clauses.fixture.js';

type Rules = readonly (readonly [refused: RegExp, reason: string])[];

const NARROWS = 'refuses what the release before may write';
const REMOVES = 'removes what the release before may use';
const RENAMES = 'renames what the release before may use';
const REWRITES = 'rewrites the table under a lock';
const CHECKS = 'checks the whole table under a lock';

const STATEMENTS: Rules = [
  [/\bDROP \w/i, REMOVES],
  [/\bRENAME\b/i, RENAMES],
  [/\bTRUNCATE\b|\bDELETE FROM\b|\bTHEN DELETE\b/i, 'removes rows'],
  [/^REVOKE\b/i, REMOVES],
  [/^ALTER DOMAIN .*(?:SET NOT NULL|ADD)\b/i, NARROWS],
  [/^(?:VACUUM|CLUSTER|LOCK|REINDEX)\b(?!.* CONCURRENTLY )/i, 'locks the table'],
  [/\bEXECUTE (?!FUNCTION|PROCEDURE|ON )/i, 'runs a text that is not checked'],
];

/** These rules judge one action of ALTER TABLE. */
const ACTIONS: Rules = [
  [/^(?:DROP|DISABLE|DETACH)\b/i, REMOVES],
  [/^ALTER .* DROP (?:DEFAULT|IDENTITY|EXPRESSION)\b/i, REMOVES],
  [/^(?:RENAME|SET SCHEMA)\b/i, RENAMES],
  [/^ALTER (?:COLUMN )?\S+ (?:(?:SET DATA )?TYPE|SET EXPRESSION)\b/i, REWRITES],
  [/^SET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)\b/i, REWRITES],
  [/^(?:ENABLE|FORCE) ROW\b/i, 'hides rows from the release before'],
  [/^ALTER .* (?:SET NOT NULL|ADD GENERATED)\b/i, NARROWS],
  [/^ADD (?:CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY|EXCLUDE)\b(?!.* NOT VALID\b)/i, CHECKS],
];

/** These rules judge the definition of a column that ALTER TABLE adds. */
const NEW_COLUMNS: Rules = [
  [/ NOT NULL\b(?!.* DEFAULT )(?<! DEFAULT .*)/i, 'adds a column that must be given'],
  [/^\S+ (?:small|big)?serial[248]?\b| GENERATED /i, REWRITES],
  [/ (?:UNIQUE|PRIMARY KEY|CHECK|REFERENCES)\b/i, CHECKS],
];

const NEW_COLUMN = /^ADD (?!CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY|EXCLUDE)(?:COLUMN )?(?:IF NOT EXISTS )?(.*)/i;
const DEFAULT =
  / DEFAULT (.*?)(?= (?:NOT NULL|NULL|CHECK|UNIQUE|PRIMARY|REFERENCES|CONSTRAINT|COLLATE|GENERATED)\b|$)/i;
const CAST = /::[\w.]+(?: ?\([\d, ]*\))?/g;
/** The pattern excludes IF NOT EXISTS, which may find the table of the release before. */
const CREATED_TABLE = /\bCREATE TABLE (?!IF NOT EXISTS )([^\s(]+)/i;
const ALTERED_TABLE = /\bALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+) (.*)/i;
const CLEARED_TABLE = /^DELETE FROM (?:ONLY )?(\S+)/i;
const INDEX = /\bCREATE (UNIQUE )?INDEX (CONCURRENTLY )?(?:IF NOT EXISTS )?(?:(\S+) )?ON (?:ONLY )?([^\s(]+)/i;
const DROPPED_INDEX = /^DROP INDEX CONCURRENTLY IF EXISTS (?:\w+\.)?(\w+)$/i;

const broken = (rules: Rules, text: string) => rules.filter(([refused]) => refused.test(text)).map(([, why]) => why);

/**
 * Returns the statements of a migration that a release may not make while replicas of the one before run, each with its
 * reason.
 */
export function contractingStatements(statements: readonly string[]): string[] {
  const clauses = statements.flatMap(clausesOf);
  const created = new Set(clauses.map((clause) => CREATED_TABLE.exec(clause)?.[1]));
  return clauses.flatMap((clause, place) => {
    const [, table, actions] = ALTERED_TABLE.exec(clause) ?? [];
    const reasons = () => {
      if (table && actions) return created.has(table) ? [] : splitList(actions).flatMap(reasonsAgainstAction);
      if (INDEX.test(clause)) return reasonsAgainstIndex(clause, clauses.slice(0, place), created);
      const [, cleared] = CLEARED_TABLE.exec(clause) ?? [];
      if (cleared && created.has(cleared)) return [];
      return isReplaced(clause, clauses.slice(place)) ? [] : broken(STATEMENTS, clause);
    };
    return reasons().map((reason) => `${clause} ${reason}`);
  });
}

function reasonsAgainstAction(action: string): string[] {
  const [, column] = NEW_COLUMN.exec(action) ?? [];
  if (!column) return broken(ACTIONS, action);
  const [, value = ''] = DEFAULT.exec(column) ?? [];
  const isComputed = /\w ?\(/.test(value.replace(CAST, '').replace(/\bnow\(\)/gi, ''));
  return [...broken(NEW_COLUMNS, column), ...(isComputed ? [REWRITES] : [])];
}

function reasonsAgainstIndex(clause: string, before: readonly string[], created: ReadonlySet<unknown>): string[] {
  const [, unique, concurrently, name, table] = INDEX.exec(clause) ?? [];
  if (created.has(table)) return [];
  const reasons = unique ? [NARROWS] : [];
  if (!concurrently) reasons.push('locks the table while it is indexed: use CONCURRENTLY, and transaction = false');
  else if (!before.some((each) => DROPPED_INDEX.exec(each)?.[1] === name))
    reasons.push('fails once a try of it was cut off: DROP INDEX CONCURRENTLY IF EXISTS must come first');
  return reasons;
}

/** A try that was cut off has left an invalid index of this name, so the migration drops it before it creates it. */
function isReplaced(clause: string, after: readonly string[]): boolean {
  const [, name] = DROPPED_INDEX.exec(clause) ?? [];
  return name !== undefined && after.some((each) => INDEX.exec(each)?.[3] === name);
}
