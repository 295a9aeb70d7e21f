import type { Api } from './api.types.js';
import { type BatchedOptions, collector, LONGEST } from './batched.js';
import type { CallOptions } from './call.types.js';
import { type Changes, changes, type ChangesRequest } from './changes.js';
import { each } from './each.js';
import { StockbookError } from './error.js';
import { type Answer, exchange, type Fetch, type RequestInfo, within } from './exchange.js';
import { type Granted, type Patience, withRetries } from './retries.js';
import { type Identity, signerOf } from './signing.js';

export interface StockbookOptions extends Identity {
  /** The base address, as `https://stockbook.example`. */
  readonly url: string;
  /**
   * The time limit of one try, in ms; 15,000 by default. A batch may take 30 s more, and a request with `wait` its wait
   * more.
   */
  readonly timeout?: number;
  /** The time limit of all tries of a call, in ms; 60,000 by default, and more as `timeout`. */
  readonly deadline?: number;
  /** The number of times that a request is sent again; 2 by default. */
  readonly retries?: number;
  /** The longest wait before the first retry, in ms; 500 by default. It doubles with each, up to 8 s. */
  readonly retryDelay?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
  /** Receives each try. */
  readonly onRequest?: (info: RequestInfo) => void;
}

/** All operations, as `client.sale.order.get({ limit: 5 })`. */
export interface Operations extends Api, ByPath {
  /** All operations, with refusals as answers with `error` instead of exceptions. */
  readonly safe: Api<true> & ByPath;
}

/** The calls of programs that take the operation from elsewhere. */
interface ByPath {
  /** Calls the operation of a path, like `sale/order/get`. */
  request(path: string, input?: object, options?: CallOptions): Promise<Granted>;
}

export interface Stockbook extends Operations {
  /**
   * Returns all operations, whose requests are collected for a moment and sent as batches. A batch has the largest
   * `timeout`, `deadline` and `retries` of its calls. The `deadline` that a call gives also ends the call alone.
   */
  batched(options?: BatchedOptions): Operations;
  /** Reads the changes behind a cursor, and waits for more. Its tries are unlimited unless `options` limit them. */
  changes(request?: ChangesRequest, options?: CallOptions): AsyncGenerator<Changes, void, undefined>;
}

type Send = ByPath['request'];

/** After this time the signature of a request is renewed before it is sent again. */
const SIGNED_FOR_MS = 240_000;
/** The server begins the requests of a batch within 30 seconds. */
const BATCH_MS = 30_000;

/** The client of one user. */
export const Stockbook: new (options: StockbookOptions) => Stockbook = class Stockbook {
  constructor(options: StockbookOptions) {
    const send = senderOf(options);
    const batched = (given?: BatchedOptions) => withOperations({}, batchedSend(send, options, given));
    const own = { batched, changes: (request?: ChangesRequest, given?: CallOptions) => changes(send, request, given) };
    return withOperations(this, send, own) as this;
  }
} as never;

/** Everything that a client knows is in closures, so that no log of the object shows the secret. */
function senderOf(options: StockbookOptions): Send {
  const { fetch, onRequest } = options;
  const url = new URL(options.url).href.replace(/\/+$/, '');
  const sign = signerOf(options);
  let ahead_ms = 0;
  return (path, input = {}, given = {}) => {
    const { fields, idempotencyKey } = requestOf(path, input, given);
    const patience = patienceOf(options, given, longer(path, input));
    let [body, signed_at, isCorrected] = ['', -Infinity, false];
    return withRetries(path, patience, { ...given, idempotencyKey }, async (limit) => {
      if (performance.now() - signed_at > SIGNED_FOR_MS) {
        body = await sign(`/${path}`, fields, Date.now() + ahead_ms);
        signed_at = performance.now();
      }
      const answer = await exchange({ url, path, body, limit, signal: given.signal, fetch, onRequest });
      if (isCorrected || !answer.date || !isAboutClock(answer)) return answer;
      isCorrected = true;
      ahead_ms = answer.date - Date.now();
      signed_at = -Infinity;
      return { ...answer, isAnew: true };
    });
  };
}

/** Returns the ms that a request may take longer than others. */
const longer = (path: string, input: { readonly wait?: unknown }): number =>
  (path === 'batch' ? BATCH_MS : 0) + (Number(input.wait) || 0) * 1_000;

function patienceOf(options: StockbookOptions, given: CallOptions, more: number): Patience {
  return {
    timeout: given.timeout ?? (options.timeout ?? 15_000) + more,
    deadline: given.deadline ?? (options.deadline ?? 60_000) + more,
    retries: given.retries ?? options.retries ?? 2,
    retryDelay: options.retryDelay ?? 500,
  };
}

interface Fields {
  readonly strict?: boolean;
  readonly success?: unknown;
  readonly replayed?: unknown;
  readonly idempotency_key?: string;
}

/** Returns the fields of a request. One that may write has a key of its own, so that it can be sent again. */
function requestOf(path: string, input: object, { idempotencyKey, ifRevision: if_revision }: CallOptions) {
  // The answer of an `add` may be the request of a `delete`.
  const { success, replayed, ...own }: Fields = {
    strict: true,
    ...input,
    ...(if_revision !== undefined && { if_revision }),
  };
  if (/(^|\/)get\w*$/.test(path)) return { fields: own };
  const key = idempotencyKey ?? own.idempotency_key ?? crypto.randomUUID();
  return { fields: { ...own, idempotency_key: key }, idempotencyKey: key };
}

const isAboutClock = ({ status, body }: Answer): boolean => {
  const details = status === 401 && body?.['error_details'];
  return Array.isArray(details) && details.some((fault) => fault?.field === 'auth_timestamp');
};

/**
 * Sends each request in a batch with others. It has the key that it would have alone, so it is done once in any batch.
 */
function batchedSend(send: Send, options: StockbookOptions, batch?: BatchedOptions): Send {
  const add = collector(async (collected) => {
    const most = (name: keyof Patience) => Math.max(...collected.map(({ patience }) => patience[name]));
    const requests = collected.map(({ path, body }) => ({ path, body }));
    const patience = { timeout: most('timeout'), deadline: most('deadline'), retries: most('retries') };
    const { responses } = await send('batch', { requests, in_order: false }, patience);
    return Array.isArray(responses) ? responses : [];
  }, batch);
  return (path, input = {}, given = {}) => {
    const { fields: body, idempotencyKey } = requestOf(path, input, given);
    const { length } = JSON.stringify(body);
    const { signal, deadline = Infinity } = given;
    const keyed = { ...given, idempotencyKey };
    if (length > LONGEST || path === 'batch') return send(path, input, keyed);
    const patience = patienceOf(options, given, BATCH_MS);
    return withRetries(path, { ...patience, timeout: Infinity, deadline }, keyed, (limit) =>
      within(limit, signal, (signal) => add({ path, body, length, patience }, signal)).catch((cause: unknown) => {
        signal?.throwIfAborted();
        // All requests of a batch share its fault; each caller learns the path and the key of its own.
        if (cause instanceof StockbookError)
          throw new StockbookError(cause.message, { ...cause, path, idempotencyKey, cause });
        return { status: 0, cause };
      }),
    );
  };
}

/** JavaScript asks any object for these names. */
const FOREIGN = ['then', 'toJSON'];

/** Adds the operations to an object. Their names are joined to the path, so that the client holds no list of them. */
function withOperations<T extends object>(target: T, send: Send, more: object = {}): T & Operations {
  const rooted = (target: object, send: Send, get: Send, more: object) => {
    const all = operations(send, get);
    return proxy(target, { request: send, ...more }, (name) => Reflect.get(all, name));
  };
  const safe = rooted({}, (path, input, options) => send(path, input, options).catch(failureIn), send, {});
  return rooted(target, send, send, { safe, ...more }) as T & Operations;
}

function operations(send: Send, get: Send, path = ''): object {
  const call = (input?: object, options?: CallOptions) => {
    const [, resource] = /^(.+)\/each$/.exec(path) ?? [];
    return resource ? each(get, `${resource}/get`, input, options) : send(path, input, options);
  };
  return proxy(call, {}, (name) => operations(send, get, path ? `${path}/${name}` : name));
}

const proxy = (target: object, own: object, other: (name: string) => unknown): object =>
  new Proxy(target, {
    get(target, name) {
      if (name in own) return Reflect.get(own, name);
      return typeof name === 'symbol' || name in target || FOREIGN.includes(name)
        ? Reflect.get(target, name)
        : other(name);
    },
  });

/** Returns the refusal of the API; other errors are thrown again. */
function failureIn(error: unknown): Granted {
  if (!(error instanceof StockbookError) || !error.errors.length) throw error;
  return { error: error.errors, error_details: error.details, request_id: error.requestId };
}
