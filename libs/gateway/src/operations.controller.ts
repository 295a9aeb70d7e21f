import { MOST_WAIT_S, type Operation, operations, Refused, REQUEST_MS } from '@stockbook/contracts';
import { type Log, LOG, traceIdOf, traceparentOf } from '@stockbook/process';
import { All, Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, type Signer } from './request/authenticator.js';
import { BatchRun } from './request/batch-run.js';
import { BytesInFlight, freeWhenTaken, HeldAnswers } from './request/bytes-in-flight.js';
import { Compression, type SentBody } from './request/compression.js';
import { sendFailure } from './request/failure.js';
import { Intake, type RawBody } from './request/intake.js';
import { OperationRun } from './request/operation-run.js';
import { RateLimit } from './request/rate-limit.js';
import { UnprovenConnections } from './request/unproven-connections.js';
import { isSignIn, SignIn } from './sign-in/sign-in.js';
import { endRequestSpan, requestSpan } from './request/telemetry.js';

const JSON_TYPE = 'application/json; charset=utf-8';

interface Arrived {
  readonly body: RawBody;
  readonly keyHeader: unknown;
  readonly accepted: string;
  readonly request_id: string;
  readonly traceparent: string | undefined;
  readonly deadline: number;
}

/** Serves every operation of the contract, and batches of them, by one route. */
@Controller()
export class OperationsController {
  constructor(
    private readonly intake: Intake,
    private readonly authenticator: Authenticator,
    private readonly rate: RateLimit,
    private readonly inFlight: BytesInFlight,
    private readonly compression: Compression,
    private readonly run: OperationRun,
    private readonly batches: BatchRun,
    private readonly signIn: SignIn,
    private readonly unproven: UnprovenConnections,
    @Inject(LOG) private readonly log: Log,
  ) {}

  @All('*')
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const request_id = request.id;
    const span = requestSpan(request);
    const traceparent = traceparentOf(span);
    try {
      const deadline = Date.now() + REQUEST_MS;
      const body = await this.intake.receive(request, reply);
      const keyHeader = request.headers['idempotency-key'];
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const arrived = { body, keyHeader, accepted, request_id, traceparent, deadline };
      const { headers, bytes } = await this.answer(arrived, reply).finally(body.release);
      await reply.headers(headers).type(JSON_TYPE).send(bytes);
    } catch (error) {
      if (!(error instanceof Refused)) {
        this.log.error({ err: error, request_id, trace_id: traceIdOf(traceparent) }, 'request failed');
      }
      await sendFailure(error, request, reply);
    } finally {
      if (span) endRequestSpan(span, request, reply);
    }
  }

  private async answer(arrived: Arrived, reply: FastifyReply): Promise<SentBody> {
    const { body } = arrived;
    if (isSignIn(body.endpoint)) return this.signedIn(arrived);
    const user = await this.authenticator.identify(body);
    const { account_id } = user.identity;
    if (reply.raw.socket) this.unproven.stopCounting(reply.raw.socket);
    if (user.late && body.endpoint.kind === 'read') throw new Refused(user.late);
    void reply.headers(this.rate.take(user.identity));
    const done = this.inFlight.take(account_id, body.size);
    const held = new HeldAnswers(this.inFlight, account_id);
    try {
      const { headers, text } = await this.responseTo(arrived, user, held).finally(done);
      const { bytes, headers: encoding } = await this.compression.encode(text, arrived.accepted);
      freeWhenTaken(reply.raw, bytes.length, this.inFlight.count(account_id, bytes.length));
      return { bytes, headers: { ...headers, ...encoding } };
    } finally {
      held.free();
    }
  }

  private async signedIn({ body, request_id, traceparent, deadline }: Arrived): Promise<SentBody> {
    const origin = { request_id, address: body.address, traceparent };
    const { headers, json } = await this.signIn.answer({ body, origin, deadline });
    return { headers, bytes: Buffer.from(json) };
  }

  private async responseTo(arrived: Arrived, user: Signer, held: HeldAnswers) {
    const { body, keyHeader, request_id, traceparent, deadline } = arrived;
    const { address, size } = body;
    const origin = { request_id, address, traceparent };
    const operation = operations.get(body.endpoint.path);
    if (!operation) {
      const read = await this.authenticator.readBatch(body, user);
      body.release();
      return this.batches.answer({ user, ...read, keyHeader, origin }, held);
    }
    const caller = this.authenticator.admit(user, operation);
    const value = await this.authenticator.read(body, user);
    body.release();
    const wait_ms = waitOf(operation, value);
    const request = { operation, user, caller, value, size, keyHeader, deadline, origin, wait_ms };
    const answer = await this.run.answer(request);
    held.hold(answer);
    return { headers: answer.headers, text: [answer.json] };
  }
}

/** A wrong value is refused when the fields are read. A batch has no wait: its requests share its time. */
function waitOf({ waits }: Operation, { wait }: Readonly<Record<string, unknown>>): number {
  const seconds = waits ? Number(wait) : 0;
  return seconds > 0 ? Math.min(seconds, MOST_WAIT_S) * 1_000 : 0;
}
