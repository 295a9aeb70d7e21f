import { Refused } from '@stockbook/contracts';
import { type Log, LOG, oneAfterTheOther } from '@stockbook/process';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { failureOf, sendFailure } from './request/failure.js';
import { countUnread } from './request/telemetry.js';

export const SEND_MS = 10_000;

const noHttp = new Refused({ code: 'malformed', message: 'The request is not valid HTTP.' });
const noPath = new Refused({ code: 'unknown_operation', message: 'There is no such path.' });
const slow = new Refused({
  code: 'too_slow',
  message: `The request did not arrive within ${SEND_MS / 1_000} seconds.`,
});
const longHeaders = new Refused({ code: 'malformed', message: 'The headers or the path are too long.' });

/** Answers failures before the controller in the shape of every failure. */
@Catch()
export class HttpFaults implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Log) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const refused = refusalOf(error);
    if (!refused) this.log.error({ err: error, request_id: request.id }, 'request failed');
    await sendFailure(refused ?? error, request, host.switchToHttp().getResponse<FastifyReply>());
  }
}

export function answerBadPath(_error: unknown, request: { id: string }, reply: FastifyReply): void {
  const { status, body } = failureOf(noHttp, request.id);
  countUnread(status);
  void reply.header('x-request-id', request.id).status(status).send(body);
}

const inTurn = oneAfterTheOther();

/** Writes to the bare connection, because Node could not parse a request. */
export async function answerBadRequest(error: { code?: string }, socket: Socket): Promise<void> {
  // Node finds all slow requests in one turn of the event loop.
  await inTurn(() => setImmediate());
  if (!socket.writable) return;
  const [status, refused] = answerTo(error.code);
  countUnread(status);
  const request_id = randomUUID();
  const body = JSON.stringify(failureOf(refused, request_id).body);
  const head = [
    `HTTP/1.1 ${status} Refused`,
    'content-type: application/json; charset=utf-8',
    `x-request-id: ${request_id}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  // After end(), a client that does not close its side would keep the connection.
  socket.destroySoon();
}

function answerTo(code: string | undefined): [number, Refused] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, longHeaders];
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? [slow.status, slow] : [400, noHttp];
}

/** The framework refuses requests, too: its 4xx are the client's faults, and keep their meaning. */
function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  const status = error instanceof HttpException ? error.getStatus() : statusCodeOf(error);
  if (status === 404) return noPath;
  return typeof status === 'number' && status >= 400 && status < 500 ? noHttp : undefined;
}

/** Reads the status of Fastify's own errors, such as that of a client that disconnected. */
const statusCodeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
