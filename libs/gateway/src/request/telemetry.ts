import { operations } from '@stockbook/contracts';
import { counter, histogram, markFailed, startRequestSpan } from '@stockbook/process';
import type { Span } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endpointAt, urlPath } from './http-request.js';

const requests = counter(
  'stockbook_http_requests_total',
  'Requests by the status of their answer',
  'operation',
  'status',
);
const durations = histogram(
  'stockbook_http_request_duration_seconds',
  'Time from the head of a request to the end of its answer',
  ['operation'],
  // The buckets are few, because there are as many histograms as operations.
  [0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
);

const UNKNOWN = 'unknown';

const operationName = (request: FastifyRequest): string => endpointAt(request)?.path ?? UNKNOWN;

/** Probes are left out, because a draining gateway answers them with 503. */
const isMeasured = (request: FastifyRequest): boolean => !urlPath(request).startsWith('/health/');

/** Counts a request when its answer is taken, or its client has left while the answer came. */
export function measureRequest(request: FastifyRequest, { raw }: FastifyReply, done: () => void): void {
  const began = performance.now();
  if (isMeasured(request))
    raw.once('close', () => {
      if (!raw.headersSent) return;
      const operation = operationName(request);
      requests.inc({ operation, status: raw.statusCode });
      // A request that waits for events is not slow.
      if (!operations.get(operation)?.waits) durations.observe({ operation }, (performance.now() - began) / 1_000);
    });
  done();
}

export function countAbandoned(request: FastifyRequest, { raw }: FastifyReply, _: unknown, done: () => void): void {
  if (raw.closed && isMeasured(request)) requests.inc({ operation: operationName(request), status: raw.statusCode });
  done();
}

/** Counts an answer without a request: it is no HTTP, or did not arrive in time. */
export const countUnread = (status: number): void => requests.inc({ operation: UNKNOWN, status });

/** Returns the first span of the trace, or undefined when the request is not sampled. */
export const requestSpan = (request: FastifyRequest): Span | undefined =>
  startRequestSpan(operationName(request), request.headers['traceparent']);

export function endRequestSpan(span: Span, request: FastifyRequest, { statusCode }: FastifyReply): void {
  span.setAttributes({
    'http.request.method': request.method,
    'http.response.status_code': statusCode,
    'stockbook.request_id': request.id,
  });
  if (statusCode >= 500) markFailed(span, statusCode);
  span.end();
}
