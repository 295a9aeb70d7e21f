import type { Fault } from './api.types.js';

type Fields = Pick<StockbookError, 'path' | 'status' | 'code'> &
  Partial<
    Pick<StockbookError, 'errors' | 'details' | 'requestId' | 'retryAfter' | 'attempts' | 'idempotencyKey' | 'cause'>
  >;

/** A call that was not granted. */
export class StockbookError extends Error {
  override readonly name = 'StockbookError';
  /** The operation, like `sale/order/add`. */
  readonly path: string;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The code of the first fault, or `no_answer`, or `unexpected_answer` for an answer that is not Stockbook's. */
  readonly code: string;
  /** One sentence for each fault; empty if Stockbook has not answered. */
  readonly errors: readonly string[];
  readonly details: readonly Fault[];
  readonly requestId: string;
  /** The seconds after which to ask again, where the server gives them. */
  readonly retryAfter: number | undefined;
  /** The number of times that the request was sent. */
  readonly attempts: number;
  /** The key of a write. Without an answer the write may be done; the same request with this key is done once. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, fields: Fields) {
    super(message, { cause: fields.cause });
    this.path = fields.path;
    this.status = fields.status;
    this.code = fields.code;
    this.errors = fields.errors ?? [];
    this.details = fields.details ?? [];
    this.requestId = fields.requestId ?? '';
    this.retryAfter = fields.retryAfter;
    this.attempts = fields.attempts ?? 0;
    this.idempotencyKey = fields.idempotencyKey;
  }
}
