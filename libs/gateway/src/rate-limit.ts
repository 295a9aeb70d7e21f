import { Refused } from '@stockbook/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const BURST = 200;
const FAILURES_PER_MINUTE = 30;

/** Tells a client how much of its rate is left. */
export type RateHeaders = Readonly<Record<string, string>>;

/**
 * How often an account may ask: a burst at most, and as many a minute as told; 0 is no limit. Counted in this process, so
 * each gateway grants the rate anew.
 */
export class RateLimit {
  private readonly limiter: RateLimiterMemory | undefined;

  constructor(private readonly perMinute: number) {
    const points = Math.min(BURST, perMinute);
    if (perMinute) this.limiter = new RateLimiterMemory({ points, duration: (points * 60) / perMinute });
  }

  async take(account_id: number): Promise<RateHeaders> {
    if (!this.limiter) return {};
    const taken = await taking(this.limiter, String(account_id));
    const headers = {
      'x-ratelimit-limit': String(this.perMinute),
      'x-ratelimit-remaining': String(taken.remainingPoints),
      'x-ratelimit-reset': String(Math.ceil(taken.msBeforeNext / 1000)),
    };
    if (!taken.refused) return headers;
    const message = `The account sends more than ${this.perMinute} requests a minute.`;
    throw new RateLimited(message, { ...headers, 'retry-after': headers['x-ratelimit-reset'] });
  }
}

/** Slows down whoever guesses: failed authentications count by address and by api_key. A right signature is never held up. */
export class FailureLimit {
  private readonly limiter = new RateLimiterMemory({ points: FAILURES_PER_MINUTE, duration: 60 });

  async count(address: string, api_key: string): Promise<void> {
    const keys = [`address ${address}`, `user ${api_key.slice(0, 254).toLowerCase()}`];
    const taken = await Promise.all(keys.map((key) => taking(this.limiter, key)));
    const wait_ms = Math.max(...taken.filter(({ refused }) => refused).map(({ msBeforeNext }) => msBeforeNext));
    if (wait_ms < 0) return;
    throw new RateLimited('Too many failed authentications.', { 'retry-after': String(Math.ceil(wait_ms / 1000)) });
  }
}

/** A refusal that says when to come again. */
export class RateLimited extends Refused {
  constructor(
    message: string,
    readonly headers: RateHeaders,
  ) {
    super({ code: 'rate_limited', message });
  }
}

async function taking(limiter: RateLimiterMemory, key: string) {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return { remainingPoints, msBeforeNext, refused: false };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { remainingPoints: 0, msBeforeNext: refused.msBeforeNext, refused: true };
  }
}
