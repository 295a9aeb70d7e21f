import { parseStrictJson } from '@stockbook/auth';
import {
  type Caller,
  holdsCost,
  operations,
  type Operation,
  parse,
  Refused,
  REQUEST_MS,
  withoutCost,
} from '@stockbook/contracts';
import { type Log, LOG, Services } from '@stockbook/service';
import { All, Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, type SignedBody } from './authenticator.js';
import { failureOf } from './failure.js';
import { RateLimit, RateLimited } from './rate-limit.js';
import { clientKeyOf, internalKey } from './request-keys.js';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Response {
  readonly headers: Readonly<Record<string, string>>;
  readonly json: string;
}

/** Serves every operation of the contract by one route. */
@Controller()
export class OperationsController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rate: RateLimit,
    private readonly services: Services,
    @Inject(LOG) private readonly log: Log,
  ) {}

  @All('*')
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const request_id = request.id;
    try {
      const { headers, json } = await this.answer(request, reply);
      await reply.headers(headers).type(JSON_TYPE).send(json);
    } catch (error) {
      if (!(error instanceof Refused)) this.log.error({ err: error, request_id }, 'request failed');
      if (error instanceof RateLimited) void reply.headers(error.headers);
      const failure = failureOf(error, request_id);
      await reply.status(failure.status).headers(failure.headers).send(failure.body);
    }
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<Response> {
    const deadline = Date.now() + REQUEST_MS;
    const operation = operationFor(request, reply);
    const body = readBody(request, operation);
    const user = await this.authenticator.identify(body);
    const clientKey =
      operation.kind === 'write' ? clientKeyOf(request, body, operation, user.identity.user_id) : undefined;
    // A write that comes too late may still be one that was done in time, and whose answer was lost.
    if (user.late && !clientKey) throw new Refused(user.late);
    void reply.headers(this.rate.take(user.identity.account_id));
    const caller = this.authenticator.admit(user, operation);
    const input = parse(operation.request, body.value, caller);
    const call = { caller, input, deadline, request_id: request.id };
    if (operation.kind === 'read') {
      const { json } = await this.services.forward(operation, call);
      return { headers: {}, json: shownTo(caller, operation, json) };
    }
    const request_key = clientKey ?? internalKey();
    const answer = await this.services.forward(operation, { ...call, request_key, expired: user.late });
    const isReplay = answer.replayed && clientKey !== undefined;
    const json = withSuccess(shownTo(caller, operation, answer.json), isReplay);
    return { headers: isReplay ? { 'idempotent-replayed': 'true' } : {}, json };
  }
}

/** The response as the service wrote it, unless this caller may not see all of it. */
const shownTo = ({ view_cost }: Caller, { response }: Operation, json: string): string =>
  view_cost || !holdsCost(response) ? json : JSON.stringify(withoutCost(response, JSON.parse(json)));

const withSuccess = (json: string, isReplay: boolean): string =>
  `{"success":true${isReplay ? ',"replayed":true' : ''}${json === '{}' ? '' : ','}${json.slice(1)}`;

function operationFor(request: FastifyRequest, reply: FastifyReply): Operation {
  const path = pathOf(request);
  const operation = operations.get(path.slice(1));
  if (!operation) throw new Refused({ code: 'unknown_operation', message: `There is no operation ${path}.` });
  if (request.method === 'POST') return operation;
  void reply.header('allow', 'POST');
  throw new Refused({ code: 'method_not_allowed', message: `${path} takes POST, not ${request.method}.` });
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

function readBody(request: FastifyRequest, { bodyLimit }: Operation): SignedBody {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new Refused({ code: 'not_json', message: `The content type must be application/json, not '${type}'.` });
  }
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw new Refused({ code: 'not_json', message: `The body must not be encoded, but is ${encoding}.` });
  }
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length > bodyLimit) {
    throw new Refused({ code: 'too_large', message: `The body may have ${bodyLimit} bytes, not ${bytes.length}.` });
  }
  const json = parseStrictJson(bytes);
  if (!json.faults) return { path: pathOf(request), bytes, ...json, address: request.ip };
  const [first, ...others] = json.faults.map((message) => ({ code: 'malformed', message }) as const);
  throw first ? new Refused(first, ...others) : new Error('The body was refused without a reason.');
}
