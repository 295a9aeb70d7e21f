import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Event } from '@stockbook/contracts';
import { eventually } from '@stockbook/testing/database';
import { describeKafka, testBrokers } from '@stockbook/testing/kafka';
import { Proofs } from '@stockbook/process';
import { trusted } from '@stockbook/testing/trust';
import { aggregateKey } from '../bus/event-bus.js';
import { BATCH_BYTES, BATCH_EVENTS } from '../bus/turns.js';
import { eventsOf, gate } from '../bus/event-bus.conformance.js';
import { KafkaCorner } from './kafka.fixture.js';
import { malformedOf } from './kafka-message.js';
import { malformedEvents } from './kafka-metrics.js';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const to = { group: 'stock', topics: ['order'] };
const idsOf = (events: readonly Event[]) => events.map(({ event_id }) => event_id).sort();

describeKafka('over Kafka', () => {
  let corner: KafkaCorner;
  beforeEach(async () => {
    corner = new KafkaCorner(testBrokers, 12);
    await corner.topics('order');
  });
  afterEach(() => corner.close());

  test('a key that fails holds up no other partition, and is tried without end', async () => {
    const [bus, applied] = [corner.bus(), new Set<string>()];
    let [isBroken, refusals, refused] = [true, 0, new Set<string>()];
    await bus.subscribe(to, async (batch) => {
      const keys = new Set(batch.map(aggregateKey));
      if (isBroken && batch.some(({ aggregate_id }) => aggregate_id === 0)) {
        refused = keys;
        throw new Error(`refusal ${++refusals}`);
      }
      for (const key of keys) applied.add(key);
    });
    await bus.publish(eventsOf('order', 96, 48));
    // Messages of other partitions are refused with it once at most.
    await eventually(() => applied.size + refused.size === 48 && refusals >= 3);
    expect(applied.size).toBeGreaterThan(30);
    expect(corner.said).toContain('refusal 1');
    isBroken = false;
    await eventually(() => applied.size === 48);
  });

  test('two members of a group share the events, and each key keeps its order', async () => {
    const seen: { member: number; event: Event }[] = [];
    for (const member of [1, 2]) {
      const bus = corner.bus();
      await bus.subscribe(to, async (batch) => void seen.push(...batch.map((event) => ({ member, event }))));
    }
    const events = eventsOf('order', 600, 60);
    await eventually(async () => {
      await corner.bus().publish(eventsOf('order', 60, 60));
      return new Set(seen.map(({ member }) => member)).size === 2;
    });
    seen.length = 0;
    await corner.bus().publish(events);
    await eventually(() =>
      events.every((event) => seen.some(({ event: { event_id } }) => event_id === event.event_id)),
    );
    for (const key of new Set(events.map(aggregateKey))) {
      const own = events.filter((event) => aggregateKey(event) === key);
      const ids = seen
        .map(({ event }) => event)
        .filter((event) => own.some((each) => each.event_id === event.event_id));
      expect(idsOf(ids)).toEqual(idsOf(own));
      expect(ids.map(({ sequence }) => sequence)).toEqual(own.map(({ sequence }) => sequence));
    }
  });

  test('a group that keeps a pace applies together what comes meanwhile', async () => {
    const batches: (readonly Event[])[] = [];
    const bus = corner.bus();
    await bus.subscribe({ ...to, pace_ms: 3_000 }, async (batch) => void batches.push(batch));
    const [first, ...later] = eventsOf('order', 6, 6);
    await bus.publish([first!]);
    await eventually(() => batches.length === 1);
    for (const event of later) await bus.publish([event]);
    await eventually(() => batches.length === 2);
    expect(batches.map(idsOf)).toEqual([[first!], later].map(idsOf));
  });

  test('a message of a stranger, or one that is no event, is kept and counted, and holds up no other', async () => {
    const [bus, applied] = [corner.bus(), [] as Event[]];
    const [good, other] = eventsOf('order', 2, 1);
    const bad = [
      'no JSON',
      '[]',
      '{}',
      { event_id: 'no-uuid' },
      { topic: 'item' },
      { account_id: 2 ** 31 },
      { payload: 1 },
    ];
    const producer = corner.client().producer();
    await producer.connect();
    const topic = `${corner.config.prefix}order`;
    const values = bad.map((each) => (typeof each === 'string' ? each : JSON.stringify({ ...good, ...each })));
    const key = aggregateKey(good!);
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    // Only a sender with the keys gets so far that its bytes are read.
    const proven = [...values, bytes, null].map((value) => {
      return { key, value, headers: { proof: trusted.proofs.of(topic, key, value?.toString() ?? '') } };
    });
    const event = JSON.stringify(good);
    const proof = new Proofs(new Map([['test', Buffer.alloc(32, 2)]])).of(topic, key, event);
    const elsewhere = trusted.proofs.of(`${topic}2`, key, event);
    const unproven = [{}, { proof }, { proof: elsewhere }].map((headers) => ({ key, value: event, headers }));
    await producer.send({ topic, messages: [...proven, ...unproven] });
    await producer.disconnect();
    await bus.publish([good!, other!]);
    const countOf = async () =>
      (await malformedEvents.get()).values.find(({ labels }) => labels.topic === 'order')?.value ?? 0;
    const counted = await countOf();
    const subscription = await bus.subscribe(to, async (batch) => void applied.push(...batch));
    await eventually(() => applied.length === 2);
    expect(applied).toEqual([good, other]);
    await eventually(async () => (await subscription.lag()) === 0);

    const kept: { value?: string; fault?: string }[] = [];
    const consumer = corner.client().consumer({ groupId: `${corner.config.prefix}reader`, maxWaitTimeInMs: 100 });
    await consumer.connect();
    await consumer.subscribe({ topics: [malformedOf(topic)], fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ message: { value, headers } }) =>
        void kept.push({ value: value?.toString(), fault: headers?.['fault']?.toString() }),
    });
    await eventually(() => kept.length === bad.length + 5);
    await consumer.disconnect();
    expect(kept.map(({ value }) => value)).toEqual([...values, bytes.toString(), undefined, event, event, event]);
    expect(kept.map(({ fault }) => fault)).toEqual([
      expect.stringMatching(/^it is not JSON/),
      'it is no JSON object',
      'its event_id is missing',
      'its event_id is "no-uuid"',
      'its topic is "item"',
      'its account_id is 2147483648',
      'its payload is 1',
      expect.stringMatching(/^it is not JSON/),
      expect.stringMatching(/^it is not JSON/),
      ...Array<string>(3).fill('no process of this system has sent it: it has no valid proof'),
    ]);
    expect(await countOf()).toBe(counted + kept.length);
    const reported = corner.said.split(`is no event, and kept in ${malformedOf(topic)}`).length - 1;
    expect(reported).toBe(1);
  });

  test('close waits for the batch in work, and its offset is committed: it does not come again', async () => {
    const [first, second, door, after] = [corner.bus(), corner.bus(), gate(), [] as Event[]];
    const events = eventsOf('order', BATCH_EVENTS + 10, 1);
    await first.subscribe(to, door.pass);
    await first.publish(events);
    await door.waiting;
    const closed = first.close();
    door.open();
    await closed;
    await second.subscribe(to, async (batch) => void after.push(...batch));
    await eventually(() => after.length >= 10);
    expect(after).toEqual(events.slice(BATCH_EVENTS));
  });

  test('a pause lets the batch in work finish, and hands out no other that the same fetch has brought', async () => {
    const [bus, door, handed] = [corner.bus(), gate(), [] as number[]];
    const events = eventsOf('order', 4 * BATCH_EVENTS, 48);
    await bus.publish(events);
    const subscription = await bus.subscribe(to, async (batch) => {
      handed.push(batch.length);
      await door.pass();
    });
    await door.waiting;
    subscription.pause();
    door.open();
    await eventually(async () => (await subscription.lag()) === events.length - handed[0]!);
    const witness: Event[] = [];
    await corner.bus().subscribe({ ...to, group: 'witness' }, async (batch) => void witness.push(...batch));
    await eventually(() => witness.length === events.length);
    expect(handed).toHaveLength(1);
    subscription.resume();
    await eventually(async () => (await subscription.lag()) === 0);
    expect(handed.reduce((sum, count) => sum + count)).toBe(events.length);
  });

  test("an event is applied once, and before older ones of its partition when it is its account's turn", async () => {
    const one = new KafkaCorner(undefined, 1);
    await one.topics('order');
    const [bus, batches] = [one.bus(), [] as string[]];
    const large = eventsOf('order', 3, 1).map((event) => ({ ...event, payload: { text: 'x'.repeat(BATCH_BYTES) } }));
    const small = eventsOf('order', 2, 1).map((event) => ({ ...event, account_id: 2 }));
    await bus.publish([...large, ...small]);
    const subscription = await bus.subscribe(to, async (batch) => {
      batches.push(batch.map(({ account_id, sequence }) => `${account_id}.${sequence}`).join(' '));
      // The delay exceeds a round, so the rest of the partition is fetched again.
      await delay(150);
    });
    await eventually(async () => (await subscription.lag()) === 0);
    expect(batches).toEqual(['1.1', '2.1 2.2', '1.2', '1.3']);
    await one.close();
  });

  test('takes batches and events beyond what a broker takes in one message', async () => {
    const [bus, applied] = [corner.bus(), [] as Event[]];
    await bus.subscribe(to, async (batch) => void applied.push(...batch));
    const fat = eventsOf('order', 60, 1).map((event, index) => ({
      ...event,
      payload: { text: 'x'.repeat(index === 7 ? 2_000_000 : 50_000) },
    }));
    await bus.publish(fat);
    await eventually(() => applied.length === fat.length);
    expect(applied).toEqual(fat);
  });

  test('reports a group that has work and makes no progress, until it does', async () => {
    const stalls: string[] = [];
    const bus = corner.bus({ stall_ms: 600, onStall: (group) => stalls.push(group) });
    const door = gate();
    await bus.subscribe(to, door.pass);
    await bus.publish(eventsOf('order', 1));
    await door.waiting;
    expect(bus.healthy()).toBe(true);
    await eventually(() => !bus.healthy());
    expect(stalls).toEqual(['stock']);
    door.open();
    await eventually(() => bus.healthy());
  });

  test('a group that does not get on stays unhealthy while it is closed', async () => {
    const bus = corner.bus({ stall_ms: 600 });
    const door = gate();
    await bus.subscribe(to, door.pass);
    await bus.publish(eventsOf('order', 1));
    await eventually(() => !bus.healthy());
    const closing = bus.close();
    expect(bus.healthy()).toBe(false);
    door.open();
    await closing;
  });

  test('another consumer takes over from one that was killed in a batch', async () => {
    execFileSync(process.execPath, [pathOf('../../../../tools/build.mjs')]);
    const child = fork(pathOf('./kafka-consumer.fixture.mjs'), [JSON.stringify({ config: corner.config, to })]);
    const bus = corner.bus();
    const [applied, events] = [[] as Event[], eventsOf('order', 50, 12)];
    await once(child, 'message');
    await bus.publish(events);
    await once(child, 'message');
    child.kill('SIGKILL');
    await bus.subscribe(to, async (batch) => void applied.push(...batch));
    await eventually(() => new Set(idsOf(applied)).size === events.length);
  });
});
