import type { Event } from '@stockbook/contracts';
import { succeeds } from '@stockbook/process';
import { eventually } from '@stockbook/testing/database';
import { v7 as uuidV7 } from 'uuid';
import { type EventBus, aggregateKey, type OnBatch, type Subscription } from './event-bus.js';
import { BATCH_BYTES, BATCH_EVENTS } from './turns.js';

/** Makes a bus that has these topics, all empty. */
export type MakeBus = (topics: readonly string[]) => Promise<EventBus>;

const eventOf = (topic: string, aggregate_id: number, sequence: number): Event => ({
  event_id: uuidV7(),
  account_id: 1,
  topic,
  name: `${topic}.changed`,
  version: 1,
  aggregate_id,
  sequence,
  created_at: new Date().toISOString(),
  payload: { sequence },
});

export const eventsOf = (topic: string, count: number, aggregates = 5): Event[] =>
  Array.from({ length: count }, (_, index) => eventOf(topic, index % aggregates, Math.floor(index / aggregates) + 1));

const KEYS = 60;

const eventIds = (events: readonly Event[]) => events.map(({ event_id }) => event_id).sort();

/** Applies each event once, as an inbox does. */
class Recorder {
  readonly applied: Event[] = [];
  readonly onBatch: OnBatch = async (batch) => {
    await this.before(batch);
    const known = new Set(eventIds(this.applied));
    this.applied.push(...batch.filter(({ event_id }) => !known.has(event_id)));
  };
  constructor(private readonly before: OnBatch = async () => undefined) {}

  has(count: number): Promise<void> {
    return eventually(() => this.applied.length >= count);
  }

  isInOrder(): boolean {
    const last = new Map<string, number>();
    return this.applied.every((event) => {
      const expected = (last.get(aggregateKey(event)) ?? 0) + 1;
      last.set(aggregateKey(event), expected);
      return event.sequence === expected;
    });
  }
}

export function gate() {
  let open = (): void => undefined;
  let reached = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const waiting = new Promise<void>((resolve) => (reached = resolve));
  return {
    open,
    waiting,
    pass: () => {
      reached();
      return opened;
    },
  };
}

/** Tests the rules of every event bus, whether `publish` waits for the consumers or for a broker. */
export function conformsToTheEventBus(makeBus: MakeBus): void {
  let bus: EventBus;
  let topic: string;
  let other: string;
  let group: string;
  beforeEach(async () => {
    const own = uuidV7();
    [topic, other, group] = [`one-${own}`, `other-${own}`, `group-${own}`];
    bus = await makeBus([topic, other]);
  });
  afterEach(() => bus.close());

  const subscribe = (recorder: Recorder, name = group, topics = [topic]): Promise<Subscription> =>
    bus.subscribe({ group: name, topics }, recorder.onBatch);

  /** Retries until the bus takes the events, as a relay does. */
  const deliver = (events: readonly Event[]): Promise<void> => eventually(() => succeeds(bus.publish(events)));

  test('brings every event of its topics to every group, unchanged', async () => {
    const [first, second, third] = [new Recorder(), new Recorder(), new Recorder()];
    await subscribe(first, `${group}-1`);
    await subscribe(second, `${group}-2`, [topic, other]);
    await subscribe(third, `${group}-3`, [other]);
    const traced = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const mine = eventsOf(topic, 3, 1).map((event, index) => (index === 1 ? { ...event, ...traced } : event));
    const others = eventsOf(other, 2, 1);
    await deliver([...mine, ...others]);
    await Promise.all([first.has(3), second.has(5), third.has(2)]);
    expect(first.applied).toEqual(mine);
    expect(eventIds(second.applied)).toEqual(eventIds([...mine, ...others]));
    expect(third.applied).toEqual(others);
  });

  test('takes events that nobody waits for', async () => {
    await bus.publish(eventsOf(topic, 3));
    await bus.publish([]);
  });

  test('keeps the order of each key, in batches of a bounded size, one of a key at a time', async () => {
    const sizes: number[] = [];
    const inWork = new Set<string>();
    const recorder = new Recorder(async (batch) => {
      sizes.push(batch.length);
      const keys = new Set(batch.map(aggregateKey));
      for (const key of keys) expect(inWork).not.toContain(key);
      for (const key of keys) inWork.add(key);
      await new Promise(setImmediate);
      for (const key of keys) inWork.delete(key);
    });
    await subscribe(recorder);
    const events = eventsOf(topic, 3 * BATCH_EVENTS + 7, 11);
    for (let from = 0; from < events.length; from += 300) await deliver(events.slice(from, from + 300));
    await recorder.has(events.length);
    expect(recorder.isInOrder()).toBe(true);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(BATCH_EVENTS);
  });

  test('brings a batch again that failed, before any later event of its keys', async () => {
    let faults = 2;
    const recorder = new Recorder(async (batch) => {
      if (batch.some(({ sequence }) => sequence === 50) && faults-- > 0) throw new Error('not now');
    });
    await subscribe(recorder);
    const events = eventsOf(topic, 2 * BATCH_EVENTS);
    await deliver(events);
    await recorder.has(events.length);
    expect(faults).toBeLessThan(0);
    expect(eventIds(recorder.applied)).toEqual(eventIds(events));
    expect(recorder.isInOrder()).toBe(true);
  });

  test('lets no group wait for one that fails or is slow', async () => {
    const door = gate();
    let isBroken = true;
    const [slow, healthy] = [new Recorder(door.pass), new Recorder()];
    const failing = new Recorder(async () => {
      if (isBroken) throw new Error('not now');
    });
    await subscribe(slow, `${group}-slow`);
    await subscribe(failing, `${group}-failing`);
    await subscribe(healthy, `${group}-healthy`);
    const events = eventsOf(topic, 7);
    const delivered = deliver(events);
    await healthy.has(7);
    await door.waiting;
    expect([slow.applied.length, failing.applied.length]).toEqual([0, 0]);
    isBroken = false;
    door.open();
    await Promise.all([delivered, slow.has(7), failing.has(7)]);
  });

  test('serves accounts in turn: a few large events of one do not hold up the other', async () => {
    const batches: number[][] = [];
    const recorder = new Recorder(async (batch) => void batches.push(batch.map(({ account_id }) => account_id)));
    const subscription = await subscribe(recorder);
    subscription.pause();
    const large = eventsOf(topic, 3, 1).map((event) => ({ ...event, payload: { text: 'x'.repeat(BATCH_BYTES) } }));
    // There are so many keys that each partition has some: one fetch of Kafka brings them with the large events beside
    // them.
    const small = eventsOf(topic, KEYS, KEYS).map((event) => ({ ...event, account_id: 2 }));
    const delivered = deliver([...large, ...small]);
    await eventually(async () => (await subscription.lag()) === 3 + KEYS);
    subscription.resume();
    await Promise.all([delivered, recorder.has(3 + KEYS)]);
    expect(batches.filter((accounts) => accounts.includes(1)).length).toBe(3);
    expect(batches.slice(0, 2).flat()).toContain(2);
    expect(recorder.isInOrder()).toBe(true);
  });

  test('lets no group change what another one gets', async () => {
    const door = gate();
    const [first, second] = [new Recorder(), new Recorder(door.pass)];
    await subscribe(first, `${group}-1`);
    await subscribe(second, `${group}-2`);
    const events = eventsOf(topic, 1);
    const delivered = deliver(events);
    await first.has(1);
    Reflect.set(first.applied[0]!.payload, 'sequence', 'spoilt');
    door.open();
    await Promise.all([delivered, second.has(1)]);
    expect(second.applied[0]!.payload).toEqual({ sequence: 1 });
    expect(events[0]!.payload).toEqual({ sequence: 1 });
  });

  test('hands a paused group nothing, counts what waits for it, and goes on after resume', async () => {
    const [paused, witness] = [new Recorder(), new Recorder()];
    const subscription = await subscribe(paused, `${group}-paused`);
    await subscribe(witness, `${group}-witness`);
    expect(await subscription.lag()).toBe(0);
    subscription.pause();
    const delivered = deliver(eventsOf(topic, 9));
    await witness.has(9);
    await eventually(async () => (await subscription.lag()) === 9);
    expect(paused.applied).toEqual([]);
    subscription.resume();
    await Promise.all([delivered, paused.has(9)]);
    await eventually(async () => (await subscription.lag()) === 0);
  });

  test('waits on close for the batch in work, and brings the rest when the group is back', async () => {
    const door = gate();
    const recorder = new Recorder(door.pass);
    const subscription = await subscribe(recorder);
    const events = eventsOf(topic, BATCH_EVENTS + 50);
    const delivered = deliver(events);
    await door.waiting;
    const closed = subscription.close().then(() => recorder.applied.length);
    door.open();
    const appliedAtClose = await closed;
    expect(appliedAtClose).toBeGreaterThan(0);
    expect(appliedAtClose).toBeLessThan(events.length);

    const witness = new Recorder();
    await subscribe(witness, `${group}-witness`);
    await witness.has(events.length);
    expect(recorder.applied).toHaveLength(appliedAtClose);

    await subscribe(recorder);
    await Promise.all([delivered, recorder.has(events.length)]);
    expect(recorder.isInOrder()).toBe(true);
  });

  test('keeps for a group what is published while it is away', async () => {
    const recorder = new Recorder();
    const subscription = await subscribe(recorder);
    await subscription.close();
    const delivered = deliver(eventsOf(topic, 4));
    await subscribe(recorder);
    await Promise.all([delivered, recorder.has(4)]);
  });

  test('once closed, has closed its subscriptions and refuses events', async () => {
    const door = gate();
    const recorder = new Recorder(door.pass);
    await subscribe(recorder);
    const delivered = bus.publish(eventsOf(topic, 3, 1)).catch(() => undefined);
    await door.waiting;
    const closed = bus.close().then(() => recorder.applied.length);
    door.open();
    expect(await closed).toBe(3);
    await delivered;
    await expect(bus.publish(eventsOf(topic, 1))).rejects.toThrow('closed');
  });
}
