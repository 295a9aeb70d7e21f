import { operations } from '@stockbook/contracts';
import { isTracing, markFailed, startRequestSpan } from '@stockbook/process';
import type { Span } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './http-request.js';

/** The first span of the trace; undefined when the request is not sampled. */
export function requestSpan(request: FastifyRequest): Span | undefined {
  if (!isTracing()) return undefined;
  const operation = operations.get(pathOf(request).slice(1));
  return startRequestSpan(operation?.path ?? 'unknown', request.headers['traceparent']);
}

export function endRequestSpan(span: Span, request: FastifyRequest, { statusCode }: FastifyReply): void {
  span.setAttributes({
    'http.request.method': request.method,
    'http.response.status_code': statusCode,
    'stockbook.request_id': request.id,
  });
  if (statusCode >= 500) markFailed(span, statusCode);
  span.end();
}
