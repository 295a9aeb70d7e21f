import { internalFault, Refused } from '@stockbook/contracts';
import { type Log, LOG } from '@stockbook/process';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { failureOf } from './failure.js';

/** In bytes; more than any operation accepts. */
export const LARGEST_BODY = 8 * 1_048_576;

const noHttp = new Refused({ code: 'malformed', message: 'The request is not valid HTTP.' });
const longHeaders = new Refused({ code: 'malformed', message: 'The headers or the path are too long.' });

/** Failures before the controller, in the shape of every failure. */
@Catch()
export class HttpFaults implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Log) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const { id } = host.switchToHttp().getRequest<FastifyRequest>();
    const refused = refusalOf(error);
    if (!refused) this.log.error({ err: error, request_id: id }, 'request failed');
    const { status, headers, body } = failureOf(refused ?? new Refused(internalFault), id);
    await host.switchToHttp().getResponse<FastifyReply>().status(status).headers(headers).send(body);
  }
}

export function answerBadPath(_error: unknown, request: { id: string }, reply: FastifyReply): void {
  const { status, body } = failureOf(noHttp, request.id);
  void reply.header('x-request-id', request.id).status(status).send(body);
}

/** Writes to the bare connection, because Node could not parse a request. */
export function answerBadRequest(error: { code?: string }, socket: Socket): void {
  if (!socket.writable) return;
  const [status, refused] = error.code === 'HPE_HEADER_OVERFLOW' ? [431, longHeaders] : [400, noHttp];
  const request_id = randomUUID();
  const body = JSON.stringify(failureOf(refused, request_id).body);
  const head = [
    `HTTP/1.1 ${status} Refused`,
    'content-type: application/json; charset=utf-8',
    `x-request-id: ${request_id}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  const status = error instanceof HttpException ? error.getStatus() : statusCodeOf(error);
  if (status === 413) return new Refused({ code: 'too_large', message: `The body may have ${LARGEST_BODY} bytes.` });
  if (status === 400) return noHttp;
  return undefined;
}

/** Fastify's own errors, such as a client that disconnected. */
const statusCodeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
