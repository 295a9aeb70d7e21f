import type { Delivery, Result } from './delivery.js';
import type { Claimed } from './endpoint.js';
import { Lane } from './lane.js';

describe('the deliveries of one endpoint', () => {
  const endpoint = {
    account_id: 1,
    webhook_id: 1,
    status: 'enabled',
    ordered: true,
    throttle_per_second: 0,
    retries: [] as Claimed['retries'],
    window_age_ms: 0,
    open_for_ms: null,
  } as Claimed;
  const laneOf = (fields: Partial<Claimed> = {}) => {
    return new Lane({ ...endpoint, ...fields });
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

  const cancelled = (delivery: Delivery): Result => ({ delivery, state: 'cancelled', reason: '', tries: 0 });

  it('go out one by one for a record, and side by side for several', () => {
    const lane = laneOf();
    const first = deliveryOf(1, 7);
    for (const each of [first, deliveryOf(2, 7), deliveryOf(3, 8)]) lane.queue.add(each);
    expect([take(lane), take(lane), take(lane)]).toEqual([1, 3, undefined]);
    lane.complete(done(first));
    expect(take(lane)).toBe(2);
  });

  it('are held behind a retry of their record, and follow when it is over', () => {
    const lane = laneOf();
    const first = deliveryOf(1, 7);
    const second = deliveryOf(2, 7);
    for (const each of [first, second]) lane.queue.add(each);
    take(lane);
    lane.complete(retried(first));
    lane.queue.add(deliveryOf(3, 7));
    expect(lane.queue.takeToHold().map(({ position }) => position)).toEqual([2, 3]);
    lane.forget(retried(first), false);
    const again = deliveryOf(1, 7, { state: 'retrying', tries: 1 });
    lane.queue.add(again);
    expect(take(lane)).toBe(1);
    lane.complete(done(again));
    expect(lane.queue.isReleasing(done(again))).toBe(true);
    lane.forget(done(again), true);
    expect(lane.queue.progress).toMatchObject({ cursor: 1, hasMore: true });
    lane.queue.add(second);
    expect(take(lane)).toBe(2);
  });

  it('are loaded again when earlier ones were released while a load was under way', () => {
    const lane = laneOf({ retries: [{ section: 'sale_order', record_id: 7, position: 1 }] });
    const first = deliveryOf(1, 7, { state: 'retrying', tries: 1 });
    lane.queue.add(first);
    take(lane);
    const load = lane.queue.beginLoad(1_000);
    lane.complete(done(first));
    lane.forget(done(first), true);
    // At the time of the load, the second delivery was held.
    lane.queue.endLoad(load, [deliveryOf(3, 7)]);
    expect(take(lane)).toBeUndefined();
    expect(lane.queue.progress).toMatchObject({ cursor: 0, hasMore: true });
    lane.queue.endLoad(lane.queue.beginLoad(1_000), [deliveryOf(2, 7), deliveryOf(3, 7)]);
    expect([take(lane), take(lane)]).toEqual([2, undefined]);
  });

  it('are not sent again by a load that had begun before their results were written', () => {
    const lane = laneOf();
    const first = deliveryOf(1, 7);
    lane.queue.add(first);
    take(lane);
    const load = lane.queue.beginLoad(1_000);
    lane.complete(done(first));
    lane.forget(done(first), false);
    lane.queue.endLoad(load, [first, deliveryOf(2, 7)]);
    expect([take(lane), take(lane)]).toEqual([2, undefined]);
  });

  it('are released by the third failure', () => {
    const lane = laneOf({ retries: [{ section: 'sale_order', record_id: 7, position: 1 }] });
    const third = deliveryOf(1, 7, { state: 'retrying', tries: 2 });
    lane.queue.add(third);
    lane.complete(retried(third));
    expect(lane.queue.isReleasing(retried(third))).toBe(true);
  });

  it('of an endpoint without order do not wait', () => {
    const lane = laneOf({ ordered: false });
    for (const position of [1, 2, 3]) lane.queue.add(deliveryOf(position, 7));
    expect([take(lane), take(lane), take(lane)]).toEqual([1, 2, 3]);
  });

  it('are loaded again when the endpoint has changed, except those in flight', () => {
    const lane = laneOf();
    const first = deliveryOf(1, 7);
    for (const each of [first, deliveryOf(2, 7), deliveryOf(3, 8)]) lane.queue.add(each);
    take(lane);
    lane.update({ ...endpoint, ordered: false });
    expect(take(lane)).toBeUndefined();
    expect(lane.queue.progress).toMatchObject({ cursor: 0, hasMore: true });
    lane.complete(retried(first));
    lane.queue.endLoad(lane.queue.beginLoad(1_000), [first, deliveryOf(2, 7), deliveryOf(3, 8)]);
    expect([take(lane), take(lane), take(lane)]).toEqual([2, 3, undefined]);
  });

  it('are loaded again when the endpoint has changed, also those that follow one that was not sent yet', () => {
    const lane = laneOf();
    const ofOneRecord = [deliveryOf(1, 7), deliveryOf(2, 7)];
    lane.queue.endLoad(lane.queue.beginLoad(1_000), ofOneRecord);
    lane.update(endpoint);
    lane.queue.endLoad(lane.queue.beginLoad(1_000), ofOneRecord);
    for (const each of ofOneRecord) {
      expect(take(lane)).toBe(each.position);
      lane.complete(done(each));
      lane.forget(done(each), false);
    }
    lane.queue.endLoad(lane.queue.beginLoad(1_000), []);
    expect(lane.isIdleSince(Infinity)).toBe(true);
  });

  it('are as many a second as the endpoint takes', () => {
    const lane = laneOf({ throttle_per_second: 2 });
    for (const position of [1, 2, 3, 4]) lane.queue.add(deliveryOf(position, position));
    const taken = [10_000, 10_000, 10_000, 10_100, 10_500].map((now) => lane.take(now)?.position);
    expect(taken).toEqual([1, 2, undefined, undefined, 3]);
  });

  it('are loaded until their bodies fill the memory of the endpoint, and again when half of it is free', () => {
    const lane = laneOf();
    const large = [1, 2, 3].map((position) => deliveryOf(position, position, { bytes: 40 }));
    lane.queue.endLoad(lane.queue.beginLoad(100), large);
    expect([lane.queue.progress.hasMore, lane.isToLoad(100)]).toEqual([true, false]);
    for (const each of large.slice(0, 2)) lane.forget(done(each), false);
    expect(lane.isToLoad(100)).toBe(true);
    expect(lane.queue.beginLoad(100)).toMatchObject({ room: 199, bytes: 60 });
  });

  it('are sent at once by an endpoint that is enabled again, as its breaker is closed', () => {
    const lane = laneOf({ open_for_ms: 60_000 });
    for (const status of ['disabled', 'enabled'] as const) lane.update({ ...endpoint, status });
    lane.queue.add(deliveryOf(1, 7));
    expect(take(lane)).toBe(1);
  });

  it('are one at a time while the breaker is half-open', () => {
    const lane = laneOf({ open_for_ms: -1 });
    for (const position of [1, 2]) lane.queue.add(deliveryOf(position, position));
    expect(take(lane)).toBe(1);
    expect(take(lane)).toBeUndefined();
  });

  it('are four at a time at first, one more after each success up to eight, and half as many after a failure', () => {
    const lane = laneOf();
    const sent: Delivery[] = [];
    for (let position = 1; position <= 50; position++) lane.queue.add(deliveryOf(position, position));
    const inFlight = () => {
      for (let next = lane.take(1); next; next = lane.take(1)) sent.push(next);
      return sent.length;
    };
    const end = (result: (delivery: Delivery) => Result) => lane.complete(result(sent.shift()!));
    const counts = [inFlight()];
    for (let n = 0; n < 6; n++) {
      end(done);
      counts.push(inFlight());
    }
    expect(counts).toEqual([4, 5, 6, 7, 8, 8, 8]);
    end(retried);
    while (sent.length > 3) end(cancelled);
    expect(inFlight()).toBe(4);
    while (sent.length) end(retried);
    expect(inFlight()).toBe(1);
  });

  it('of many records are loaded though one has more than memory keeps, and its next are read in turn', () => {
    const lane = laneOf();
    const busy = Array.from({ length: 50 }, (_, n) => deliveryOf(n + 1, 7));
    const loadAll = (upTo: number) => {
      const load = lane.queue.beginLoad(1_000_000);
      const next = load.next.flatMap(({ position }) =>
        busy.filter((each) => each.position >= position && each.position <= load.cursor).slice(0, 10),
      );
      lane.queue.endLoad(
        load,
        busy.concat(deliveryOf(51, 8)).filter(({ position }) => position > load.cursor && position <= upTo),
        next,
      );
    };
    loadAll(50);
    expect(lane.isToLoad(1_000_000)).toBe(false);
    lane.queue.expectMore();
    expect(lane.isToLoad(1_000_000)).toBe(true);
    loadAll(51);
    expect([take(lane), take(lane)]).toEqual([1, 51]);
    for (const each of busy) {
      lane.complete(done(each));
      lane.forget(done(each), false);
      if (lane.isToLoad(1_000_000)) loadAll(51);
      expect(take(lane)).toBe(busy[each.position]?.position);
    }
  });
});
