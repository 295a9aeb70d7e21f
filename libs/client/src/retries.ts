import type { Failure } from './api.types.js';
import type { CallOptions } from './call.types.js';
import { StockbookError } from './error.js';
import { type Answer, sleep } from './exchange.js';

/** The times of a call in ms, and its number of retries. */
export interface Patience {
  readonly timeout: number;
  readonly deadline: number;
  readonly retries: number;
  /** The mean wait before the first retry is half of it; it doubles with each. */
  readonly retryDelay: number;
}

/** Sends the request once, and answers within this number of ms. With `isAnew` it is signed and sent again at once. */
export type Attempt = (limit: number) => Promise<Answer & { readonly isAnew?: boolean }>;

export type Granted = Readonly<Record<string, unknown>>;

const LONGEST_DELAY = 8_000;
/** Statuses after which the same request may be sent again: a batch answers 424 for a request that it has not run. */
const REPEATABLE = [424, 429, 500, 502, 503, 504];

/** Tries until the request is granted or refused, the retries are used up, or the next one would come too late. */
export async function withRetries(
  path: string,
  { timeout, deadline, retries, retryDelay }: Patience,
  { signal, idempotencyKey }: CallOptions,
  attempt: Attempt,
): Promise<Granted> {
  const end = performance.now() + deadline;
  for (let attempts = 1, repeated = 0; ; attempts++) {
    const answer = await attempt(Math.min(timeout, end - performance.now()));
    if (answer.isAnew) continue;
    if (isGranted(answer)) return answer.body;
    const { status, retryAfter } = answer;
    // A rate limit says when to come back; such waits count for the deadline alone.
    if (status !== 429 || retryAfter === undefined) repeated++;
    const delay = Math.random() * Math.min(LONGEST_DELAY, retryDelay * 2 ** (attempts - 1));
    const wait = (retryAfter ?? 0) * 1_000 + delay;
    if (!isRepeatable(answer) || !retries || repeated > retries || performance.now() + wait >= end)
      throw errorOf(path, answer, { attempts, idempotencyKey });
    await sleep(wait, signal);
  }
}

const isGranted = (answer: Answer): answer is Answer & { readonly body: Granted } =>
  answer.status === 200 && answer.body !== undefined && answer.body['error'] === undefined;

/** A success that is no JSON object was cut, or is not Stockbook's. */
const isRepeatable = ({ status, body }: Answer): boolean =>
  status === 0 || REPEATABLE.includes(status) || (status >= 200 && status < 300 && !body);

function errorOf(
  path: string,
  { status, body, retryAfter, cause }: Answer,
  tried: { readonly attempts: number; readonly idempotencyKey: string | undefined },
): StockbookError {
  const fields = { path, status, retryAfter, cause, ...tried };
  if (!isFailure(body)) {
    const reason = cause === undefined ? `was answered ${status} by something else than Stockbook` : reasonOf(cause);
    const code = cause === undefined ? 'unexpected_answer' : 'no_answer';
    return new StockbookError(`${path} ${reason}.`, { code, ...fields });
  }
  const { error: errors, error_details: details, request_id: requestId } = body;
  const code = details?.[0]?.code ?? 'unexpected_answer';
  return new StockbookError(`${path}: ${errors.join(' ')}`, { code, errors, details, requestId, ...fields });
}

const isFailure = (body: unknown): body is Failure =>
  typeof body === 'object' && body !== null && 'error' in body && Array.isArray(body.error);

/** Finds the reason, which `fetch` puts into the cause of its error. */
function reasonOf(fault: unknown): string {
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault;
  return `got no answer: ${cause instanceof Error ? cause.message : String(cause)}`;
}
