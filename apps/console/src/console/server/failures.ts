import { StockbookError } from '@stockbook/client';

export const isEndOfSession = (error: unknown): boolean =>
  error instanceof StockbookError && error.status === 401 && !error.path.startsWith('sign_in/');

/** Returns the words of the API, or those of the browser where the API has not answered. */
export const wordsOf = (error: unknown): string => {
  if (error instanceof StockbookError && error.errors.length) return error.errors.join(' ');
  return error instanceof Error ? error.message : String(error);
};

/** Returns the words of the API by the field that they name; those without one are under an empty name. */
export function wordsByField(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof StockbookError) || !error.details.length) return { '': wordsOf(error) };
  const words: Record<string, string> = {};
  for (const { field = '', message } of error.details) words[field] = [words[field], message].filter(Boolean).join(' ');
  return words;
}

/** Returns what a write would have overwritten; undefined if it was refused for another reason. */
export const staleFault = (error: unknown) =>
  error instanceof StockbookError ? error.details.find(({ code }) => code === 'stale') : undefined;

/** A write that is refused has done nothing. After any other failure it may be done, and its key tells. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof StockbookError && [400, 403, 404, 409, 413, 422].includes(error.status);

/** Whether the server may grant the same request later: it did not answer, is too busy, or has a fault. */
export const isPassing = (error: unknown): boolean =>
  error instanceof StockbookError && (error.status === 0 || error.status === 429 || error.status >= 500);

export const RETRY_MS = 3_000;

export const isOverCredit = (error: unknown): boolean =>
  error instanceof StockbookError && error.details.some(({ code }) => code === 'over_credit');
