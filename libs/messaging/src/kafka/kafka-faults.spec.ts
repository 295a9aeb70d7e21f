import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '@stockbook/contracts';
import { eventually } from '@stockbook/testing/database';
import { describeOwnKafka, type RunningKafka, startKafka } from '@stockbook/testing/kafka';
import { eventsOf } from '../bus/event-bus.conformance.js';
import { KafkaCorner } from './kafka.fixture.js';

const to = { group: 'stock', topics: ['order'] };
const idsOf = (events: readonly Event[]) => new Set(events.map(({ event_id }) => event_id));

/** Returns the signal of an own deadline, as a relay has one. */
function within(limit_ms: number): AbortSignal {
  const deadline = new AbortController();
  setTimeout(() => deadline.abort(new Error('too late')), limit_ms).unref();
  return deadline.signal;
}

/** SIGSTOP reaches the threads of a process one after the other; only Linux shows when it has reached all. */
async function halt(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  if (process.platform !== 'linux') return;
  const isStopped = async (thread: string) =>
    (await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')).includes(') T ');
  await eventually(async () => (await Promise.all((await readdir(`/proc/${pid}/task`)).map(isStopped))).every(Boolean));
}

describeOwnKafka('a broker that fails', () => {
  let directory: string;
  let kafka: RunningKafka;
  let corner: KafkaCorner;
  const start = (port?: number) => startKafka({ directory, report: () => undefined, port });
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stockbook-kafka-'));
    kafka = await start();
  });
  afterAll(async () => {
    await kafka.stop();
    await rm(directory, { recursive: true });
  });
  beforeEach(async () => {
    corner = new KafkaCorner(kafka.brokers);
    await corner.topics('order');
  });
  afterEach(() => corner.close());

  test('a broker that is alone makes topics with fewer copies, which is reported then and only then', async () => {
    await corner.topics('order');
    expect(corner.reported.map(String)).toEqual([
      'Error: Topics are made with 1 of 3 copies, for want of brokers: set KAFKA_REPLICATION if more come.',
    ]);
  });

  test('a stopped broker refuses events in time; after its start they are taken and the consumer goes on', async () => {
    const [bus, applied, events] = [corner.bus({ session_ms: 1_500 }), [] as Event[], eventsOf('order', 30)];
    const subscription = await bus.subscribe(to, async (batch) => void applied.push(...batch));
    await bus.publish(events.slice(0, 10));
    await eventually(() => applied.length === 10);
    await kafka.stop();
    const began = performance.now();
    await expect(bus.publish(events.slice(10, 20), within(2_000))).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(10_000);
    kafka = await start(Number(kafka.brokers[0]!.split(':')[1]));
    await eventually(() =>
      bus.publish(events.slice(10), within(2_000)).then(
        () => true,
        () => false,
      ),
    );
    await eventually(() => idsOf(applied).size === events.length);
    await eventually(async () => (await subscription.lag()) === 0);
    expect(bus.healthy()).toBe(true);
  });

  test('a silent broker is awaited until the deadline, and another producer sends on, in order', async () => {
    const [bus, applied, events] = [corner.bus({ session_ms: 1_500 }), [] as Event[], eventsOf('order', 30, 1)];
    await bus.subscribe(to, async (batch) => void applied.push(...batch));
    await bus.publish(events.slice(0, 10));
    await eventually(() => applied.length === 10);
    try {
      await halt(kafka.pid);
      const [first, second] = [events.slice(10, 20), events.slice(20)];
      const late = [bus.publish(first, within(1_000)), bus.publish(second, within(500))];
      const outcomes = await Promise.allSettled(late);
      expect(outcomes).toEqual([1, 2].map(() => ({ status: 'rejected', reason: new Error('too late') })));
    } finally {
      process.kill(kafka.pid, 'SIGCONT');
    }
    await bus.publish(events.slice(10));
    await eventually(() => idsOf(applied).size === events.length);
    const firsts = applied.filter(
      (event, index) => applied.findIndex(({ event_id }) => event_id === event.event_id) === index,
    );
    expect(firsts).toEqual(events);
  });

  test('a group waits for a broker that is not there yet', async () => {
    const port = Number(kafka.brokers[0]!.split(':')[1]);
    await kafka.stop();
    const [bus, applied] = [corner.bus({ session_ms: 1_500 }), [] as Event[]];
    const before = corner.reported.length;
    const subscribed = bus.subscribe(to, async (batch) => void applied.push(...batch));
    await eventually(() => corner.reported.length > before);
    kafka = await start(port);
    await subscribed;
    await bus.publish(eventsOf('order', 3));
    await eventually(() => applied.length === 3);
  });

  test('a bus whose broker is gone can be closed, whatever waits for it', async () => {
    const port = Number(kafka.brokers[0]!.split(':')[1]);
    const bus = corner.bus({ session_ms: 1_500 });
    await bus.subscribe(to, async () => undefined);
    await kafka.stop();
    const joining = expect(bus.subscribe({ ...to, group: 'late' }, async () => undefined)).rejects.toThrow('closed');
    await bus.close();
    await joining;
    kafka = await start(port);
  });
});
