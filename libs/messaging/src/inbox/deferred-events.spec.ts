import type { Event } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { eventually } from '@stockbook/testing/database';
import type { QueryRunner } from 'typeorm';
import { BehindDeferred, Transient } from '../fault.js';
import { enterAll, Diary, type Page, pageWritten } from '../diary.fixture.js';
import { LocalBus } from '../bus/local-bus.js';
import { parkedKeys } from './parked.js';

let diary: Diary;
let locker: QueryRunner;
let failure: Error | undefined;
beforeEach(async () => {
  diary = await Diary.open(6);
  failure = undefined;
  locker = diary.db.source.createQueryRunner();
  await locker.startTransaction();
});
afterEach(async () => {
  if (locker.isTransactionActive) await locker.rollbackTransaction();
  await locker.release();
  await diary.close();
});

const lockBooks = statement(
  'lock_books',
  `SELECT FROM diary.book WHERE (account_id, book_id) IN (SELECT * FROM unnest($1::int[], $2::int[]))
   ORDER BY account_id, book_id FOR UPDATE`,
);

/** Enters pages in the list with their books locked; a page that is broken fails while there is a failure. */
async function enterLocked(events: readonly Event<Page>[], tx: Tx): Promise<void> {
  await tx.query(lockBooks, [
    events.map(({ account_id }) => account_id),
    events.map(({ aggregate_id }) => aggregate_id),
  ]);
  if (failure && events.some(({ payload }) => payload.note === 'broken')) throw failure;
  await enterAll(events, tx);
}
const consumptions = [{ type: pageWritten, handle: enterLocked }];

const lock = (account_id: number, book_id: number) =>
  locker.query('SELECT FROM diary.book WHERE account_id = $1 AND book_id = $2 FOR UPDATE', [account_id, book_id]);
const unlock = () => locker.rollbackTransaction();

/** The relay publishes again what a test has published by hand. */
function settled(): Promise<void> {
  diary.relay.start();
  return diary.settled();
}

/** Writes pages into these books, and returns their events. */
async function written(...accountsAndBooks: [account_id: number, book_id: number, note?: string][]): Promise<Event[]> {
  for (const [account_id, book_id, note] of accountsAndBooks) await diary.write(account_id, book_id, note);
  return diary.pending();
}

const has = (account_id: number, book_id: number, sequences: readonly number[]) =>
  eventually(async () => String(await diary.entered(account_id, book_id)) === String(sequences));

test('an event that meets a lock is deferred, while other keys of its account and other accounts go on', async () => {
  await diary.consume(consumptions);
  const events = await written([1, 1], [1, 2], [2, 1], [1, 1]);
  await lock(1, 1);
  await diary.bus.publish(events);
  expect(await diary.entered(2, 1)).toEqual([1]);
  await has(1, 2, [1]);
  expect(await diary.entered(1, 1)).toEqual([]);
  await unlock();
  await settled();
  expect(await diary.entered(1, 1)).toEqual([1, 2]);
  expect(diary.reported).toEqual([]);
});

test('a deferred event keeps the trace that it belongs to', async () => {
  const applied: (string | undefined)[] = [];
  const noting = async (events: readonly Event<Page>[], tx: Tx): Promise<void> => {
    await enterLocked(events, tx);
    applied.push(...events.map(({ traceparent }) => traceparent));
  };
  await diary.consume([{ type: pageWritten, handle: noting }]);
  const [event] = await written([1, 1]);
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  await lock(1, 1);
  await diary.bus.publish([{ ...event!, traceparent }]);
  await unlock();
  await has(1, 1, [1]);
  expect(applied).toEqual([traceparent]);
});

test('later events of a deferred key queue behind it, and those that come again are not applied twice', async () => {
  await diary.consume(consumptions);
  const events = await written([1, 1], [1, 1], [1, 2]);
  await lock(1, 1);
  await diary.bus.publish(events.slice(0, 1));
  await diary.bus.publish(events);
  await has(1, 2, [1]);
  await diary.bus.publish(events);
  await unlock();
  await settled();
  expect([await diary.entered(1, 1), await diary.entered(1, 2)]).toEqual([[1, 2], [1]]);
});

test('deferred events are not listed as parked', async () => {
  await diary.consume(consumptions);
  const events = await written([1, 1], [1, 1]);
  await lock(1, 1);
  await diary.bus.publish(events);
  expect(await parkedKeys(diary.db)).toEqual([]);
});

test('the oldest record gets its turn, though many that wait for it were deferred before it', async () => {
  const waiting = Array.from({ length: 60 }, (_, n): [number, number] => [1, n + 2]);
  let isOldestEntered = false;
  const enterInTurn = async (events: readonly Event<Page>[], tx: Tx): Promise<void> => {
    const isOldest = events.some(({ aggregate_id }) => aggregate_id === 1);
    if (!isOldest && !isOldestEntered) {
      // The transaction is so slow that the first events are due again before the last has had its turn.
      await tx.query(statement('doze', 'SELECT pg_sleep(0.06)'), []);
      throw new BehindDeferred('Book 1 comes first.', events);
    }
    await enterLocked(events, tx);
    isOldestEntered = true;
  };
  await diary.consume([{ type: pageWritten, handle: enterInTurn }]);
  const events = await written([1, 1], ...waiting);
  await diary.bus.publish(events.slice(1));
  await lock(1, 1);
  await diary.bus.publish(events.slice(0, 1));
  await unlock();
  await settled();
  expect(await diary.entered(1, 61)).toEqual([1]);
});

test('a deferred event that fails for good is parked, with those behind it', async () => {
  await diary.consume(consumptions);
  const events = await written([1, 1, 'broken'], [1, 1]);
  await lock(1, 1);
  await diary.bus.publish(events);
  failure = new Error('broken page');
  await unlock();
  await settled();
  expect(await parkedKeys(diary.db)).toMatchObject([
    { aggregate_id: 1, events: 2, error: expect.stringContaining('broken page') },
  ]);
  expect(diary.reported).toMatchObject([{ message: 'book 1 of account 1 is parked.' }]);
});

test('a passing fault of one deferred key does not hold up the others', async () => {
  await diary.consume(consumptions);
  const events = await written([1, 1, 'broken'], [2, 1]);
  await lock(1, 1);
  await lock(2, 1);
  await diary.bus.publish(events);
  failure = new Transient('not yet');
  await unlock();
  await has(2, 1, [1]);
  expect(await diary.entered(1, 1)).toEqual([]);
  failure = undefined;
  await settled();
  expect(await diary.entered(1, 1)).toEqual([1]);
});

test('replicas share the deferred events, and each is applied once', async () => {
  const buses = [new LocalBus(), new LocalBus(), new LocalBus()];
  for (const bus of buses) await diary.consume(consumptions, 'diary', bus);
  const books = Array.from({ length: 12 }, (_, n) => n + 1);
  const events = await written(...[...books, ...books].map((book): [number, number] => [1, book]));
  for (const book of books) await lock(1, book);
  await Promise.all(buses.map((bus) => bus.publish(events)));
  await unlock();
  await settled();
  for (const book of books) expect(await diary.entered(1, book)).toEqual([1, 2]);
});

test('the accounts of a batch that meets a lock are applied one by one', async () => {
  await diary.consume(consumptions);
  const accounts = [1, 2, 3, 4];
  const events = await written(...accounts.map((account): [number, number] => [account, 1]));
  await lock(3, 1);
  await diary.bus.publish(events);
  for (const account of accounts) expect(await diary.entered(account)).toEqual(account === 3 ? [] : [1]);
});
