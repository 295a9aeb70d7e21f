import { isOpen, noteAttempt, storedHealth } from './lane/breaker.js';
import type { Delivery, Result } from './delivery.js';
import type { Claimed } from './endpoint.js';
import { Lane } from './lane/lane.js';
import { retryAfterMs, retryDelay } from './retry.js';
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
  const endpointOf = (account_id: number, url: string) => ({ account_id, url }) as Claimed;
  const fill = (slots: Slots, endpoint: (n: number) => Claimed) => {
    let count = 0;
    while (slots.isFree(endpoint(count))) slots.take(endpoint(count++));
    return count;
  };

  it('are 16 to one host whoever sends there, 64 of one account, and 256 in all', () => {
    const host = (n: number) => `https://host-${n}.test/hook`;
    expect(fill(new Slots(), (n) => endpointOf(n, host(1)))).toBe(16);
    expect(fill(new Slots(), (n) => endpointOf(1, host(n)))).toBe(64);
    expect(fill(new Slots(), (n) => endpointOf(n, host(n)))).toBe(256);
  });

  it('give back their slots', () => {
    const slots = new Slots();
    const endpoint = endpointOf(1, 'https://host.test');
    const free = Array.from({ length: 16 }, () => slots.take(endpoint));
    expect(slots.isFree(endpoint)).toBe(false);
    free[0]!();
    expect([slots.isFree(endpoint), slots.inFlight]).toEqual([true, 15]);
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

describe('the deliveries of one endpoint', () => {
  const endpoint = {
    account_id: 1,
    webhook_id: 1,
    status: 'enabled',
    ordered: true,
    throttle_per_second: 0,
  } as Claimed;
  const laneOf = (fields: Partial<Claimed> = {}) => {
    const claimed: Claimed = { ...endpoint, ...storedHealth(health()), retries: [], ...fields };
    return new Lane(claimed, claimed);
  };
  const deliveryOf = (position: number, record_id: number, fields: Partial<Delivery> = {}) =>
    ({
      position,
      record_id,
      section: 'sale_order',
      state: 'pending',
      tries: 0,
      trigger: 'scheduled',
      bytes: 10,
      ...fields,
    }) as Delivery;
  const take = (lane: Lane) => lane.take(1)?.position;
  const done = (delivery: Delivery): Result => ({
    delivery,
    state: 'delivered',
    reason: '',
    tries: delivery.tries + 1,
  });
  const retried = (delivery: Delivery): Result => ({
    delivery,
    state: 'retrying',
    delay_ms: 1,
    tries: delivery.tries + 1,
  });

  it('go out one by one for a record, and side by side for several', () => {
    const lane = laneOf();
    const first = deliveryOf(1, 7);
    for (const each of [first, deliveryOf(2, 7), deliveryOf(3, 8)]) lane.add(each);
    expect([take(lane), take(lane), take(lane)]).toEqual([1, 3, undefined]);
    lane.complete(done(first));
    expect(take(lane)).toBe(2);
  });

  it('are held behind a retry of their record, and follow when it is over', () => {
    const lane = laneOf();
    const first = deliveryOf(1, 7);
    const second = deliveryOf(2, 7);
    for (const each of [first, second]) lane.add(each);
    take(lane);
    lane.complete(retried(first));
    lane.add(deliveryOf(3, 7));
    expect(lane.takeToHold().map(({ position }) => position)).toEqual([2, 3]);
    lane.forget(retried(first), false);
    const again = deliveryOf(1, 7, { state: 'retrying', tries: 1 });
    lane.add(again);
    expect(take(lane)).toBe(1);
    lane.complete(done(again));
    expect(lane.isReleasing(done(again))).toBe(true);
    lane.forget(done(again), true);
    expect([lane.cursor, lane.hasMore]).toEqual([1, true]);
    lane.add(second);
    expect(take(lane)).toBe(2);
  });

  it('are loaded again when earlier ones were released while a load was under way', () => {
    const lane = laneOf({ retries: [{ section: 'sale_order', record_id: 7, position: 1 }] });
    const first = deliveryOf(1, 7, { state: 'retrying', tries: 1 });
    lane.add(first);
    take(lane);
    const load = lane.beginLoad(1_000);
    lane.complete(done(first));
    lane.forget(done(first), true);
    // When it was read, the second one was held.
    lane.endLoad(load, [deliveryOf(3, 7)]);
    expect([take(lane), lane.cursor, lane.hasMore]).toEqual([undefined, 0, true]);
    lane.endLoad(lane.beginLoad(1_000), [deliveryOf(2, 7), deliveryOf(3, 7)]);
    expect([take(lane), take(lane)]).toEqual([2, undefined]);
  });

  it('are not sent again by a load that had begun before their results were written', () => {
    const lane = laneOf();
    const first = deliveryOf(1, 7);
    lane.add(first);
    take(lane);
    const load = lane.beginLoad(1_000);
    lane.complete(done(first));
    lane.forget(done(first), false);
    lane.endLoad(load, [first, deliveryOf(2, 7)]);
    expect([take(lane), take(lane)]).toEqual([2, undefined]);
  });

  it('are released by the third failure', () => {
    const lane = laneOf({ retries: [{ section: 'sale_order', record_id: 7, position: 1 }] });
    const third = deliveryOf(1, 7, { state: 'retrying', tries: 2 });
    lane.add(third);
    lane.complete(retried(third));
    expect(lane.isReleasing(retried(third))).toBe(true);
  });

  it('of an endpoint without order do not wait', () => {
    const lane = laneOf({ ordered: false });
    for (const position of [1, 2, 3]) lane.add(deliveryOf(position, 7));
    expect([take(lane), take(lane), take(lane)]).toEqual([1, 2, 3]);
  });

  it('are loaded again when the endpoint has changed, except those in flight', () => {
    const lane = laneOf();
    const first = deliveryOf(1, 7);
    for (const each of [first, deliveryOf(2, 7), deliveryOf(3, 8)]) lane.add(each);
    take(lane);
    lane.update({ ...endpoint, ordered: false });
    expect([take(lane), lane.cursor, lane.hasMore]).toEqual([undefined, 0, true]);
    lane.complete(retried(first));
    lane.endLoad(lane.beginLoad(1_000), [first, deliveryOf(2, 7), deliveryOf(3, 8)]);
    expect([take(lane), take(lane), take(lane)]).toEqual([2, 3, undefined]);
  });

  it('are loaded again when the endpoint has changed, also those that follow one that was not sent yet', () => {
    const lane = laneOf();
    const ofOneRecord = [deliveryOf(1, 7), deliveryOf(2, 7)];
    lane.endLoad(lane.beginLoad(1_000), ofOneRecord);
    lane.update(endpoint);
    lane.endLoad(lane.beginLoad(1_000), ofOneRecord);
    for (const each of ofOneRecord) {
      expect(take(lane)).toBe(each.position);
      lane.complete(done(each));
      lane.forget(done(each), false);
    }
    lane.endLoad(lane.beginLoad(1_000), []);
    expect(lane.isIdleSince(Infinity)).toBe(true);
  });

  it('are as many a second as the endpoint takes', () => {
    const lane = laneOf({ throttle_per_second: 2 });
    for (const position of [1, 2, 3, 4]) lane.add(deliveryOf(position, position));
    const taken = [10_000, 10_000, 10_000, 10_100, 10_500].map((now) => lane.take(now)?.position);
    expect(taken).toEqual([1, 2, undefined, undefined, 3]);
  });

  it('are loaded until their bodies fill the memory of the endpoint, and again when half of it is free', () => {
    const lane = laneOf();
    const large = [1, 2, 3].map((position) => deliveryOf(position, position, { bytes: 40 }));
    lane.endLoad(lane.beginLoad(100), large);
    expect([lane.hasMore, lane.isToLoad(100)]).toEqual([true, false]);
    for (const each of large.slice(0, 2)) lane.forget(done(each), false);
    expect(lane.isToLoad(100)).toBe(true);
    expect(lane.beginLoad(100)).toMatchObject({ room: 199, bytes: 60 });
  });

  it('are sent at once by an endpoint that is enabled again, as its breaker is closed', () => {
    const lane = laneOf({ open_for_ms: 60_000 });
    for (const status of ['disabled', 'enabled'] as const) lane.update({ ...endpoint, status });
    lane.add(deliveryOf(1, 7));
    expect(take(lane)).toBe(1);
  });

  it('are one at a time while the breaker is half-open', () => {
    const lane = laneOf({ open_for_ms: -1 });
    for (const position of [1, 2]) lane.add(deliveryOf(position, position));
    expect(take(lane)).toBe(1);
    lane.inFlight++;
    expect(take(lane)).toBeUndefined();
  });
});
