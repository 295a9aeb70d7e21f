/** One SQL text with a name, under which every connection prepares it once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A connection that has not answered a statement for so long is given up: PostgreSQL itself ends it after five seconds. */
export const ANSWER_MS = 7_000;

/** Declares a statement of a hot path. The name is unique in its service. */
export const statement = (name: string, text: string): Statement => ({ name, text });

/** PostgreSQL's error code, where an error carries one. */
export const sqlStateOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** The constraint that an error names, where it names one. */
export const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;

/** PostgreSQL's function that refuses a prepared statement whose result type a migration has changed; its message is translated. */
const PLAN_CHECK = 'RevalidateCachedQuery';

/** Whether a connection's prepared statements are older than the tables that they read; a new connection has none. */
export const isOutdatedPlan = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'routine' in error && error.routine === PLAN_CHECK;
