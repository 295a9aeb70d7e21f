import {
  type Call,
  type Caller,
  deprecationText,
  fieldsOf,
  holdsCost,
  type Operation,
  readRequest,
  Refused,
  shortName,
  withoutCost,
} from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import { Authenticator, type Signer } from './authenticator.js';
import { ReferenceFaults } from './reference-faults.js';
import { clientKeyOf, internalKey, keyFaults } from './request-keys.js';
import { requireFields } from './rights.js';
import { StaleFields } from './stale-fields.js';
import { Stopping } from './stopping.js';

export interface Response {
  readonly headers: Readonly<Record<string, string>>;
  readonly json: string;
}

export interface Answer extends Response {
  /** A read, a dry run and a replay write nothing now. */
  readonly hasWritten: boolean;
}

export interface Origin {
  readonly request_id: string;
  readonly address: string;
  readonly traceparent: string | undefined;
}

export interface SignedRequest {
  readonly operation: Operation;
  readonly user: Signer;
  readonly caller: Caller;
  readonly value: Readonly<Record<string, unknown>>;
  /** The size of the body in bytes. */
  readonly size: number;
  readonly keyHeader: unknown;
  /** Without a key its signature is its key, also where the operation has none. */
  readonly isBatched?: boolean;
  /** Unix time in milliseconds. */
  readonly deadline: number;
  readonly origin: Origin;
  /** The longest time that the answer may wait for events, in milliseconds. A stop ends the wait. */
  readonly wait_ms?: number;
}

@Injectable()
export class OperationRun {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly services: Services,
    private readonly references: ReferenceFaults,
    private readonly stale: StaleFields,
    private readonly stopping: Stopping,
  ) {}

  async answer(request: SignedRequest): Promise<Answer> {
    const { operation, user, caller, value, size, keyHeader, isBatched = false, origin, wait_ms = 0 } = request;
    const deadline = request.deadline + wait_ms;
    const { late } = user;
    const given = readRequest(operation, value, caller);
    const { input, options } = given;
    const warnings = isBatched ? [...given.warnings, ...deprecation(operation)] : given.warnings;
    const revision = options.if_revision === undefined ? {} : { if_revision: options.if_revision };
    const call = { caller, input, deadline, operation: operation.path, ...origin, bytes: size };
    const faults = [...given.faults, ...(operation.kind === 'write' ? keyFaults(value, keyHeader) : [])];
    if (faults.length) {
      const found = late ? [] : await this.references.faultsBeside(user, operation, call, faults);
      Refused.ifAny([...faults, ...found]);
    }
    requireFields(user.permission, operation, input);
    const answerOf = (json: string, ...notes: string[]) =>
      noted(withWarnings(operation, shownTo(caller, operation, json), warnings), notes);
    const forward = (terms: Partial<Call>) => {
      const write: Call = { ...call, ...revision, ...terms };
      return this.services.forward(operation, write).catch(async (failure: unknown) => {
        throw await this.stale.withFields(user, operation, write, failure);
      });
    };
    if (operation.kind === 'read') {
      const answer = this.services.forward(operation, call);
      const { json } = await (wait_ms ? this.stopping.end(answer) : answer);
      if (wait_ms) await this.authenticator.admitStill(user, origin.address, operation, caller);
      return { headers: {}, json: answerOf(json), hasWritten: false };
    }
    const { path, replaysIdentical } = operation;
    const keyed = { path, replaysIdentical: replaysIdentical || isBatched };
    const clientKey = await clientKeyOf(keyed, value, keyHeader, caller.user_id);
    // A late write may be a replay of one that was done in time and whose answer was lost.
    if (late && (!clientKey || options.dry_run)) throw new Refused(late);
    if (options.dry_run) {
      // A dry run has no key: it shows the effect now, and is neither stored nor a replay.
      const { json } = await forward({ dry_run: true });
      return { headers: {}, json: answerOf(json, 'success', 'dry_run'), hasWritten: false };
    }
    const request_key = clientKey ?? internalKey(value);
    const answer = await forward({ request_key, expired: late });
    const isReplay = answer.replayed && clientKey !== undefined;
    const json = answerOf(answer.json, 'success', ...(isReplay ? ['replayed'] : []));
    return { headers: isReplay ? { 'idempotent-replayed': 'true' } : {}, json, hasWritten: !isReplay };
  }
}

/** The headers of an answer say it where the operation is called alone. */
const deprecation = (operation: Operation): string[] =>
  operation.deprecated ? [deprecationText(shortName(operation), operation.deprecated)] : [];

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
