/** An SQL text that each connection prepares once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement must answer within this time, in milliseconds; PostgreSQL itself cancels it after 5 s. */
export const ANSWER_MS = 7_000;

/** Declares a statement of a hot path. The name is unique in its service. */
export const statement = (name: string, text: string): Statement => ({ name, text });

function textIn(error: unknown, name: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Names the statement in its error, which PostgreSQL does not, for the log. */
export function naming(error: unknown, statement: string | undefined): unknown {
  if (statement && error instanceof Error) Object.assign(error, { statement });
  return error;
}

export const sqlStateOf = (error: unknown): string | undefined => textIn(error, 'code');

export const constraintOf = (error: unknown): string | undefined => textIn(error, 'constraint');

/** PostgreSQL's function that raises the error: the message is translated, the name is not. */
const PLAN_CHECK = 'RevalidateCachedQuery';

/** Tells whether a migration changed the result type of a prepared statement; only a new connection helps. */
export const isOutdatedPlan = (error: unknown): boolean => textIn(error, 'routine') === PLAN_CHECK;
