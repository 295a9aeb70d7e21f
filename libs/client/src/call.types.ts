/** The settings of one call, besides the fields of its request. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. A write may be done nevertheless. */
  readonly signal?: AbortSignal;
  /** The time limit of one try, in ms. */
  readonly timeout?: number;
  /** The time limit of all tries and the waits between them, in ms. */
  readonly deadline?: number;
  /** The number of times that the request is sent again. */
  readonly retries?: number;
  /** Names a write: the same key with the same request is done once. Each write has its own key unless one is given. */
  readonly idempotencyKey?: string;
  /**
   * The `revision` that the record was read with. If it has another one by now, the write is refused with the code
   * `stale`.
   */
  readonly ifRevision?: number;
}

/** The answer of the API. With `Safe` it may be a refusal, which is thrown otherwise. */
type Reply<Safe extends boolean, O, Failure> = Safe extends true
  ? | (O & { readonly error?: undefined; readonly error_details?: undefined })
    | (Failure & { readonly success?: undefined })
  : O;

/** Calls an operation. Its request may be left out where it has no required field. */
export type CallOf<Safe extends boolean, I, O, Failure> = object extends I
  ? (input?: I, options?: CallOptions) => Promise<Reply<Safe, O, Failure>>
  : (input: I, options?: CallOptions) => Promise<Reply<Safe, O, Failure>>;

type Paging = 'page' | 'sort' | 'order' | 'with_total';

/** Reads a whole list, page by page. `limit` is the size of a page, 100 by default. */
export type Each<I, R> = (input?: Omit<I, Paging>, options?: CallOptions) => AsyncGenerator<R, void, undefined>;
