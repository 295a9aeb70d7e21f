import { operations, type Operation, Refused } from '@stockbook/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawBody } from './authenticator.js';

export const urlPath = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

/** The operation of the path, by any method. */
export const operationAt = (request: FastifyRequest): Operation | undefined =>
  operations.get(urlPath(request).slice(1));

export function operationFor(request: FastifyRequest, reply: FastifyReply): Operation {
  const path = urlPath(request);
  const operation = operationAt(request);
  if (!operation) throw new Refused({ code: 'unknown_operation', message: `There is no operation ${path}.` });
  if (request.method === 'POST') return operation;
  void reply.header('allow', 'POST');
  throw new Refused({ code: 'method_not_allowed', message: `${path} takes POST, not ${request.method}.` });
}

/** Refuses a body by its content-length, before reading it. */
export async function refuseAnnounced(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { bodyLimit = Infinity } = operationAt(request) ?? {};
  const length = Number(request.headers['content-length']);
  if (!(length > bodyLimit)) return;
  void reply.header('connection', 'close');
  throw bodyTooLarge(bodyLimit, length);
}

/** Removes the body from the request, so that a delayed refusal does not keep it in memory. */
export function takeBody(request: FastifyRequest, operation: Operation): RawBody {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new Refused({ code: 'not_json', message: `The content type must be application/json, not '${type}'.` });
  }
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw new Refused({ code: 'not_json', message: `The body must not be encoded, but is ${encoding}.` });
  }
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  request.body = undefined;
  if (bytes.length > operation.bodyLimit) throw bodyTooLarge(operation.bodyLimit, bytes.length);
  return { operation, path: urlPath(request), bytes, address: request.ip };
}

const bodyTooLarge = (limit: number, length: number): Refused =>
  new Refused({ code: 'too_large', message: `The body may have ${limit} bytes, not ${length}.` });
