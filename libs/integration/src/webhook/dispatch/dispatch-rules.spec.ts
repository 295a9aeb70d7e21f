import { isOpen, noteAttempt } from './lane/breaker.js';
import type { Delivery, Result } from './lane/delivery.js';
import type { Claimed } from './lane/endpoint.js';
import { retryAfterMs, retryDelay } from './lane/retry.js';
import { Slots } from './lane/slots.js';
import { statusAfter } from './status-after.js';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const failed = (fields: Partial<Parameters<typeof retryDelay>[1]> = {}) =>
  ({ status: 500, failure: 'status_5xx', retry_after: '', ...fields }) as const;

describe('the pause after a failed attempt', () => {
  it('grows from 5 seconds to a day, with a jitter of a fifth, and ends with the tenth attempt', () => {
    const steps = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
    for (const [index, step] of steps.entries()) {
      const pause = retryDelay(index + 1, failed()) ?? 0;
      expect(pause).toBeGreaterThanOrEqual(step);
      expect(pause).toBeLessThanOrEqual(step * 1.2);
    }
    expect(retryDelay(10, failed())).toBeUndefined();
  });

  it.each([
    ['99999999', 1, HOUR],
    ['31536000', 4, 4 * HOUR],
    ['1', 1, 5 * SECOND],
    ['20.5', 1, 20.5 * SECOND],
    ['soon', 1, 5 * SECOND],
  ])('follows Retry-After %s after attempt %i, within limits', (retry_after, tries, expected) => {
    const pause = retryDelay(tries, failed({ retry_after })) ?? 0;
    expect(pause).toBeGreaterThanOrEqual(expected);
    expect(pause).toBeLessThanOrEqual(expected * 1.2);
  });

  it('is never longer by Retry-After than an hour, or twice the planned one', () => {
    const pauses = (tries: number) =>
      Array.from({ length: 20 }, () => retryDelay(tries, failed({ retry_after: '99999999' })) ?? 0);
    expect(Math.max(...pauses(1))).toBe(HOUR);
    expect(Math.max(...pauses(4))).toBe(4 * HOUR);
  });

  it('reads an HTTP date', () =>
    expect(retryAfterMs('Thu, 01 Jan 2026 00:01:00 GMT', Date.parse('2026-01-01T00:00:00Z'))).toBe(MINUTE));

  it.each([{ status: 429 }, { status: 502 }, { status: 504 }, { status: 0, failure: 'timeout' } as const])(
    'is a minute at least after %j',
    (outcome) => expect(retryDelay(1, failed(outcome))).toBeGreaterThanOrEqual(MINUTE),
  );
});

const health = () => ({
  failures: 0,
  window_start: new Date(0),
  window_attempts: 0,
  window_failures: 0,
  open_until: null as Date | null,
  open_s: 0,
});

describe('the breaker', () => {
  it('opens after ten failures in a row, probes after 30 s, doubles up to 5 minutes, and closes by a success', () => {
    const known = health();
    let now = 1_000;
    for (let n = 1; n < 10; n++) expect(noteAttempt(known, false, new Date(now))).toBe(false);
    const pauses: number[] = [];
    for (let n = 0; n < 5; n++) {
      expect(noteAttempt(known, false, new Date(now))).toBe(true);
      pauses.push((known.open_until!.getTime() - now) / SECOND);
      expect(isOpen(known, new Date(now))).toBe(true);
      now = known.open_until!.getTime() + 1;
    }
    for (const [index, least] of [30, 60, 120, 240, 300].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(least);
      expect(pauses[index]).toBeLessThanOrEqual(least * 1.2);
    }
    noteAttempt(known, true, new Date(now));
    expect([isOpen(known, new Date(now)), known.open_s, known.failures]).toEqual([false, 0, 0]);
  });

  it('opens when 70 % of at least ten attempts in five minutes have failed, and not at 60 %', () => {
    const attempts = (pattern: string) => {
      const known = health();
      for (const each of pattern) noteAttempt(known, each === '+', new Date(1_000));
      return known.open_until !== null;
    };
    expect(attempts('+--+---+--')).toBe(true);
    expect(attempts('+-+-+--+--')).toBe(false);
    expect(attempts('--+--')).toBe(false);
  });
});

describe('the requests in flight', () => {
  const endpointOf = (account_id: number, webhook_id: number, url: string) =>
    ({ account_id, webhook_id, url }) as Claimed;
  const host = (n: number) => `https://host-${n}.test/hook`;
  const fill = (slots: Slots, endpoint: (n: number) => Claimed) => {
    let count = 0;
    while (slots.isFree(endpoint(count))) slots.take(endpoint(count++));
    return count;
  };

  it('are 32 to one host whoever sends there, 64 of one account, and 256 in all', () => {
    expect(fill(new Slots(), (n) => endpointOf(n, n, host(1)))).toBe(32);
    expect(fill(new Slots(), (n) => endpointOf(n, n, `https://host.test${n % 2 ? '.' : ''}/hook`))).toBe(32);
    expect(fill(new Slots(), (n) => endpointOf(1, n, host(n)))).toBe(64);
    expect(fill(new Slots(), (n) => endpointOf(n, n, host(n)))).toBe(256);
  });

  it('of one endpoint leave as many slots of its host to others', () => {
    const slots = new Slots();
    const counts = [1, 2, 3, 4, 5, 6].map((webhook_id) => fill(slots, () => endpointOf(1, webhook_id, host(1))));
    expect(counts).toEqual([8, 4, 2, 1, 1, 0]);
  });

  it('give back their slots', () => {
    const slots = new Slots();
    const endpoint = endpointOf(1, 1, host(1));
    const free = Array.from({ length: 8 }, () => slots.take(endpoint));
    expect(slots.isFree(endpoint)).toBe(false);
    free[0]!();
    expect([slots.isFree(endpoint), slots.inFlight]).toEqual([true, 7]);
  });
});

describe('the status of an endpoint', () => {
  const delivery = { trigger: 'scheduled' } as Delivery;
  const exhausted: Result = { delivery, state: 'exhausted', reason: 'timeout', tries: 10 };
  const delivered: Result = { delivery, state: 'delivered', reason: '', tries: 1 };
  const healthy = { isOpen: false, isDead: false };

  it('is failing from the first exhausted delivery on or while the breaker is open, and recovers by a success', () => {
    expect(statusAfter('enabled', [exhausted], healthy)).toMatchObject({ change: 'failing' });
    expect(statusAfter('enabled', [], { ...healthy, isOpen: true })).toMatchObject({ change: 'failing' });
    expect(statusAfter('failing', [exhausted, delivered], { ...healthy, isDead: true })).toMatchObject({
      change: 'recovered',
    });
  });

  it('is disabled by a 410 at once', () => {
    const attempt = { failure: 'gone' } as Result['attempt'];
    const gone: Result = { delivery, attempt, state: 'retrying', delay_ms: 1, tries: 1 };
    expect(statusAfter('enabled', [gone], healthy)).toMatchObject({ change: 'disabled', reason: 'gone' });
  });
});
