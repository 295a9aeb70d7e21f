/** The announced end of an operation. Days are `YYYY-MM-DD` in UTC. */
export interface Deprecation {
  /** The day from which clients should no longer use it. */
  readonly since: string;
  /** The day from which it may be gone; absent if that is not decided yet. */
  readonly sunset?: string;
}

/** Returns the headers of every answer of a deprecated operation (RFC 9745 and RFC 8594). */
export const deprecationHeaders = ({ since, sunset }: Deprecation): Record<string, string> => ({
  deprecation: `@${startOf(since).getTime() / 1_000}`,
  ...(sunset !== undefined && { sunset: startOf(sunset).toUTCString() }),
});

/** Says it in a sentence, as the reference and the warnings of a batch do. */
export const deprecationText = (name: string, { since, sunset }: Deprecation): string =>
  `${name} is deprecated since ${since}${sunset === undefined ? '' : `; it may be gone from ${sunset} on`}.`;

function startOf(day: string): Date {
  const start = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(start.getTime())) throw new Error(`A deprecation names ${day}, which is no day.`);
  return start;
}
