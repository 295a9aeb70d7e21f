/** The part of `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body: string; redirect: 'manual'; signal: AbortSignal },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

/** One try of a request, for logs and metrics. */
export interface RequestInfo {
  readonly path: string;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
}

export interface Answer {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Undefined if the answer is no JSON object. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** The server's clock, in ms. */
  readonly date?: number | undefined;
  /** The header Retry-After in seconds. */
  readonly retryAfter?: number | undefined;
  /** The reason why there was no answer. */
  readonly cause?: unknown;
}

interface Sent {
  readonly url: string;
  readonly path: string;
  readonly body: string;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
  readonly fetch: Fetch | undefined;
  readonly onRequest: ((info: RequestInfo) => void) | undefined;
}

/** Sends a signed body once. It rejects for the signal alone; an answer that is late or cut counts as none. */
export async function exchange({ url, path, body, limit, signal, fetch, onRequest }: Sent): Promise<Answer> {
  const began = performance.now();
  let requestId = '';
  const ask = async (signal: AbortSignal): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const init = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
    const response = await (fetch ?? globalThis.fetch)(`${url}/${path}`, init);
    const header = (name: string) => response.headers.get(name) ?? '';
    requestId = header('x-request-id');
    const text = await response.text();
    const date = dateOf(header('date'));
    const isJson = /\bjson\b/.test(header('content-type'));
    const retryAfter = waitIn(header('retry-after'), date);
    return { status: response.status, body: isJson ? objectIn(text) : undefined, date, retryAfter };
  };
  const answer = await within(limit, signal, ask).catch((cause: unknown) => ({ status: 0, cause }));
  onRequest?.({ path, status: answer.status, requestId, ms: performance.now() - began });
  signal?.throwIfAborted();
  return answer;
}

function objectIn(text: string): Answer['body'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const dateOf = (header: string): number | undefined =>
  /GMT$/.test(header) ? Date.parse(header) || undefined : undefined;

/** Reads a Retry-After, which has seconds or a date. */
function waitIn(header: string, now = Date.now()): number | undefined {
  if (/^\d+$/.test(header)) return Number(header);
  const date = dateOf(header);
  return date === undefined ? undefined : Math.max(0, (date - now) / 1_000);
}

/** Rejects when the time is over, which may be unlimited, or the signal aborts, also if the work does not notice. */
export function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ended = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    };
    const stop = (reason: unknown) => {
      ended();
      reject(reason);
      controller.abort(reason);
    };
    const aborted = () => stop(signal?.reason);
    const late = () => stop(new Error(`There was no whole answer within ${Math.round(ms)} ms.`));
    // A longer timer would end at once.
    if (ms < Infinity) timer = setTimeout(late, Math.min(ms, 2 ** 31 - 1));
    signal?.addEventListener('abort', aborted);
    if (signal?.aborted) return aborted();
    work(controller.signal).then(resolve, reject).finally(ended);
  });
}

/** Rejects early when the signal aborts. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  within(ms, signal, () => new Promise<void>(() => undefined)).catch(() => signal?.throwIfAborted());
