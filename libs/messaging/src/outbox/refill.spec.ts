import type { Event } from '@stockbook/contracts';
import type { EventBus } from '../bus/event-bus.js';
import { Diary, pageWritten } from '../diary.fixture.js';
import { refill } from './refill.js';

let diary: Diary;
beforeEach(async () => void (diary = await Diary.open()));
afterEach(() => diary.close());

test('publishes the archived events of a topic since a time, in order, each once', async () => {
  const archive = (topic: string, age: string, from: number, to: number) =>
    diary.rows(
      `INSERT INTO diary.outbox_archive
         (outbox_id, event_id, account_id, topic, name, version,
           aggregate_id, sequence, payload, traceparent, created_at)
       SELECT n, gen_random_uuid(), 1, '${topic}', 'book.page_written', 1, 1, n, '{"note": ""}', 'trace ' || n,
         now() - interval '${age}' + n * interval '1 microsecond'
       FROM generate_series(${from}, ${to}) n`,
    );
  await archive('book', '2 days', 1, 10);
  await archive('book', '1 hour', 11, 1_211);
  await archive('shelf', '1 hour', 1, 3);
  const published: Event[] = [];
  await diary.bus.subscribe(
    { group: 'reader', topics: ['book', 'shelf'] },
    async (batch) => void published.push(...batch),
  );
  const since = new Date(Date.now() - 24 * 3_600_000);
  expect(await refill(diary.db, diary.bus, { topic: pageWritten.topic, since })).toBe(1_201);
  expect(published.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 1_201 }, (_, index) => index + 11));
  expect(published[0]?.traceparent).toBe('trace 11');
});

test('reads no more than some MiB at a time, and a larger event alone', async () => {
  const MIB = 1_048_576;
  await diary.rows(
    `INSERT INTO diary.outbox_archive (outbox_id, event_id, account_id, topic,
       name, version, aggregate_id, sequence, payload)
     SELECT n, gen_random_uuid(), 1, 'book', 'book.page_written', 1, 1, n, json_build_object('note', repeat('x', size))
     FROM unnest($1::int[]) WITH ORDINALITY AS sized (size, n)`,
    [[...Array<number>(6).fill(MIB), 5 * MIB, 9, 9]],
  );
  const batches: number[][] = [];
  const bus: EventBus = {
    publish: async (events) => void batches.push(events.map(({ sequence }) => sequence)),
    subscribe: (to, onBatch) => diary.bus.subscribe(to, onBatch),
    close: () => diary.bus.close(),
  };
  expect(await refill(diary.db, bus, { topic: pageWritten.topic, since: new Date(0) })).toBe(9);
  expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7], [8, 9]]);
});
