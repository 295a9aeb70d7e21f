import type { Event } from '@stockbook/contracts';
import { eventually } from '@stockbook/testing/database';
import { Consumer } from '../inbox/consumer.js';
import { EventRouter } from '../inbox/event-router.js';
import { LocalBus } from '../bus/local-bus.js';
import { entering, Ledger, pageWritten } from '../ledger.fixture.js';
import { Relay } from '../outbox/relay.js';
import { acceptTimeline, type Failover, Generation, GenerationFault } from './generation.js';
import { heldLeases, startGeneration } from './new-generation.js';

let ledger: Ledger;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => void (ledger = await Ledger.open()));
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await ledger.close();
});

const report = (fault: unknown) => void ledger.reported.push(fault);
const isReported = (words: string) => ledger.reported.some((fault) => String(fault).includes(words));
const restore = () => ledger.rows(`UPDATE ledger.generation SET timeline = '00000000'`);

async function relay(failover?: Failover): Promise<Relay> {
  const { db, bus } = ledger;
  const started = new Relay({ db, bus, report, generation: await Generation.in(db, failover) });
  stops.push(() => started.stop());
  started.start();
  return started;
}

async function published(): Promise<Event[]> {
  const events: Event[] = [];
  await ledger.bus.subscribe({ group: 'reader', topics: ['book'] }, async (batch) => void events.push(...batch));
  return events;
}

describe('a database that has left its timeline', () => {
  test('holds the events back until the timeline is accepted', async () => {
    const events = await published();
    await restore();
    await ledger.write(1);
    await relay();
    await eventually(() => isReported('has left its timeline 00000000 for 00000001'));
    expect(events).toEqual([]);
    expect(await acceptTimeline(ledger.db)).toBe(true);
    await eventually(() => events.length === 1);
    expect(await acceptTimeline(ledger.db)).toBe(false);
  });

  test('is found by a relay that has its lease', async () => {
    await relay();
    await ledger.write(1);
    await eventually(async () => (await ledger.pending()).length === 0);
    await restore();
    await ledger.write(1);
    await eventually(() => isReported('has left its timeline'));
    expect(await ledger.pending()).toHaveLength(1);
  });

  test('goes on by itself where a failover loses no commit', async () => {
    const events = await published();
    await restore();
    await ledger.write(1);
    await relay('synchronous');
    await eventually(() => events.length === 1);
    expect(ledger.reported).toEqual([]);
  });

  test('takes no events of other services', async () => {
    const { bus } = await consume(await Generation.in(ledger.db));
    await restore();
    await expect(bus.publish([page(1)])).rejects.toThrow(GenerationFault);
    await acceptTimeline(ledger.db);
    await bus.publish([page(1)]);
    expect(await ledger.entered(1)).toEqual([1]);
  });
});

test('a consumer that was left behind in the generation before applies none of its events', async () => {
  const { bus } = await consume(await Generation.in(ledger.db));
  await startGeneration(ledger.db, 1, new Date());
  await expect(bus.publish([page(1)])).rejects.toThrow(
    'The schema ledger is in generation 1 and this process in 0: restart the process.',
  );
  expect(await ledger.entered(1)).toEqual([]);
  expect(await ledger.rows('SELECT FROM ledger.parked_event')).toEqual([]);
});

test('a schema that Kafka knows a later generation of holds its events back', async () => {
  const generation = await Generation.in(ledger.db);
  await expect(generation.check(ledger.db, 1)).rejects.toThrow(
    'Kafka has topics of generation 1 and the schema ledger is in 0: ' +
      'it was restored, or left out by events new-generation.',
  );
  await expect(generation.check(ledger.db)).rejects.toThrow(GenerationFault);
  await expect(generation.check(ledger.db, 0)).resolves.toBeUndefined();
});

describe('a new generation', () => {
  test('publishes the archive since a time first, in order, then what waited', async () => {
    await relayAll(['one', 'two', 'three']);
    const [, second] = await ledger.rows<{ created_at: Date }>(
      'SELECT created_at FROM ledger.outbox_archive ORDER BY outbox_id',
    );
    await ledger.write(1, 1, 'four');
    await startGeneration(ledger.db, 1, second!.created_at);
    const events = await published();
    await relay();
    await eventually(async () => (await ledger.pending()).length === 0);
    const notes = events.map(({ payload }) => (payload as { note: string }).note);
    expect(notes.slice(-3)).toEqual(['two', 'three', 'four']);
    expect(await ledger.rows('SELECT refill_at FROM ledger.generation')).toEqual([{ refill_at: null }]);
  });

  test('goes on with the archive where an earlier lease term has failed', async () => {
    await relayAll(['one']);
    await startGeneration(ledger.db, 1, new Date(0));
    let failures = 1;
    const events: Event[] = [];
    await ledger.bus.subscribe({ group: 'reader', topics: ['book'] }, async (batch) => {
      if (failures-- > 0) throw new Error('The broker is away.');
      events.push(...batch);
    });
    await relay();
    await eventually(() => events.length === 1);
  });

  test('moves every sequence forward by a tenth, or by 100,000', async () => {
    await ledger.rows(`SELECT setval('ledger.outbox_outbox_id_seq', 5000000)`);
    await startGeneration(ledger.db, 1, new Date());
    const [ids] = await ledger.rows<{ outbox: number; entry: number }>(
      `SELECT nextval('ledger.outbox_outbox_id_seq') AS outbox, nextval('ledger.entry_entry_id_seq') AS entry`,
    );
    expect(ids).toEqual({ outbox: 5_500_001, entry: 100_002 });
  });

  test('takes the lease away from a relay that was paused', async () => {
    await relay();
    await eventually(async () => (await heldLeases(ledger.db)).length > 0);
    expect(await heldLeases(ledger.db)).toEqual(['relay']);
    await startGeneration(ledger.db, 1, new Date());
    await ledger.write(1);
    await eventually(() => isReported('is in generation 1 and this process in 0'));
    expect(await ledger.pending()).toHaveLength(1);
  });
});

async function relayAll(notes: readonly string[]): Promise<void> {
  for (const note of notes) await ledger.write(1, 1, note);
  const first = await relay();
  await eventually(async () => (await ledger.pending()).length === 0);
  await first.stop();
}

async function consume(generation: Generation) {
  const bus = new LocalBus();
  const router = new EventRouter([entering], [pageWritten]);
  const consumer = new Consumer({ db: ledger.db, bus, group: 'ledger', router, report, generation });
  stops.push(() => consumer.stop());
  await consumer.start();
  return { bus };
}

let count = 0;
const page = (sequence: number): Event => ({
  event_id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  account_id: 1,
  topic: pageWritten.topic,
  name: pageWritten.name,
  version: pageWritten.version,
  aggregate_id: 1,
  sequence,
  payload: { book_id: 1, note: '' },
  created_at: new Date(0).toISOString(),
});
