import type { Event } from '@stockbook/contracts';
import { poolOf, type Tx } from '@stockbook/persistence';
import { eventually } from '@stockbook/testing/database';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventBus } from '../bus/event-bus.js';
import { gate } from '../bus/event-bus.conformance.js';
import { BATCH_BYTES } from '../bus/turns.js';
import { enterAll, Diary, pageWritten } from '../diary.fixture.js';
import { outboxRow, publishAll } from './publish.js';
import { Relay } from './relay.js';

let diary: Diary;
beforeEach(async () => void (diary = await Diary.open()));
afterEach(() => diary.close());

const countOf = async (table: string) => (await diary.rows(`SELECT FROM diary.${table}`)).length;
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const namesOf = (events: readonly Event[]) => events.map(({ account_id, sequence }) => `${account_id}.${sequence}`);

function relayTo(publish: EventBus['publish']): Relay {
  const bus: EventBus = {
    publish,
    subscribe: (to, onBatch) => diary.bus.subscribe(to, onBatch),
    close: () => diary.bus.close(),
  };
  return new Relay({ db: diary.db, bus, report: (fault) => diary.reported.push(fault) });
}

test('moves events to their consumers and into the archive', async () => {
  await diary.consume();
  await diary.write(1);
  const events = await diary.pending();
  diary.relay.start();
  await diary.settled();
  expect(await diary.entered(1)).toEqual([1]);
  expect(await countOf('outbox')).toBe(0);
  const [archived] = await diary.rows<Event>('SELECT * FROM diary.outbox_archive');
  expect(archived).toMatchObject({ event_id: events[0]?.event_id, payload: events[0]?.payload, traceparent: null });
});

test('keeps the order of each key under concurrent writers, whatever the backlog', async () => {
  await diary.consume();
  const books = [1, 2, 3];
  const writer = async () => {
    for (let page = 0; page < 15; page++) for (const book of books) await diary.write(1, book);
  };
  await Promise.all([writer(), writer(), writer(), writer()]);
  await diary.rows(
    `INSERT INTO diary.outbox (event_id, account_id, topic, name, version, aggregate_id, sequence, payload, bytes)
     SELECT gen_random_uuid(), 1, 'book', 'book.page_written', 1, 4, n, '{"note": ""}', 12
     FROM generate_series(1, 900) n`,
  );
  diary.relay.start();
  await Promise.all([writer(), writer(), writer(), writer()]);
  await diary.settled();
  for (const book of books) expect(await diary.entered(1, book)).toEqual(upTo(120));
  expect(await diary.entered(1, 4)).toEqual(upTo(900));
});

test('stores a large event compressed, before and after it is sent', async () => {
  const note = 'A mug of blue stoneware. '.repeat(10_000);
  await diary.write(1, 1, note);
  const sizeIn = async (table: string) =>
    (await diary.rows<{ size: number }>(`SELECT pg_column_size(payload) AS size FROM diary.${table}`))[0]?.size;
  expect(await sizeIn('outbox')).toBeLessThan(note.length / 10);
  await diary.consume();
  diary.relay.start();
  await diary.settled();
  expect(await sizeIn('outbox_archive')).toBeLessThan(note.length / 10);
});

const LARGE = (BATCH_BYTES * 5) / 8;
test('publishes the events of accounts in turn, and large ones one at a time', async () => {
  const published: string[] = [];
  for (let page = 0; page < 4; page++) await diary.write(1, 1, 'x'.repeat(LARGE));
  for (const account of [2, 3, 2]) await diary.write(account, 1, 'short');
  const relay = relayTo(async (events) => void published.push(namesOf(events).join(' ')));
  relay.start();
  await eventually(() => relay.isIdle());
  await relay.stop();
  expect(published).toEqual(['1.1', '2.1 3.1 2.2', '1.2', '1.3', '1.4']);
  const archived = await diary.rows<{ payload: { note: string } }>('SELECT payload FROM diary.outbox_archive');
  expect(archived.filter(({ payload }) => payload.note.length === LARGE)).toHaveLength(4);
});

test('publishes small events of other accounts beside a large one', async () => {
  const door = gate();
  const published: string[] = [];
  await diary.write(1, 1, 'x'.repeat(LARGE));
  await diary.write(1, 1, 'behind it');
  const relay = relayTo(async (events) => {
    const isHeld = events.some(({ payload }) => JSON.stringify(payload).length > LARGE);
    if (isHeld) await door.pass();
    published.push(namesOf(events).join(' '));
  });
  relay.start();
  await door.waiting;
  await diary.write(2, 1, 'short');
  await eventually(() => published.length === 1);
  expect(await relay.isIdle()).toBe(false);
  await diary.write(2, 1, 'short');
  await eventually(() => published.length === 2);
  const stopped = relay.stop();
  door.open();
  await stopped;
  expect(published).toEqual(['2.1', '2.2', '1.1']);
  expect(await countOf('outbox')).toBe(1);
  expect(diary.reported).toEqual([]);
});

test('backs off while a large event fails, and publishes it then', async () => {
  let isBroken = true;
  const attempts: number[] = [];
  await diary.write(1, 1, 'x'.repeat(LARGE));
  const relay = relayTo(async () => {
    attempts.push(performance.now());
    if (isBroken) throw new Error('no broker');
  });
  relay.start();
  await eventually(() => attempts.length >= 3);
  const [first, , third] = attempts;
  // The pauses are 200 and 400 ms; timers may fire up to 1 ms early.
  expect(third! - first!).toBeGreaterThan(598);
  isBroken = false;
  await eventually(() => relay.isIdle());
  await relay.stop();
  expect(await countOf('outbox_archive')).toBe(1);
});

test('reports the fault of a small event at once, and publishes it again beside a large one', async () => {
  const door = gate();
  let isBroken = true;
  const published: string[] = [];
  const relay = relayTo(async (events) => {
    if (events.some(({ account_id }) => account_id === 1)) await door.pass();
    else if (isBroken) throw new Error('no broker');
    published.push(...namesOf(events));
  });
  await diary.write(1, 1, 'x'.repeat(LARGE));
  relay.start();
  await door.waiting;
  await diary.write(2);
  await eventually(() => diary.reported.length > 0);
  expect(diary.reported).toEqual([new Error('no broker')]);
  isBroken = false;
  await eventually(() => published.length > 0);
  expect(published).toEqual(['2.1']);
  door.open();
  await relay.stop();
  expect(await countOf('outbox_archive')).toBe(2);
  expect(await diary.rows('SELECT epoch::int FROM diary.lease')).toEqual([{ epoch: 1 }]);
});

test('gives its bus the sizes of events: those that it publishes together are applied together', async () => {
  const door = gate();
  const batches: string[] = [];
  const handle = async (events: readonly Event<never>[]) => {
    if (events.some(({ account_id }) => account_id === 1)) await door.pass();
    batches.push(namesOf(events).join(' '));
  };
  await diary.consume([{ type: pageWritten, handle }]);
  await diary.write(1, 1, 'x'.repeat(LARGE));
  diary.relay.start();
  await door.waiting;
  const short = { book_id: 1, note: '' };
  // The lines make 23 KB of short numbers.
  const lines = upTo(400).map((line_id) => ({ line_id, location_id: 1, item_id: line_id, quantity: 2 }));
  const long = { ...short, lines };
  await diary.db.transactFor([2, 3], async (tx) =>
    publishAll(tx, [outboxRow(pageWritten, long, 1, 2), outboxRow(pageWritten, short, 1, 3)]),
  );
  await eventually(() => batches.length > 0);
  door.open();
  await diary.settled();
  expect(batches).toEqual(['2.1 3.1', '1.1']);
});

const RESTS = [
  ['', ''],
  [' beside a large event', 'x'.repeat(LARGE)],
] as const;
test.each(RESTS)('rests%s for half as long as a round took, so that later commits go together', async (_, beside) => {
  const ROUND_MS = 40;
  const door = gate();
  const rounds: number[] = [];
  const relay = relayTo(async (events) => {
    if (events.some(({ account_id }) => account_id === 2)) return door.pass();
    rounds.push(performance.now());
    await delay(ROUND_MS);
  });
  relay.start();
  if (beside) {
    await diary.write(2, 1, beside);
    await door.waiting;
  }
  await diary.write(1);
  await eventually(() => rounds.length === 1);
  await diary.write(1);
  await eventually(() => rounds.length === 2);
  door.open();
  await relay.stop();
  const [first, second] = rounds;
  // Timers may fire up to 1 ms early.
  expect(second! - first!).toBeGreaterThan(1.5 * ROUND_MS - 2);
});

test('finds what another process has written', async () => {
  await diary.consume();
  diary.relay.start();
  await diary.settled();
  const row = outboxRow(pageWritten, { book_id: 1, note: '' }, 1, 1);
  const columns = Object.keys(row).join(', ');
  await diary.rows(
    `INSERT INTO diary.outbox (${columns}, bytes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 24)`,
    Object.values(row),
  );
  await diary.settled();
  expect(await diary.entered(1)).toEqual([1]);
});

test('delivers again what it had delivered when it was killed before removing it', async () => {
  let deliveries = 0;
  const counting = async (events: readonly Event<never>[], tx: Tx) => {
    await enterAll(events, tx);
    deliveries += events.length;
  };
  await diary.consume([{ type: pageWritten, handle: counting }]);
  for (let page = 0; page < 3; page++) await diary.write(1);
  const blocker = diary.db.source.createQueryRunner();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM diary.outbox FOR UPDATE');
  diary.relay.start();
  await diary.rows('SELECT pg_terminate_backend($1)', [await diary.blocked()]);
  await eventually(() => diary.reported.length > 0);
  await blocker.query('ROLLBACK');
  await blocker.release();
  expect(await countOf('outbox')).toBe(3);
  await diary.settled();
  expect(await diary.entered(1)).toEqual([1, 2, 3]);
  expect(deliveries).toBe(3);
  expect(await countOf('outbox_archive')).toBe(3);
});

test('backs off while a consumer fails, whatever is committed meanwhile', async () => {
  let isBroken = true;
  const broken = async (events: readonly Event<never>[], tx: Tx) => {
    if (isBroken) throw Object.assign(new Error('no connection'), { code: '08006' });
    await enterAll(events, tx);
  };
  await diary.consume([{ type: pageWritten, handle: broken }]);
  const began = Date.now();
  diary.relay.start();
  for (let page = 0; page < 60; page++) await diary.write(1);
  await eventually(() => diary.reported.length >= 2);
  const doublings = Math.log2((Date.now() - began) / 200 + 1);
  expect(diary.reported.length).toBeLessThanOrEqual(doublings + 2);
  isBroken = false;
  await diary.settled();
  expect(await diary.entered(1)).toEqual(upTo(60));
});

test('waits on stop for the batch in work', async () => {
  const door = gate();
  const slow = async (events: readonly Event<never>[], tx: Tx) => {
    await door.pass();
    await enterAll(events, tx);
  };
  await diary.consume([{ type: pageWritten, handle: slow }]);
  diary.relay.start();
  await diary.write(1);
  await door.waiting;
  const stopped = diary.relay.stop();
  await diary.write(1);
  door.open();
  await stopped;
  expect(await diary.entered(1)).toEqual([1]);
  expect(await countOf('outbox')).toBe(1);
});

test('asks the database a few times a second when there is nothing to do', async () => {
  diary.relay.start();
  let queries = 0;
  poolOf(diary.db.source).on('acquire', () => queries++);
  // The poll has backed off after 5 + 10 + ... + 160 ms.
  await new Promise((resume) => setTimeout(resume, 400));
  queries = 0;
  await new Promise((resume) => setTimeout(resume, 1_000));
  expect(queries).toBeGreaterThan(0);
  expect(queries).toBeLessThanOrEqual(5);
});

test('needs, with writers and consumers, no second connection', async () => {
  const narrow = await Diary.open(1);
  await narrow.consume();
  narrow.relay.start();
  await Promise.all(upTo(20).map((account) => narrow.write(account)));
  await narrow.settled();
  for (const account of upTo(20)) expect(await narrow.entered(account)).toEqual([1]);
  await narrow.close();
});
