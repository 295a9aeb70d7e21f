import {
  type Caller,
  fieldsOf,
  holdsCost,
  type Operation,
  readRequest,
  Refused,
  REQUEST_MS,
  withoutCost,
} from '@stockbook/contracts';
import { type Log, LOG, traceIdOf, traceparentOf } from '@stockbook/process';
import { Services } from '@stockbook/rpc';
import { All, Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, type Signer } from './request/authenticator.js';
import { BytesInFlight, freeWhenTaken } from './request/bytes-in-flight.js';
import { Compression } from './request/compression.js';
import { sendFailure } from './failure.js';
import { Intake, type RawBody } from './request/intake.js';
import { RateLimit } from './request/rate-limit.js';
import { ReferenceFaults } from './request/reference-faults.js';
import { clientKeyOf, internalKey, keyFaults } from './request/request-keys.js';
import { endRequestSpan, requestSpan } from './request/telemetry.js';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Response<T = string> {
  readonly headers: Readonly<Record<string, string>>;
  readonly json: T;
}

/** Serves every operation of the contract by one route. */
@Controller()
export class OperationsController {
  constructor(
    private readonly intake: Intake,
    private readonly authenticator: Authenticator,
    private readonly rate: RateLimit,
    private readonly inFlight: BytesInFlight,
    private readonly compression: Compression,
    private readonly services: Services,
    private readonly references: ReferenceFaults,
    @Inject(LOG) private readonly log: Log,
  ) {}

  @All('*')
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const request_id = request.id;
    const span = requestSpan(request);
    const traceparent = traceparentOf(span);
    try {
      const { headers, json } = await this.answer(request, reply, traceparent);
      await reply.headers(headers).type(JSON_TYPE).send(json);
    } catch (error) {
      if (!(error instanceof Refused)) {
        this.log.error({ err: error, request_id, trace_id: traceIdOf(traceparent) }, 'request failed');
      }
      await sendFailure(error, request, reply);
    } finally {
      if (span) endRequestSpan(span, request, reply);
    }
  }

  private async answer(request: FastifyRequest, reply: FastifyReply, traceparent?: string): Promise<Response<Buffer>> {
    const deadline = Date.now() + REQUEST_MS;
    const body = await this.intake.receive(request, reply);
    return this.signedAnswer(request, reply, body, deadline, traceparent).finally(body.release);
  }

  private async signedAnswer(
    request: FastifyRequest,
    reply: FastifyReply,
    body: RawBody,
    deadline: number,
    traceparent?: string,
  ): Promise<Response<Buffer>> {
    const user = await this.authenticator.identify(body);
    const { account_id } = user.identity;
    const isRead = body.operation.kind === 'read';
    if (user.late && isRead) throw new Refused(user.late);
    void reply.headers(this.rate.take(user.identity));
    const done = this.inFlight.take(account_id, body.size);
    const { headers, json: text } = await this.responseTo(request, body, user, deadline, traceparent).finally(done);
    // Encoded once: HTTP would count the bytes of a text again, and encode it while it writes.
    const json = Buffer.from(text);
    // The answer of a write is given whatever it takes, because the write is done.
    const size = json.length;
    const free = isRead ? this.inFlight.take(account_id, size) : this.inFlight.count(account_id, size);
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const sent = await this.compression.encode(json, accepted).finally(free);
    freeWhenTaken(reply.raw, sent.bytes.length, this.inFlight.count(account_id, sent.bytes.length));
    return { headers: { ...headers, ...sent.headers }, json: sent.bytes };
  }

  private async responseTo(
    request: FastifyRequest,
    body: RawBody,
    user: Signer,
    deadline: number,
    traceparent?: string,
  ): Promise<Response> {
    const { operation, address, size } = body;
    const { late } = user;
    const caller = this.authenticator.admit(user, operation);
    const value = this.authenticator.read(body, user);
    body.release();
    const given = readRequest(operation, value, caller);
    const { input, options, warnings } = given;
    const origin = { operation: operation.path, request_id: request.id, address, traceparent };
    const call = { caller, input, deadline, ...origin, bytes: size };
    const faults = [...given.faults, ...(operation.kind === 'write' ? keyFaults(request, value) : [])];
    if (faults.length) {
      const found = late ? [] : await this.references.faultsBeside(user, operation, call, faults);
      Refused.ifAny([...faults, ...found]);
    }
    this.authenticator.admitRecords(user, operation, input);
    const answerOf = (json: string, ...notes: string[]) =>
      noted(withWarnings(operation, shownTo(caller, operation, json), warnings), notes);
    if (operation.kind === 'read') {
      const { json } = await this.services.forward(operation, call);
      return { headers: {}, json: answerOf(json) };
    }
    const clientKey = clientKeyOf(request, operation, value, caller.user_id);
    // A late write may be a replay of one that was done in time and whose answer was lost.
    if (late && (!clientKey || options.dry_run)) throw new Refused(late);
    if (options.dry_run) {
      // Without a key: a dry run shows the effect now, and is neither stored nor a replay.
      const { json } = await this.services.forward(operation, { ...call, dry_run: true });
      return { headers: {}, json: answerOf(json, 'success', 'dry_run') };
    }
    const request_key = clientKey ?? internalKey(value);
    const answer = await this.services.forward(operation, { request_key, expired: late, ...call });
    const isReplay = answer.replayed && clientKey !== undefined;
    const json = answerOf(answer.json, 'success', ...(isReplay ? ['replayed'] : []));
    return { headers: isReplay ? { 'idempotent-replayed': 'true' } : {}, json };
  }
}

const shownTo = ({ view_cost }: Caller, { response }: Operation, json: string): string =>
  view_cost || !holdsCost(response) ? json : JSON.stringify(withoutCost(response, JSON.parse(json)));

/** An answer may have warnings of its own, as that of a credit note has. */
function withWarnings({ response }: Operation, json: string, warnings: readonly string[]): string {
  if (!warnings.length) return json;
  if (!fieldsOf(response)['warnings']) return withMember(json, `"warnings":${JSON.stringify(warnings)}`);
  const { warnings: own = [], ...others }: { warnings?: string[] } = JSON.parse(json);
  return JSON.stringify({ ...others, warnings: [...warnings, ...own] });
}

const noted = (json: string, notes: readonly string[]): string =>
  notes.length ? withMember(json, notes.map((note) => `"${note}":true`).join()) : json;

const withMember = (json: string, member: string): string => `{${member}${json === '{}' ? '' : ','}${json.slice(1)}`;
