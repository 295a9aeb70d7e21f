import type { Failure, Fault } from './api.types.js';

export interface ErrorFields {
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly failure?: Failure;
  readonly retryAfter?: number;
  readonly attempts?: number;
  readonly idempotencyKey?: string;
  readonly cause?: unknown;
}

/** A call that was not granted. */
export class StockbookError extends Error {
  override readonly name = 'StockbookError';
  /** The operation, like `sale/order/add`. */
  readonly path: string;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The code of the first fault; `no_answer`, or `unexpected_answer` for one that is not Stockbook's. */
  readonly code: string;
  /** One sentence for each fault; empty if Stockbook has not answered. */
  readonly errors: readonly string[];
  readonly details: readonly Fault[];
  readonly requestId: string;
  /** In seconds, where the server says it. */
  readonly retryAfter: number | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
  /** Of a write. Without an answer it may be done; the same request with this key is done once. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, fields: ErrorFields) {
    super(message, { cause: fields.cause });
    const { failure } = fields;
    this.path = fields.path;
    this.status = fields.status;
    this.code = fields.code;
    this.errors = failure?.error ?? [];
    this.details = failure?.error_details ?? [];
    this.requestId = failure?.request_id ?? '';
    this.retryAfter = fields.retryAfter;
    this.attempts = fields.attempts ?? 0;
    this.idempotencyKey = fields.idempotencyKey;
  }
}
