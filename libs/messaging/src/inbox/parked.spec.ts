import type { Event } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { gate } from '../bus/event-bus.conformance.js';
import { Transient } from '../fault.js';
import { type Consumption, EventRouter } from './event-router.js';
import { enterAll, entering, Diary, type Page, pageLost, pageWritten } from '../diary.fixture.js';
import { LocalBus } from '../bus/local-bus.js';
import { parkedKeys, replayParked } from './parked.js';

let diary: Diary;
let fault: Error | undefined;
beforeEach(async () => {
  diary = await Diary.open();
  fault = new Error('bad \0 page');
});
afterEach(() => diary.close());

/** Fails on a poisoned page after some effects. */
async function handle(events: readonly Event<Page>[], tx: Tx): Promise<void> {
  await enterAll(events, tx);
  if (fault && events.some(({ payload }) => payload.note.startsWith('poison'))) throw fault;
}
const consumptions = [{ type: pageWritten, handle }];

const replay = (aggregate_id: number, handled: readonly Consumption[] = consumptions) =>
  replayParked(
    { db: diary.db, group: 'diary', router: new EventRouter(handled, []) },
    { account_id: 1, topic: 'book', aggregate_id },
  );

async function parkedSequences(): Promise<number[]> {
  const rows = await diary.rows<{ sequence: string }>('SELECT sequence FROM diary.parked_event ORDER BY parked_id');
  return rows.map(({ sequence }) => Number(sequence));
}

/** Writes the notes into each of these books in turn, and delivers them as one batch. */
async function deliver(notes: readonly string[], accountsAndBooks: readonly [number, number][]): Promise<void> {
  for (const note of notes) {
    for (const [account_id, book_id] of accountsAndBooks) {
      await diary.write(account_id, book_id, book_id === 1 && account_id === 1 ? note : '');
    }
  }
  await diary.bus.publish(await diary.pending());
}

describe('an event that cannot be applied', () => {
  it('holds up later ones of its key and nothing else', async () => {
    await diary.consume(consumptions);
    await deliver(['', 'poison', '', ''], [[1, 1], [1, 2], [2, 1]]); // prettier-ignore
    expect(await diary.entered(1, 1)).toEqual([1]);
    expect(await diary.entered(1, 2)).toEqual([1, 2, 3, 4]);
    expect(await diary.entered(2, 1)).toEqual([1, 2, 3, 4]);
    expect(await parkedSequences()).toEqual([2, 3, 4]);
  });

  it('is reported and listed with its error', async () => {
    await diary.consume(consumptions);
    await deliver(['poison', ''], [[1, 1]]);
    expect(diary.reported).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^book.page_written .* is parked/), cause: fault }),
    ]);
    expect(await parkedKeys(diary.db)).toEqual([
      {
        consumer: 'diary',
        account_id: 1,
        topic: 'book',
        aggregate_id: 1,
        events: 2,
        error: expect.stringContaining('bad \uFFFD page'),
        parked_at: expect.any(Date),
      },
    ]);
  });

  it('is parked once, and holds up what comes in later batches', async () => {
    await diary.consume(consumptions);
    await deliver(['poison', ''], [[1, 1]]);
    await deliver(['', ''], [[1, 1], [1, 2]]); // prettier-ignore
    expect(await parkedSequences()).toEqual([1, 2, 3, 4]);
    expect(await diary.entered(1, 2)).toEqual([1, 2]);
  });

  it('is found when a statement fails, among many and beside others', async () => {
    const dividing = async (events: readonly Event<Page>[], tx: Tx) => {
      await enterAll(events, tx);
      const divisors = events.map(({ payload }) => (payload.note ? 0 : 1));
      await tx.query({ name: 'divide', text: 'SELECT 1 / unnest($1::int[])' }, [divisors]);
    };
    await diary.consume([{ type: pageWritten, handle: dividing }]);
    for (let book = 1; book <= 30; book++) await diary.write(1, book, book % 10 ? '' : 'poison');
    await diary.bus.publish(await diary.pending());
    const keys = await parkedKeys(diary.db);
    expect(keys.map(({ aggregate_id }) => aggregate_id)).toEqual([10, 20, 30]);
    expect(await diary.rows('SELECT FROM diary.entry')).toHaveLength(27);
  });

  it('is an event that nobody knows', async () => {
    await diary.consume(consumptions);
    await diary.write(1, 1, '', pageLost);
    await diary.write(1, 2);
    await diary.bus.publish(await diary.pending());
    const [key] = await parkedKeys(diary.db);
    expect(key?.error).toContain('There is no kind of event book.page_lost.');
    expect(await diary.entered(1, 2)).toEqual([1]);
  });

  it('keeps the effects of none of its handlers, and has those of all when it is replayed', async () => {
    const both = [entering, ...consumptions];
    await diary.consume(both);
    await deliver(['', 'poison', ''], [[1, 1]]);
    expect(await diary.entered(1)).toEqual([1, 1]);
    expect(await parkedSequences()).toEqual([2, 3]);
    fault = undefined;
    expect(await replay(1, both)).toEqual({ replayed: 2, error: null });
    expect(await diary.entered(1)).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('keeps its own payload when its message has keys of other versions', async () => {
    await diary.consume(consumptions);
    await diary.write(1, 1, 'unknown', pageLost);
    await diary.write(1, 2, 'poison');
    const strange = { payload_at: 99, payload_length: 1, error: 'none', is_deferred: true };
    await diary.bus.publish((await diary.pending()).map((event) => ({ ...event, ...strange })));
    const rows = await diary.rows('SELECT payload, error, retry_at FROM diary.parked_event ORDER BY parked_id');
    expect(rows).toEqual([
      { payload: { book_id: 1, note: 'unknown' }, error: expect.stringContaining('book.page_lost'), retry_at: null },
      { payload: { book_id: 2, note: 'poison' }, error: expect.stringContaining('bad'), retry_at: null },
    ]);
  });

  it('may hold text that PostgreSQL cannot store', async () => {
    await diary.consume(consumptions);
    await deliver(['poison \0 \uD800'], [[1, 1]]);
    const [row] = await diary.rows<{ payload: Page }>('SELECT payload FROM diary.parked_event');
    expect(row?.payload).toEqual({ book_id: 1, note: 'poison \0 \uD800' });
  });
});

test('an event that another replica parks meanwhile is not overtaken by a later one of its key', async () => {
  const door = gate();
  const parking = async (events: readonly Event<Page>[], tx: Tx) => {
    if (events.length === 1) await door.pass();
    await handle(events, tx);
  };
  const second = new LocalBus();
  await diary.consume([{ type: pageWritten, handle: parking }]);
  await diary.consume([entering], 'diary', second);
  for (const note of ['poison', '', '']) await diary.write(1, 1, note);
  const events = await diary.pending();
  const parks = diary.bus.publish(events.slice(0, 2));
  await door.waiting;
  const overtakes = second.publish(events);
  await diary.blocked();
  door.open();
  await Promise.all([parks, overtakes]);
  expect(await diary.entered(1)).toEqual([]);
  expect(await parkedSequences()).toEqual([1, 2, 3]);
});

describe('a replay', () => {
  it('applies a key in order, removes it, and lets later events flow', async () => {
    await diary.consume(consumptions);
    await deliver(['', 'poison', '', 'poison'], [[1, 1], [1, 2]]); // prettier-ignore
    fault = undefined;
    expect(await replay(1)).toEqual({ replayed: 3, error: null });
    expect(await diary.entered(1)).toEqual([1, 2, 3, 4]);
    expect(await parkedSequences()).toEqual([]);
    await deliver([''], [[1, 1]]);
    expect(await diary.entered(1)).toEqual([1, 2, 3, 4, 5]);
  });

  it('stops at the first event that fails again, and keeps its error', async () => {
    await diary.consume(consumptions);
    await deliver(['poison', '', 'poison too', ''], [[1, 1]]);
    const onlyToo = async (events: readonly Event<Page>[], tx: Tx) => {
      await enterAll(events, tx);
      if (events[0]?.payload.note === 'poison too') throw new Error('still bad');
    };
    const { replayed, error } = await replay(1, [{ type: pageWritten, handle: onlyToo }]);
    expect(replayed).toBe(2);
    expect(error).toContain('still bad');
    expect(await diary.entered(1)).toEqual([1, 2]);
    expect(await parkedKeys(diary.db)).toEqual([expect.objectContaining({ events: 2, error })]);
  });

  it('keeps everything when the fault is transient', async () => {
    await diary.consume(consumptions);
    await deliver(['poison', ''], [[1, 1]]);
    fault = new Transient('no connection');
    await expect(replay(1)).rejects.toThrow('no connection');
    expect(await parkedSequences()).toEqual([1, 2]);
  });

  it('of a key without parked events does nothing', async () => {
    expect(await replay(7)).toEqual({ replayed: 0, error: null });
  });

  it('is not overtaken by an event that comes meanwhile', async () => {
    await diary.consume(consumptions);
    await deliver(['poison'], [[1, 1]]);
    const door = gate();
    const slow = async (events: readonly Event<Page>[], tx: Tx) => {
      await door.pass();
      await enterAll(events, tx);
    };
    const replayed = replay(1, [{ type: pageWritten, handle: slow }]);
    await door.waiting;
    const delivered = deliver([''], [[1, 1]]);
    await diary.blocked();
    door.open();
    await Promise.all([replayed, delivered]);
    expect(await diary.entered(1)).toEqual([1, 2]);
    expect(await parkedSequences()).toEqual([]);
  });
});
