import type { Event } from '@stockbook/contracts';
import { createPartitions, dropPartitions } from '@stockbook/persistence';
import { daysAgo, eventually, partitionName, pastDays } from '@stockbook/testing/database';
import { v7 as uuidV7 } from 'uuid';
import { LocalBus } from './bus/local-bus.js';
import { Diary, pageWritten } from './diary.fixture.js';
import { partitionedMessages } from './tables.js';

let diary: Diary;
beforeEach(async () => void (diary = await Diary.open()));
afterEach(() => diary.close());

const MIDNIGHT = new Date().setUTCHours(24, 0, 0, 0);
/** Returns a sequence of account 1 as it travels, written at a time. */
const writtenAt = (time: Date | number, sequence: number): Event => ({
  event_id: uuidV7({ msecs: Number(time) }),
  account_id: 1,
  topic: pageWritten.topic,
  name: pageWritten.name,
  version: pageWritten.version,
  aggregate_id: 1,
  sequence,
  payload: { book_id: 1, note: '' },
  created_at: new Date(time).toISOString(),
});
const runOn = async (days: readonly number[]) => {
  for (const table of partitionedMessages) await diary.rows(pastDays('diary', table, days));
};
const upTo = (days: number) => Array.from({ length: days }, (_, n) => n + 1);
const expire = () => dropPartitions(diary.db, partitionedMessages);
const reported = () => diary.reported.map((fault) => (fault instanceof Error ? String(fault.cause) : ''));

test('events go with the partition of their day: no row of the archive and the inbox is deleted', async () => {
  await runOn(upTo(20));
  await diary.rows(
    `INSERT INTO diary.outbox_archive
       (outbox_id, event_id, account_id, topic, name, version, aggregate_id, sequence, payload, created_at)
     SELECT n, gen_random_uuid(), 1, 'book', 'book.page_read', 1, 1, n, '{}', now() - n * interval '1 day'
     FROM generate_series(0, 20) n`,
  );
  const ids = Array.from({ length: 21 }, (_, days) => uuidV7({ msecs: daysAgo(days).getTime() }));
  await diary.rows(`INSERT INTO diary.inbox SELECT 'diary', unnest($1::uuid[]), 1`, [ids]);
  expect(await expire()).toBe(false);
  const counts = await diary.rows(
    `SELECT (SELECT count(*)::int FROM diary.outbox_archive) AS archived,
       (SELECT count(*)::int FROM diary.inbox) AS applied`,
  );
  expect(counts).toEqual([{ archived: 8, applied: 16 }]);
  const changes = `SELECT sum(n_tup_ins)::int AS inserted, sum(n_tup_del)::int AS deleted FROM pg_stat_user_tables
    WHERE relid IN (SELECT inhrelid FROM pg_inherits)`;
  await eventually(async () => {
    const [change] = await diary.rows<{ inserted: number; deleted: number }>(changes);
    expect(change?.deleted).toBe(0);
    return change?.inserted === 8 + 16;
  });
});

test('an event that comes again across midnight is applied once', async () => {
  const bus = new LocalBus();
  await diary.consume(undefined, undefined, bus);
  const events = [MIDNIGHT - 1, MIDNIGHT, MIDNIGHT + 1].map((msecs, n) => writtenAt(msecs, n + 1));
  await bus.publish(events);
  await bus.publish(events.toReversed());
  expect(await diary.entered(1)).toEqual([1, 2, 3]);
  const places = 'SELECT DISTINCT tableoid FROM diary.inbox';
  expect(await diary.rows(places)).toHaveLength(2);
});

test('an event of a day without a partition is applied once', async () => {
  const bus = new LocalBus();
  await diary.consume(undefined, undefined, bus);
  for (const event of [writtenAt(daysAgo(14), 1), writtenAt(daysAgo(-30), 2)])
    for (let times = 0; times < 2; times++) await bus.publish([event]);
  expect(await diary.entered(1)).toEqual([1, 2]);
});

test('an event that comes again after the inbox forgot its day is parked, with those behind it', async () => {
  await runOn(upTo(20));
  const bus = new LocalBus();
  await diary.consume(undefined, undefined, bus);
  const event = writtenAt(daysAgo(20), 1);
  await bus.publish([event]);
  await bus.publish([event]);
  expect(await diary.entered(1)).toEqual([1]);
  await expire();
  for (let times = 0; times < 2; times++) await bus.publish([event, writtenAt(Date.now(), times + 2)]);
  expect(await diary.entered(1)).toEqual([1]);
  const parked = await diary.rows('SELECT sequence::int FROM diary.parked_event ORDER BY parked_id');
  expect(parked).toEqual([{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }]);
  expect(reported()).toEqual([
    'Error: The event is older than the 15 days that the inbox remembers, so it may have been applied before.',
  ]);
});

test('an event that waited while nothing ran for a month is applied', async () => {
  for (const { name } of partitionedMessages)
    for (const day of [0, -1, -2, -3]) await diary.rows(`DROP TABLE diary.${partitionName(name, day)}`);
  await runOn(upTo(20).map((day) => day + 29));
  await createPartitions(diary.db, partitionedMessages);
  await expire();
  const bus = new LocalBus();
  await diary.consume(undefined, undefined, bus);
  const waiting = writtenAt(daysAgo(30), 1);
  for (let times = 0; times < 2; times++) await bus.publish([waiting]);
  expect(await diary.entered(1)).toEqual([1]);
  expect(diary.reported).toEqual([]);
});
