import { operations } from '@stockbook/contracts';
import { counter, histogram } from '@stockbook/process';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './http-request.js';

const requests = counter('stockbook_http_requests_total', 'Answered requests', 'operation', 'status');
const durations = histogram(
  'stockbook_http_request_duration_seconds',
  'Time from the head of a request to the end of its answer',
  ['operation'],
  // Few, for there are as many histograms as operations.
  [0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
);

/** Counts an answered request. Probes are left out: a gateway that drains answers them with 503. */
export function measureRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const path = pathOf(request);
  if (!path.startsWith('/health/')) {
    const operation = operations.get(path.slice(1))?.path ?? 'unknown';
    requests.inc({ operation, status: reply.statusCode });
    durations.observe({ operation }, reply.elapsedTime / 1_000);
  }
  done();
}
