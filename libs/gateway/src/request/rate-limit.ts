import { type Identity, Refused } from '@stockbook/contracts';
import { counter } from '@stockbook/process';
import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { networkOf } from './http-request.js';

const BURST = 200;
const OWN_SHARE = 0.1;
const FAILURES_PER_MINUTE = 30;
/** At most this many passwords and passkeys are tried, by all users together. */
const SIGN_INS_PER_MINUTE = 20;
/** An answer over the limit is delayed by this time. */
const HELD_BACK_MS = 2_000;
const MAX_BUCKETS = 20_000;
const MINUTE_MS = 60_000;

const limited = counter('stockbook_rate_limited_total', 'Requests over a limit', 'reason');
type Reason =
  | 'requests'
  | 'failed_authentications'
  | 'unsigned_requests'
  | 'unsigned_bytes'
  | 'unsigned_connections'
  | 'bytes_in_flight';

export const countLimited = (reason: Reason): void => limited.inc({ reason });

export type RateHeaders = Readonly<Record<string, string>>;

/** Token buckets by name, full at first; forgets the least recently used. */
class Buckets {
  private readonly buckets = new LRUCache<string, TokenBucket>({ max: MAX_BUCKETS });

  constructor(
    readonly size: number,
    readonly perMinute: number,
  ) {}

  /** Returns the milliseconds until the bucket has a token. */
  waitOf(name: string): number {
    return this.buckets.peek(name)?.getWaitTime(1) ?? 0;
  }

  of(name: string): TokenBucket {
    const known = this.buckets.get(name);
    if (known) return known;
    const bucket = new TokenBucket({ bucketSize: this.size, tokensPerInterval: this.perMinute, interval: MINUTE_MS });
    bucket.content = this.size;
    this.buckets.set(name, bucket);
    return bucket;
  }
}

/**
 * A burst of the account that refills at this rate; 0 is no limit. A share of it is each user's own, which the others
 * cannot use up. It is granted on credit, and the account's next tokens pay it back. Each gateway process counts by
 * itself.
 */
export class RateLimit {
  private readonly limits: { readonly accounts: Buckets; readonly users: Buckets; readonly policy: string } | undefined;

  constructor(private readonly perMinute: number) {
    if (!perMinute) return;
    const accounts = new Buckets(Math.min(BURST, perMinute), perMinute);
    const users = new Buckets(Math.ceil(accounts.size * OWN_SHARE), perMinute * OWN_SHARE);
    this.limits = { accounts, users, policy: `${policyOf('account', accounts)}, ${policyOf('user', users)}` };
  }

  /** A full burst is enough for any number of requests and the batch that holds them. */
  take({ account_id, user_id }: Pick<Identity, 'account_id' | 'user_id'>, requests = 1): RateHeaders {
    if (!this.limits) return {};
    const { accounts, users, policy } = this.limits;
    const [account, user] = [accounts.of(String(account_id)), users.of(String(user_id))];
    const tokens = requests > 1 ? Math.min(requests, accounts.size - 1) : requests;
    const isOwn = user.tryRemoveTokens(tokens);
    const isTaken = account.tryRemoveTokens(tokens) || (isOwn && onCredit(account, tokens));
    if (isTaken && tokens > users.size) user.content = 0;
    // The user may continue by the bucket that has more, while the account has credit.
    const isByOwn = account.content > -accounts.size && Math.floor(user.content) > Math.max(0, account.content);
    const [name, bucket, { size }] = isByOwn ? ['user', user, users] : ['account', account, accounts];
    const remaining = String(Math.max(0, Math.floor(bucket.content)));
    const reset = seconds(bucket.getWaitTime(size));
    const headers = {
      'x-ratelimit-limit': String(accounts.size),
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': reset,
      'ratelimit-policy': policy,
      ratelimit: `"${name}";r=${remaining};t=${reset}`,
    };
    if (isTaken) return headers;
    countLimited('requests');
    const message = `The account may send ${this.perMinute} requests a minute, and ${accounts.size} at once.`;
    // A user whose own token did not help waits until the account has paid back.
    const own_ms = isOwn || tokens > users.size ? Infinity : user.getWaitTime(tokens);
    const wait_ms = Math.min(account.getWaitTime(tokens), own_ms);
    throw new RateLimited(message, wait_ms, headers);
  }
}

/** Takes tokens that the account does not have yet, unless it owes a whole burst. */
function onCredit(account: TokenBucket, tokens: number): boolean {
  if (account.content <= -account.bucketSize) return false;
  account.content -= tokens;
  return true;
}

/** Writes a policy as draft-ietf-httpapi-ratelimit-headers-10 does: a number of requests in a number of seconds. */
const policyOf = (name: string, { size, perMinute }: Buckets): string =>
  `"${name}";q=${size};w=${seconds((size / perMinute) * MINUTE_MS)}`;

export class AddressRate {
  private readonly buckets: Buckets;

  constructor(private readonly perMinute: number) {
    this.buckets = new Buckets(perMinute, perMinute);
  }

  take(address: string): void {
    const bucket = this.buckets.of(nameOf(address));
    if (bucket.tryRemoveTokens(1)) return;
    countLimited('unsigned_requests');
    const message = `An address may send ${this.perMinute} requests of this kind without a signature a minute.`;
    throw new RateLimited(message, bucket.getWaitTime(1));
  }
}

export class SignInRate extends AddressRate {
  constructor() {
    super(SIGN_INS_PER_MINUTE);
  }
}

/** Beyond the limit answers are late, except to a right signature. */
export class FailureLimit {
  private readonly buckets = new Buckets(FAILURES_PER_MINUTE, FAILURES_PER_MINUTE);

  count(address: string, api_key?: string): void {
    const names = [nameOf(address)];
    if (api_key !== undefined) names.push(`user ${api_key.slice(0, 254).toLowerCase()}`);
    const empty = names.map((name) => this.buckets.of(name)).filter((bucket) => !bucket.tryRemoveTokens(1));
    if (!empty.length) return;
    countLimited('failed_authentications');
    throw tooManyFailures(Math.max(...empty.map((bucket) => bucket.getWaitTime(1))), HELD_BACK_MS);
  }

  refuseIfOver(address: string): void {
    const wait_ms = this.buckets.waitOf(nameOf(address));
    if (wait_ms) throw tooManyFailures(wait_ms);
  }
}

const nameOf = (address: string): string => `address ${networkOf(address)}`;

const tooManyFailures = (wait_ms: number, delay_ms?: number): RateLimited =>
  new RateLimited('Too many failed authentications.', wait_ms, {}, delay_ms);

export class RateLimited extends Refused {
  readonly headers: RateHeaders;

  constructor(
    message: string,
    wait_ms: number,
    headers: RateHeaders = {},
    readonly delay_ms = 0,
  ) {
    super({ code: 'rate_limited', message });
    // A token may come between the refusal and the question when it comes.
    this.headers = { ...headers, 'retry-after': seconds(Math.max(1, wait_ms)) };
  }
}

const seconds = (ms: number): string => String(Math.ceil(ms / 1000));
