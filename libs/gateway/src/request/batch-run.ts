import {
  batch,
  type Batch,
  type Batched,
  operations,
  readRequest,
  Refused,
  REQUEST_MS,
  type WriteOptions,
} from '@stockbook/contracts';
import { type Log, LOG, oneAfterTheOther, traceIdOf } from '@stockbook/process';
import { Inject, Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { failureOf } from './failure.js';
import { Authenticator, malformed, type ReadBatch, type Signer } from './authenticator.js';
import { crowded, type HeldAnswers } from './bytes-in-flight.js';
import { batchedPath } from './http-request.js';
import { tooLarge, unknownOperation } from './intake.js';
import { OperationRun, type Origin } from './operation-run.js';
import { type RateHeaders, RateLimit } from './rate-limit.js';
import { batchedProofs, keyFaults } from './request-keys.js';

/** As many requests run side by side as share a transaction. */
const SIDE_BY_SIDE = 16;
/** Requests whose turn comes later are not run. */
const BATCH_MS = 3 * REQUEST_MS;

export interface SignedBatch extends ReadBatch {
  readonly user: Signer;
  readonly keyHeader: unknown;
  readonly origin: Origin;
}

interface BatchResponse {
  readonly headers: RateHeaders;
  readonly text: readonly string[];
}

interface Outcome {
  readonly status: number;
  readonly json: string;
}

@Injectable()
export class BatchRun {
  /** Each request is read in a turn of the event loop of its own: immediates that wait together would run in one. */
  private readonly inTurn = oneAfterTheOther();

  constructor(
    private readonly authenticator: Authenticator,
    private readonly rate: RateLimit,
    private readonly run: OperationRun,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Answers the batch as JSON in pieces, one for each request; `held` keeps the bytes of the answers. */
  async answer(signed: SignedBatch, held: HeldAnswers): Promise<BatchResponse> {
    const { user, value, keyHeader } = signed;
    const given = readRequest(batch, value, { zone: user.identity.zone, view_cost: true });
    Refused.ifAny([...given.faults, ...keyFaults(value, keyHeader)]);
    const { requests, in_order = true } = given.input;
    // The batch itself has taken one token.
    const headers = requests.length > 1 ? this.rate.take(user.identity, requests.length - 1) : {};
    const outcomes = await this.outcomesOf(signed, { requests, in_order }, given.options, held);
    const members = outcomes.map(({ status, json }, i) => `${i ? ',' : ''}{"status":${status},"body":${json}}`);
    const warnings = given.warnings.length ? `,"warnings":${JSON.stringify(given.warnings)}` : '';
    return { headers, text: [`{"success":true${warnings},"responses":[`, ...members, ']}'] };
  }

  private async outcomesOf(
    signed: SignedBatch,
    { requests, in_order }: Required<Batch>,
    options: WriteOptions,
    held: HeldAnswers,
  ): Promise<readonly Outcome[]> {
    const end = Date.now() + BATCH_MS;
    const outcomes: Outcome[] = [];
    let next = 0;
    let hasFailed = false;
    const work = async () => {
      for (let i = next++; i < requests.length; i = next++) {
        await this.inTurn(() => setImmediate());
        // A write cannot be refused once it is done, so its answer needs room before it begins.
        const isStopped = (in_order && hasFailed) || held.isFull || Date.now() >= end;
        const outcome = isStopped
          ? notRun(signed.origin)
          : await this.outcomeOf(signed, requests[i]!, i, options, held);
        outcomes[i] = outcome;
        hasFailed ||= outcome.status >= 400;
      }
    };
    await Promise.all(Array.from({ length: in_order ? 1 : SIDE_BY_SIDE }, work));
    return outcomes;
  }

  private async outcomeOf(
    { user: signer, value, numberFaults, keyHeader, origin }: SignedBatch,
    { path, body }: Batched,
    index: number,
    options: WriteOptions,
    held: HeldAnswers,
  ): Promise<Outcome> {
    try {
      const name = batchedPath(path);
      const operation = operations.get(name);
      if (!operation) throw unknownOperation(`/${name}`);
      const size = Buffer.byteLength(JSON.stringify(body));
      if (size > operation.bodyLimit) throw tooLarge(operation.bodyLimit);
      const user = await this.authenticator.renew(signer, origin.address);
      if (user.late && operation.kind === 'read') throw new Refused(user.late);
      const caller = this.authenticator.admit(user, operation);
      const faults = numberFaults.get(index);
      if (faults) throw malformed(faults);
      const proofs = batchedProofs(value, keyHeader, index);
      const key = (body['idempotency_key'] ?? undefined) === undefined ? proofs.value : {};
      const terms = { ...(options.strict && { strict: true }), ...(options.dry_run && { dry_run: true }) };
      const answer = await this.run.answer({
        operation,
        user,
        caller,
        value: { ...body, ...key, ...terms, auth_signature: proofs.auth_signature },
        size,
        keyHeader: proofs.keyHeader,
        isBatched: true,
        deadline: Date.now() + REQUEST_MS,
        origin,
      });
      held.hold(answer);
      return { status: 200, json: answer.json };
    } catch (error) {
      if (error === crowded) return notRun(origin);
      if (!(error instanceof Refused)) {
        const { request_id, traceparent } = origin;
        this.log.error({ err: error, request_id, trace_id: traceIdOf(traceparent) }, 'request of a batch failed');
      }
      const { status, body: failure } = failureOf(error, origin.request_id);
      return { status, json: JSON.stringify(failure) };
    }
  }
}

function notRun({ request_id }: Origin): Outcome {
  const message = 'The request was not run: one before it failed, or the batch took too long or has too large answers.';
  const { status, body } = failureOf(new Refused({ code: 'not_run', message }), request_id);
  return { status, json: JSON.stringify(body) };
}
