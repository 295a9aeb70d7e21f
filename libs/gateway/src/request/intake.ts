import { type Operation, Refused } from '@stockbook/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Injectable } from '@nestjs/common';
import { addressOf, operationAt, urlPath } from './http-request.js';
import { FailureLimit } from './rate-limit.js';
import { SMALL_BODY, UnsignedBodies, type UnsignedBody } from './unsigned-bodies.js';

export interface RawBody extends UnsignedBody {
  readonly operation: Operation;
  readonly path: string;
  /** The client's network address. */
  readonly address: string;
}

/** Checks the head of a request, and reads its body if the head is accepted. */
@Injectable()
export class Intake {
  constructor(
    private readonly failures: FailureLimit,
    private readonly bodies: UnsignedBodies,
  ) {}

  /** Finds the operation, or refuses the request by its head. */
  admit(request: FastifyRequest, reply: FastifyReply): Operation {
    const operation = operationFor(request, reply);
    requireJson(request);
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > operation.bodyLimit) throw tooLarge(operation.bodyLimit, `, not ${length}`);
    this.checkSize(operation, addressOf(request), length);
    return operation;
  }

  async receive(request: FastifyRequest, reply: FastifyReply): Promise<RawBody> {
    const operation = this.admit(request, reply);
    const { raw, headers } = request;
    const address = addressOf(request);
    if (headers.expect) reply.raw.writeContinue();
    const check = (size: number) => this.checkSize(operation, address, size);
    const body = await this.bodies.receive(raw, operation.bodyLimit, check);
    return { ...body, operation, path: urlPath(request), address };
  }

  private checkSize({ bodyLimit }: Operation, address: string, size: number): void {
    if (size > bodyLimit) throw tooLarge(bodyLimit);
    if (size > SMALL_BODY) this.failures.refuseIfOver(address);
  }
}

function operationFor(request: FastifyRequest, reply: FastifyReply): Operation {
  const path = urlPath(request);
  const operation = operationAt(request);
  if (!operation) throw unknownOperation(path);
  if (request.method === 'POST') return operation;
  void reply.header('allow', 'POST');
  throw new Refused({ code: 'method_not_allowed', message: `${path} takes POST, not ${request.method}.` });
}

export const unknownOperation = (path: string): Refused =>
  new Refused({ code: 'unknown_operation', message: `There is no operation ${path}.` });

function requireJson({ headers }: FastifyRequest): void {
  const type = headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new Refused({ code: 'not_json', message: `The content type must be application/json, not '${type}'.` });
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return;
  throw new Refused({ code: 'not_json', message: `The body must not be encoded, but is ${encoding}.` });
}

const tooLarge = (limit: number, than = ''): Refused =>
  new Refused({ code: 'too_large', message: `The body may have ${limit} bytes${than}.` });
