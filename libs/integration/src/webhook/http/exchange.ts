import type { WebhookFailure } from '@stockbook/contracts';
import type { Dispatcher } from 'undici';
import { FailedAttempt, failedAttempt, failureOfStatus } from './failure.js';
import type { ConnectionTrace } from './guarded-agent.js';

/** Reads at most this many bytes of a body. */
const READ_BYTES = 16_384;
const KEPT_BYTES = 4_096;
const KEPT_HEADERS = 20;
const KEPT_CHARACTERS = 1_000;

export interface WebhookRequest {
  /** The key is unique among attempts and is sent as `stockbook-delivery`. */
  readonly key: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** An attempt after a failed one takes a connection of its own. */
  readonly isRetry: boolean;
}

/** The result of one attempt; a success has no `failure`. */
export interface Outcome {
  readonly failure?: WebhookFailure;
  readonly message: string;
  /** 0 means that there was no answer. */
  readonly status: number;
  readonly response_headers: Readonly<Record<string, string>>;
  /** Holds the first 4 KiB of the body. */
  readonly response_body: string;
  readonly is_truncated: boolean;
  readonly retry_after: string;
  readonly date_start: Date;
  readonly total_ms: number;
  readonly first_byte_ms: number;
  readonly connection?: ConnectionTrace | undefined;
}

/** Follows one attempt over undici's dispatch, from the first step to the last byte that is read. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<Outcome>;
  private readonly date_start = new Date();
  private readonly began = performance.now();
  private readonly timer: NodeJS.Timeout;
  private settle!: (outcome: Outcome) => void;
  private controller?: Dispatcher.DispatchController;
  private ended?: Outcome;
  private connection?: ConnectionTrace;
  private status = 0;
  private first_byte_ms = 0;
  private headers: Record<string, string> = {};
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  constructor({ url }: WebhookRequest, deadline_ms: number) {
    this.outcome = new Promise((settle) => (this.settle = settle));
    const late = () =>
      this.fail(new FailedAttempt('timeout', `${new URL(url).host} took more than ${deadline_ms / 1_000} s`));
    this.timer = setTimeout(late, deadline_ms);
  }

  connected(trace: ConnectionTrace): void {
    this.connection = trace;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The connection came after the deadline: an attempt that is reported as failed is not sent.
    if (this.ended) controller.abort(new Error('late'));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    this.first_byte_ms = performance.now() - this.began;
    const { 'retry-after': after, ...others } = headers;
    // This header comes first, so that it is always kept: the next try depends on it.
    const all = after === undefined ? others : { 'retry-after': after, ...others };
    const kept = Object.entries(all).slice(0, KEPT_HEADERS);
    this.headers = Object.fromEntries(kept.map(([name, value]) => [name, String(value).slice(0, KEPT_CHARACTERS)]));
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    this.chunks.push(chunk);
    if (this.bytes >= READ_BYTES) this.end();
  }

  onResponseEnd(): void {
    // Its connection is free for the next request.
    delete this.controller;
    this.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** Ends the attempt without an answer, unless it has ended. */
  fail(error: unknown): Outcome {
    const { failure, message } = failedAttempt(error);
    return this.finish({ failure, message });
  }

  private end(): void {
    const failure = failureOfStatus(this.status);
    this.finish({ ...(failure && { failure }), message: failure ? `The receiver answered ${this.status}.` : '' });
  }

  private finish(result: Pick<Outcome, 'failure' | 'message'>): Outcome {
    if (this.ended) return this.ended;
    clearTimeout(this.timer);
    const body = Buffer.concat(this.chunks).subarray(0, KEPT_BYTES);
    this.ended = {
      status: this.status,
      response_headers: this.headers,
      // This drops half a character at the cut, and NUL, which PostgreSQL cannot hold.
      response_body: body.toString('utf8').replace(/\uFFFD$|\0/g, ''),
      is_truncated: this.bytes > KEPT_BYTES,
      retry_after: this.headers['retry-after'] ?? '',
      date_start: this.date_start,
      total_ms: performance.now() - this.began,
      first_byte_ms: this.first_byte_ms,
      connection: this.connection,
      ...result,
    };
    // An answer that has not ended keeps its connection busy.
    if (this.controller && !this.controller.aborted) this.controller.abort(new Error('enough'));
    this.settle(this.ended);
    return this.ended;
  }
}
