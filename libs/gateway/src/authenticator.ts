import { CredentialCache, mayUse, type Permission, SecretKeys, timestampFault, verifySignature } from '@stockbook/auth';
import {
  type Caller,
  type Fault,
  type Identity,
  identity,
  type Operation,
  ownCaller,
  Refused,
  resourceOf,
  type SealedSecret,
  secretOwner,
} from '@stockbook/contracts';
import { type Log, LOG, Services } from '@stockbook/service';
import { Inject, Injectable } from '@nestjs/common';
import { FailureLimit } from './rate-limit.js';

/** Short, so that a revoked secret is refused within five seconds even when the settings service is slow. */
const LOOKUP_MS = 2_000;

/** A body that was read strictly, and where in its bytes the signature stands. */
export interface SignedBody {
  readonly path: string;
  readonly bytes: Buffer;
  readonly value: Readonly<Record<string, unknown>>;
  readonly signatureAt: number;
  /** The client's network address. */
  readonly address: string;
}

/** A user as the cache keeps it. */
interface KnownUser {
  readonly identity: Identity;
  readonly permission: Permission;
  readonly secrets: readonly string[];
}

/** A user whose signature is genuine; `late` says why the request's timestamp is refused, if it is. */
export interface Signer extends KnownUser {
  readonly late?: Fault;
}

const REQUIRED = ['domain', 'api_key', 'auth_timestamp', 'auth_signature'] as const;

/** Finds out who sends a request, by the signature over its bytes. */
@Injectable()
export class Authenticator {
  private readonly users: CredentialCache<KnownUser>;
  private readonly failures = new FailureLimit();

  constructor(
    private readonly services: Services,
    private readonly keys: SecretKeys,
    @Inject(LOG) private readonly log: Log,
  ) {
    const changes = services.watch(identity.get.service);
    this.users = new CredentialCache(
      (domain, api_key) => this.load(domain, api_key),
      (user) => changes.since(user?.identity.account_id),
    );
  }

  /** The user behind the request; one text for an unknown account, an unknown user and a wrong signature. */
  async identify(body: SignedBody): Promise<Signer> {
    const { domain, api_key, auth_timestamp, auth_signature } = body.value;
    const missing = REQUIRED.filter((name) => body.value[name] === undefined || body.value[name] === '');
    const [first, ...others] = missing.map(
      (field) => ({ code: 'unauthenticated', field, message: `${field} is required.` }) as const,
    );
    if (first) throw new Refused(first, ...others);
    const named = typeof domain === 'string' && typeof api_key === 'string' && typeof auth_signature === 'string';
    const user = named ? await this.users.get(domain, api_key) : undefined;
    const genuine = verifySignature({ ...body, secrets: user?.secrets ?? [] });
    if (!user || !genuine) {
      this.failures.count(body.address, String(api_key));
      throw new Refused({
        code: 'unauthenticated',
        message: 'The domain, the api_key or the auth_signature is wrong.',
      });
    }
    const late = timestampFault(auth_timestamp, Date.now(), user.identity.clock_tolerance);
    return { ...user, ...(late && { late: { code: 'unauthenticated', field: 'auth_timestamp', message: late } }) };
  }

  /** The caller, if the account is enabled and the user's group may use the operation. */
  admit({ identity, permission }: KnownUser, operation: Operation): Caller {
    const path = resourceOf(operation);
    if (!identity.enabled) throw new Refused({ code: 'forbidden', message: 'The account is disabled.' });
    if (!mayUse(permission, path, operation.kind)) {
      const verb = operation.kind === 'read' ? 'access' : 'modify';
      throw new Refused({ code: 'forbidden', message: `The user may not ${verb} ${path}.` });
    }
    return {
      account_id: identity.account_id,
      user_id: identity.user_id,
      username: identity.username,
      zone: identity.zone,
      view_cost: permission.view_cost ?? false,
      channel_group_ids: permission.channel_groups ?? null,
      channel_ids: identity.channel_ids ?? null,
    };
  }

  private async load(domain: string, api_key: string): Promise<KnownUser | undefined> {
    const call = { caller: ownCaller(0), input: { domain, api_key }, deadline: Date.now() + LOOKUP_MS, request_id: '' };
    const { identity: found } = (await this.services.ask(identity.get, call)).output;
    if (!found) return undefined;
    const owner = secretOwner(found.account_id, found.user_id);
    return {
      identity: found,
      permission: permissionOf(found.permission),
      secrets: found.secrets.flatMap((secret) => this.open(secret, owner)),
    };
  }

  /** A secret that cannot be opened counts as none: the user's others, and their revocation, must not depend on it. */
  private open(secret: SealedSecret, owner: string): string[] {
    try {
      return [this.keys.open(secret, owner)];
    } catch (err) {
      this.log.error({ err, owner }, 'a secret cannot be opened');
      return [];
    }
  }
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The permission as the group's record holds it; what is missing there is not granted. */
const permissionOf = ({ access, modify, view_cost, channel_groups }: Record<string, unknown>): Permission => ({
  access: listOf(access),
  modify: listOf(modify),
  view_cost: view_cost === true,
  ...(Array.isArray(channel_groups) && { channel_groups: channel_groups.map(Number) }),
});
