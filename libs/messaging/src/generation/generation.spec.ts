import type { Event } from '@stockbook/contracts';
import { eventually } from '@stockbook/testing/database';
import { Consumer } from '../inbox/consumer.js';
import { EventRouter } from '../inbox/event-router.js';
import { LocalBus } from '../bus/local-bus.js';
import { entering, Diary, pageWritten } from '../diary.fixture.js';
import { Relay } from '../outbox/relay.js';
import { acceptTimeline, type Failover, Generation, GenerationFault } from './generation.js';
import { heldLeases, startGeneration } from './new-generation.js';

let diary: Diary;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => void (diary = await Diary.open()));
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await diary.close();
});

const report = (fault: unknown) => void diary.reported.push(fault);
const isReported = (words: string) => diary.reported.some((fault) => String(fault).includes(words));
const restore = () => diary.rows(`UPDATE diary.generation SET timeline = '00000000'`);

async function relay(failover?: Failover): Promise<Relay> {
  const { db, bus } = diary;
  const started = new Relay({ db, bus, report, generation: await Generation.in(db, failover) });
  stops.push(() => started.stop());
  started.start();
  return started;
}

async function published(): Promise<Event[]> {
  const events: Event[] = [];
  await diary.bus.subscribe({ group: 'reader', topics: ['book'] }, async (batch) => void events.push(...batch));
  return events;
}

describe('a database that has left its timeline', () => {
  it('holds the events back until the timeline is accepted', async () => {
    const events = await published();
    await restore();
    await diary.write(1);
    await relay();
    await eventually(() => isReported('has left its timeline 00000000 for 00000001'));
    expect(events).toEqual([]);
    expect(await acceptTimeline(diary.db)).toBe(true);
    await eventually(() => events.length === 1);
    expect(await acceptTimeline(diary.db)).toBe(false);
  });

  it('is found by a relay that has its lease', async () => {
    await relay();
    await diary.write(1);
    await eventually(async () => (await diary.pending()).length === 0);
    await restore();
    await diary.write(1);
    await eventually(() => isReported('has left its timeline'));
    expect(await diary.pending()).toHaveLength(1);
  });

  it('goes on by itself where a failover loses no commit', async () => {
    const events = await published();
    await restore();
    await diary.write(1);
    await relay('synchronous');
    await eventually(() => events.length === 1);
    expect(diary.reported).toEqual([]);
  });

  it('takes no events of other services', async () => {
    const { bus } = await consume(await Generation.in(diary.db));
    await restore();
    await expect(bus.publish([page(1)])).rejects.toThrow(GenerationFault);
    await acceptTimeline(diary.db);
    await bus.publish([page(1)]);
    expect(await diary.entered(1)).toEqual([1]);
  });
});

test('a consumer that was left behind in the generation before applies none of its events', async () => {
  const { bus } = await consume(await Generation.in(diary.db));
  await startGeneration(diary.db, 1, new Date());
  await expect(bus.publish([page(1)])).rejects.toThrow(
    'The schema diary is in generation 1 and this process in 0: restart the process.',
  );
  expect(await diary.entered(1)).toEqual([]);
  expect(await diary.rows('SELECT FROM diary.parked_event')).toEqual([]);
});

test('a schema that Kafka knows a later generation of holds its events back', async () => {
  const generation = await Generation.in(diary.db);
  await expect(generation.check(diary.db, 1)).rejects.toThrow(
    'Kafka has topics of generation 1 and the schema diary is in 0: ' +
      'it was restored, or left out by events new-generation.',
  );
  await expect(generation.check(diary.db)).rejects.toThrow(GenerationFault);
  await expect(generation.check(diary.db, 0)).resolves.toBeUndefined();
});

describe('a new generation', () => {
  it('publishes the archive since a time first, in order, then what waited', async () => {
    await relayAll(['one', 'two', 'three']);
    const [, second] = await diary.rows<{ created_at: Date }>(
      'SELECT created_at FROM diary.outbox_archive ORDER BY outbox_id',
    );
    await diary.write(1, 1, 'four');
    await startGeneration(diary.db, 1, second!.created_at);
    const events = await published();
    await relay();
    await eventually(async () => (await diary.pending()).length === 0);
    const notes = events.map(({ payload }) => (payload as { note: string }).note);
    expect(notes.slice(-3)).toEqual(['two', 'three', 'four']);
    expect(await diary.rows('SELECT refill_at FROM diary.generation')).toEqual([{ refill_at: null }]);
  });

  it('goes on with the archive where an earlier lease term has failed', async () => {
    await relayAll(['one']);
    await startGeneration(diary.db, 1, new Date(0));
    let failures = 1;
    const events: Event[] = [];
    await diary.bus.subscribe({ group: 'reader', topics: ['book'] }, async (batch) => {
      if (failures-- > 0) throw new Error('The broker is away.');
      events.push(...batch);
    });
    await relay();
    await eventually(() => events.length === 1);
  });

  it('moves every sequence forward by a tenth, or by 100,000', async () => {
    await diary.rows(`SELECT setval('diary.outbox_outbox_id_seq', 5000000)`);
    await startGeneration(diary.db, 1, new Date());
    const [ids] = await diary.rows<{ outbox: number; entry: number }>(
      `SELECT nextval('diary.outbox_outbox_id_seq') AS outbox, nextval('diary.entry_entry_id_seq') AS entry`,
    );
    expect(ids).toEqual({ outbox: 5_500_001, entry: 100_002 });
  });

  it('takes the lease away from a relay that was paused', async () => {
    await relay();
    await eventually(async () => (await heldLeases(diary.db)).length > 0);
    expect(await heldLeases(diary.db)).toEqual(['relay']);
    await startGeneration(diary.db, 1, new Date());
    await diary.write(1);
    await eventually(() => isReported('is in generation 1 and this process in 0'));
    expect(await diary.pending()).toHaveLength(1);
  });
});

async function relayAll(notes: readonly string[]): Promise<void> {
  for (const note of notes) await diary.write(1, 1, note);
  const first = await relay();
  await eventually(async () => (await diary.pending()).length === 0);
  await first.stop();
}

async function consume(generation: Generation) {
  const bus = new LocalBus();
  const router = new EventRouter([entering], [pageWritten]);
  const consumer = new Consumer({ db: diary.db, bus, group: 'diary', router, report, generation });
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
