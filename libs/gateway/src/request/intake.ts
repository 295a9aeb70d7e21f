import { type Endpoint, Refused } from '@stockbook/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Injectable } from '@nestjs/common';
import { addressOf, endpointAt, urlPath } from './http-request.js';
import { FailureLimit } from './rate-limit.js';
import { SMALL_BODY, UnsignedBodies, type UnsignedBody } from './unsigned-bodies.js';

export interface RawBody extends UnsignedBody {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly address: string;
}

@Injectable()
export class Intake {
  constructor(
    private readonly failures: FailureLimit,
    private readonly bodies: UnsignedBodies,
  ) {}

  admit(request: FastifyRequest, reply: FastifyReply): Endpoint {
    const endpoint = endpointFor(request, reply);
    requireJson(request);
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > endpoint.bodyLimit) throw tooLarge(endpoint.bodyLimit, `, not ${length}`);
    this.checkSize(endpoint, addressOf(request), length);
    return endpoint;
  }

  async receive(request: FastifyRequest, reply: FastifyReply): Promise<RawBody> {
    const endpoint = this.admit(request, reply);
    const { raw, headers } = request;
    const address = addressOf(request);
    if (headers.expect) reply.raw.writeContinue();
    const check = (size: number) => this.checkSize(endpoint, address, size);
    const body = await this.bodies.receive(raw, endpoint.bodyLimit, check);
    return { ...body, endpoint, path: urlPath(request), address };
  }

  private checkSize({ bodyLimit }: Endpoint, address: string, size: number): void {
    if (size > bodyLimit) throw tooLarge(bodyLimit);
    if (size > SMALL_BODY) this.failures.refuseIfOver(address);
  }
}

function endpointFor(request: FastifyRequest, reply: FastifyReply): Endpoint {
  const path = urlPath(request);
  const endpoint = endpointAt(request);
  if (!endpoint) throw unknownOperation(path);
  if (request.method === 'POST') return endpoint;
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

export const tooLarge = (limit: number, than = ''): Refused =>
  new Refused({ code: 'too_large', message: `The body may have ${limit} bytes${than}.` });
