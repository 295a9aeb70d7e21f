import type { Event } from '@stockbook/contracts';
import { Diary, type Page, pageRead, pageWritten } from '../diary.fixture.js';
import { onWake } from './wake.js';
import { outboxRow, publish, publishAll } from './publish.js';

let diary: Diary;
let wakes: number;
let stopListening: () => void;
beforeEach(async () => {
  diary = await Diary.open();
  wakes = 0;
  stopListening = onWake('diary', () => wakes++);
});
afterEach(async () => {
  stopListening();
  await diary.close();
});

const page = (book_id: number, note = ''): Page => ({ book_id, note });

test('writes the event as it will travel, and wakes the relay after the commit', async () => {
  const note = 'a "quote", a \0, half a pair \uD83D, a whole one \u{1F4D6}';
  await diary.db.transactFor([5], async (tx) => {
    publish(tx, pageWritten, page(7, note), 3);
    expect(wakes).toBe(0);
  });
  expect(wakes).toBe(1);
  const [event]: (Event | undefined)[] = await diary.pending();
  expect(event).toEqual({
    event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    account_id: 5,
    topic: 'book',
    name: 'book.page_written',
    version: 1,
    aggregate_id: 7,
    sequence: 3,
    payload: { book_id: 7, note },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test('publishes nothing without a commit', async () => {
  const work = diary.db.transactFor([5], async (tx) => {
    publish(tx, pageWritten, page(7), 1);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await diary.pending()).toEqual([]);
  expect(wakes).toBe(0);
});

test('publishes many in their order with one wake, and none at all with none', async () => {
  await diary.db.transactFor([5, 6], async (tx) => {
    const rows = Array.from({ length: 300 }, (_, index) => outboxRow(pageRead, page(index), 1, 5 + (index % 2)));
    publishAll(tx, rows);
    publish(tx, pageRead, page(300), 1, 6);
  });
  const ids = (await diary.pending()).map(({ aggregate_id }) => aggregate_id);
  expect(ids).toEqual(Array.from({ length: 301 }, (_, index) => index));
  expect(wakes).toBe(1);
  await diary.db.transactFor([5], async (tx) => publishAll(tx, []));
  expect(wakes).toBe(1);
});

test('publishes for accounts of the transaction only', async () => {
  const stranger = diary.db.transactFor([5], async (tx) => publish(tx, pageRead, page(1), 1, 6));
  await expect(stranger).rejects.toThrow('row-level security');
  const unnamed = diary.db.transactFor([5, 6], async (tx) => publish(tx, pageRead, page(1), 1));
  await expect(unnamed).rejects.toThrow('several accounts');
});

test('gives events ids that sort in the order of their creation', () => {
  const before = Date.now();
  const ids = Array.from({ length: 1_000 }, () => outboxRow(pageRead, page(1), 1, 5).event_id);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(1_000);
  const time = parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});
