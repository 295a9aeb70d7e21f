import { type Failure, internalFault, Refused } from '@stockbook/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { hasArrived } from './http-request.js';
import { RateLimited } from './rate-limit.js';

export interface FailureReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Failure;
}

const RETRY_SECONDS = 1;

/** Shows no internal details of an error that is not a Refused. */
export function failureOf(error: unknown, request_id: string): FailureReply {
  const refused = error instanceof Refused ? error : new Refused(internalFault);
  const { faults, status } = refused;
  return {
    status,
    headers: {
      ...((status === 429 || status >= 503) && { 'retry-after': String(RETRY_SECONDS) }),
      ...(refused instanceof RateLimited && refused.headers),
    },
    body: { error: faults.map((fault) => fault.message), error_details: faults, request_id },
  };
}

/** Closes the connection of a request whose body it leaves unread. */
export async function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { status, headers, body } = failureOf(error, request.id);
  if (error instanceof RateLimited) await delay(error.delay_ms);
  if (!hasArrived(request)) void reply.header('connection', 'close');
  await reply.status(status).headers(headers).send(body);
}
