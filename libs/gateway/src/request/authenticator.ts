import {
  authenticationFields,
  type Claim,
  claimFields,
  CredentialCache,
  parseStrictJson,
  type Permission,
  SecretKeys,
  signingSecret,
  timestampFault,
} from '@stockbook/auth';
import {
  type Caller,
  type Fault,
  type Identity,
  identity,
  type Operation,
  Refused,
  resourceOf,
  type SealedSecret,
  type SealedSession,
  secretOwner,
  type SigningIn,
} from '@stockbook/contracts';
import { type Log, LOG, oneAfterTheOther } from '@stockbook/process';
import { Services } from '@stockbook/rpc';
import { Inject, Injectable } from '@nestjs/common';
import type { BlockList } from 'node:net';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { RawBody } from './intake.js';
import { BatchedNumbers, numbersOf } from './large-numbers.js';
import { FailureLimit } from './rate-limit.js';
import { accessibleOf, concernsAll, requireRight } from './rights.js';
import { SMALL_BODY } from './unsigned-bodies.js';
import { UserActivity } from './user-activity.js';
import { networksOf, requireEntry } from './user-limits.js';

/** A revoked secret is refused within five seconds even when the settings service is slow. */
const LOOKUP_MS = 2_000;
/** A refusal takes this time, so that it does not reveal whether the user is known: an unknown one is looked up. */
const REFUSAL_MS = 50;

interface KnownSession {
  readonly session_id: number;
  readonly secret: string;
  readonly state: SealedSession['state'];
}

export interface KnownUser {
  readonly identity: Identity;
  readonly permission: Permission;
  readonly secrets: readonly string[];
  readonly sessions: ReadonlyMap<number, KnownSession>;
  readonly networks: BlockList | undefined;
}

/** `late` says why the timestamp is refused. */
export interface Signer extends KnownUser {
  readonly claim: Claim;
  readonly secret: string;
  /** Absent if a secret of the user has signed. */
  readonly session_id?: number;
  readonly late?: Fault;
}

export interface ReadBatch {
  readonly value: Readonly<Record<string, unknown>>;
  readonly numberFaults: ReadonlyMap<number, readonly string[]>;
}

@Injectable()
export class Authenticator {
  private readonly users: CredentialCache<KnownUser>;
  private readonly largeInTurn = oneAfterTheOther();

  constructor(
    private readonly services: Services,
    private readonly keys: SecretKeys,
    private readonly failures: FailureLimit,
    private readonly activity: UserActivity,
    @Inject(LOG) private readonly log: Log,
  ) {
    const changes = services.watch(identity.get.service);
    this.users = new CredentialCache(
      (domain, api_key) => this.load(domain, api_key),
      (user) => changes.since(user?.identity.account_id),
    );
  }

  /** Unknown account, unknown user and wrong signature get the same text. */
  async identify(body: RawBody): Promise<Signer> {
    const { claim } = body;
    const { api_key, auth_timestamp } = claim;
    if (authenticationFields.some((field) => isMissing(claim[field]))) throw this.refuseUnsigned(body);
    const refusable_at = performance.now() + REFUSAL_MS;
    const signed = await this.signerOf(body).catch(async (error: unknown) => {
      // An outage of Stockbook is no failure of the client.
      if (!isOutage(error)) this.failures.count(body.address, String(api_key));
      await delay(Math.max(0, refusable_at - performance.now()));
      throw error;
    });
    if (!body.endpoint.signedWith) this.activity.note(signed.identity, signed.session_id);
    const message = timestampFault(auth_timestamp, Date.now(), signed.identity.clock_tolerance);
    const signer = { ...signed, claim };
    return { ...signer, ...(message && { late: { code: 'unauthenticated', field: 'auth_timestamp', message } }) };
  }

  private async signerOf(body: RawBody): Promise<Omit<Signer, 'claim'>> {
    const { domain, api_key, auth_signature, auth_session, signatureAt } = body.claim;
    const named = typeof domain === 'string' && typeof api_key === 'string' && typeof auth_signature === 'string';
    const user = named ? await this.users.get(domain, api_key) : undefined;
    const { path, bytes, endpoint } = body;
    const session = auth_session === undefined ? undefined : user?.sessions.get(Number(auth_session));
    const secrets = auth_session === undefined ? user?.secrets : session && [session.secret];
    const request = { path, bytes, signatureAt, secrets: secrets ?? [] };
    const secret = await this.inTurn(body, () => signingSecret(request));
    // The secret of a link signs its enrolment and nothing else, that of a locked session its unlocking.
    const state = session?.state ?? 'open';
    const needed = endpoint.signedWith ?? 'open';
    const isMeant = needed === 'session' ? session?.state === 'open' : state === needed;
    if (!user || secret === undefined || !isMeant) throw wrongSignature();
    requireEntry(user.identity, user.networks, body.address);
    return { ...user, secret, ...(session && { session_id: session.session_id }) };
  }

  /** Finds a user who has not signed; returns undefined also for one who may not enter. */
  async find({ domain, api_key }: SigningIn, address: string): Promise<KnownUser | undefined> {
    const user = await this.users.get(domain, api_key);
    if (!user?.identity.enabled) return undefined;
    try {
      requireEntry(user.identity, user.networks, address);
      return user;
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  /** Refuses a body in which strict reading finds another claim than the one whose signature was checked. */
  async read(
    body: RawBody,
    { claim }: Signer,
    rule = numbersOf(body.endpoint),
  ): Promise<Readonly<Record<string, unknown>>> {
    const { bytes } = body;
    const json = await this.inTurn(body, () => parseStrictJson(readable(bytes), rule));
    // The value of a large body is judged in the next turn.
    if (bytes.length > SMALL_BODY) await setImmediate();
    if (json.faults) throw malformed(json.faults);
    const { value, signatureAt } = json;
    const isClaimed = claimFields.every((field) => value[field] === claim[field]);
    if (!isClaimed || signatureAt !== claim.signatureAt) throw wrongSignature();
    return value;
  }

  /** Reads a batch like any body. `numberFaults` has the faults of large numbers by the index of their request. */
  async readBatch(body: RawBody, signer: Signer): Promise<ReadBatch> {
    const numbers = new BatchedNumbers();
    const value = await this.read(body, signer, numbers.rule);
    if (!numbers.areMet) return { value, numberFaults: new Map() };
    return { value, numberFaults: await this.inTurn(body, () => numbers.faultsIn(readable(body.bytes), value)) };
  }

  admit({ identity, permission, session_id }: Signer, operation: Operation): Caller {
    const path = resourceOf(operation);
    const accessible = accessibleOf(permission, operation);
    if (!identity.enabled) throw new Refused({ code: 'forbidden', message: 'The account is disabled.' });
    if (!operation.isForEveryone) requireRight(permission, path, operation.needs?.kind ?? operation.kind);
    if (operation.concernsAll && permission.channel_groups) throw new Refused(concernsAll(operation));
    return {
      ...callerOf({ identity, permission }),
      ...(session_id !== undefined && { session_id }),
      ...(accessible && { accessible }),
    };
  }

  /** Refuses an answer that has waited, if its user has other rights by now, or its session is locked or has ended. */
  async admitStill(signer: Signer, address: string, operation: Operation, caller: Caller): Promise<void> {
    const known = await this.knownStill(signer, address);
    const isAdmitted = known && isDeepStrictEqual(this.admit(known, operation), caller);
    if (!isAdmitted) throw new Refused(changedRights);
  }

  /** Returns the signer with the rights that it has by now; refuses one whose requests are not accepted any more. */
  async renew(signer: Signer, address: string): Promise<Signer> {
    const known = await this.knownStill(signer, address);
    if (!known) throw wrongSignature();
    return known;
  }

  private async knownStill(signer: Signer, address: string): Promise<Signer | undefined> {
    const { claim, secret, session_id } = signer;
    const user = await this.users.get(String(claim.domain), String(claim.api_key));
    const isLive =
      session_id === undefined ? user?.secrets.includes(secret) : user?.sessions.get(session_id)?.state === 'open';
    if (!user || !isLive) return undefined;
    requireEntry(user.identity, user.networks, address);
    return { ...signer, ...user };
  }

  /** Works through large bodies one after the other, each in a turn of the event loop, so that other requests go on. */
  private inTurn<T>({ bytes }: RawBody, work: () => T | Promise<T>): T | Promise<T> {
    return bytes.length > SMALL_BODY ? this.largeInTurn(() => setImmediate().then(work)) : work();
  }

  private refuseUnsigned({ bytes, address, endpoint, claim }: RawBody): Refused {
    this.failures.count(address);
    const { faults } = bytes.length > SMALL_BODY ? {} : parseStrictJson(bytes, numbersOf(endpoint));
    if (faults) return malformed(faults);
    const missing = authenticationFields.filter((field) => isMissing(claim[field]));
    return refusedFor(missing.map((field) => ({ code: 'unauthenticated', field, message: `${field} is required.` })));
  }

  private async load(domain: string, api_key: string): Promise<KnownUser | undefined> {
    const { output } = await this.services.askFor(0, identity.get, { domain, api_key }, LOOKUP_MS);
    const { identity: found } = output;
    if (!found) return undefined;
    const owner = secretOwner(found.account_id, found.user_id);
    return {
      identity: found,
      permission: permissionOf(found.permission),
      networks: networksOf(found),
      secrets: found.secrets.flatMap((secret) => this.open(secret, owner)),
      sessions: new Map((found.sessions ?? []).flatMap((session) => this.opened(session, owner))),
    };
  }

  private opened(session: SealedSession, owner: string): [number, KnownSession][] {
    const { session_id, state } = session;
    return this.open(session, owner).map((secret) => [session_id, { session_id, secret, state }]);
  }

  /** A secret that cannot be opened counts as none: the user's other secrets and revocation must not depend on it. */
  private open(secret: SealedSecret, owner: string): string[] {
    try {
      return [this.keys.open(secret, owner)];
    } catch (err) {
      this.log.error({ err, owner }, 'a secret cannot be opened');
      return [];
    }
  }
}

export const callerOf = ({ identity, permission }: Pick<KnownUser, 'identity' | 'permission'>): Caller => ({
  account_id: identity.account_id,
  user_id: identity.user_id,
  username: identity.username,
  zone: identity.zone,
  view_cost: permission.view_cost ?? false,
  channel_group_ids: permission.channel_groups ?? null,
  channel_ids: identity.channel_ids ?? null,
});

/** V8 reads bytes of a resizable ArrayBuffer at half the speed. */
const readable = (bytes: Buffer): Buffer => (bytes.length > SMALL_BODY ? Buffer.from(bytes) : bytes);

const isMissing = (value: unknown): boolean => value === undefined || value === '';

const isOutage = (error: unknown): boolean =>
  error instanceof Refused && error.faults.some(({ code }) => code === 'unavailable' || code === 'timeout');

const changedRights: Fault = {
  code: 'unavailable',
  message: 'The rights of the user have changed while the request waited; the same request can be repeated safely.',
};

const wrongSignature = (): Refused =>
  new Refused({ code: 'unauthenticated', message: 'The domain, the api_key or the auth_signature is wrong.' });

export const malformed = (faults: readonly string[]): Refused =>
  refusedFor(faults.map((message) => ({ code: 'malformed', message })));

export function refusedFor([first, ...others]: readonly Fault[]): Refused {
  if (!first) throw new Error('A request was refused without a reason.');
  return new Refused(first, ...others);
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Rights that are missing in the record are not granted. */
const permissionOf = ({ access, modify, view_cost, channel_groups }: Record<string, unknown>): Permission => ({
  access: textsOf(access),
  modify: textsOf(modify),
  view_cost: view_cost === true,
  ...(Array.isArray(channel_groups) && { channel_groups: channel_groups.map(Number) }),
});
