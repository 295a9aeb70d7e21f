import { event, type Event } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { gate } from '../bus/event-bus.conformance.js';
import { perAccount } from './event-router.js';
import { Transient } from '../fault.js';
import { pageRead, pageWritten, enterAll, entering, Diary, Page } from '../diary.fixture.js';
import { publish } from '../outbox/publish.js';

let diary: Diary;
beforeEach(async () => void (diary = await Diary.open()));
afterEach(() => diary.close());

/** Ends the connections that are in the middle of a transaction. */
const terminate = () =>
  diary.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
  );

test('applies every event once, however often it comes', async () => {
  await diary.consume();
  for (const account of [1, 2, 1, 2, 1]) await diary.write(account, 1);
  const events = await diary.pending();
  for (const again of [events, [...events, ...events], [...events].reverse()]) await diary.bus.publish(again);
  expect(await diary.entered(1)).toEqual([1, 2, 3]);
  expect(await diary.entered(2)).toEqual([1, 2]);
});

test('applies it once in each group', async () => {
  await diary.consume();
  await diary.consume([entering], 'other');
  await diary.write(1, 1);
  const events = await diary.pending();
  await diary.bus.publish(events);
  await diary.bus.publish(events);
  expect(await diary.entered(1)).toEqual([1, 1]);
});

test('applies nothing of a batch that fails before its commit, and all of it the next time', async () => {
  let crashes = 1;
  const crashing = async (events: readonly Event<never>[], tx: Tx) => {
    await enterAll(events, tx);
    if (crashes-- > 0) throw new Transient('killed before the commit');
  };
  await diary.consume([{ type: pageWritten, handle: crashing }]);
  for (let page = 0; page < 3; page++) await diary.write(1, 1);
  const events = await diary.pending();
  await expect(diary.bus.publish(events)).rejects.toThrow('killed before the commit');
  expect(await diary.entered(1)).toEqual([]);
  await diary.bus.publish(events);
  expect(await diary.entered(1)).toEqual([1, 2, 3]);
});

test('recovers when its connection is cut in the middle of a batch', async () => {
  const door = gate();
  let tries = 0;
  const slow = async (events: readonly Event<never>[], tx: Tx) => {
    await enterAll(events, tx);
    if (++tries === 1) await door.pass();
    await enterAll([], tx);
  };
  await diary.consume([{ type: pageWritten, handle: slow }]);
  diary.relay.start();
  for (let page = 0; page < 3; page++) await diary.write(1, 1);
  await door.waiting;
  expect(await terminate()).toHaveLength(1);
  door.open();
  await diary.settled();
  expect(await diary.entered(1)).toEqual([1, 2, 3]);
  expect(tries).toBeGreaterThan(1);
  expect(await diary.rows('SELECT * FROM diary.parked_event')).toEqual([]);
});

test('applies events after a migration has changed the type of a column that it reads', async () => {
  const version = statement('version', 'SELECT version FROM diary.book WHERE account_id = 1');
  const reading = async (events: readonly Event<never>[], tx: Tx) => {
    await tx.query(version, []);
    await enterAll(events, tx);
  };
  await diary.consume([{ type: pageWritten, handle: reading }]);
  diary.relay.start();
  await diary.write(1);
  await diary.settled();
  await diary.rows('ALTER TABLE diary.book ALTER version TYPE bigint');
  await diary.write(1);
  await diary.settled();
  expect(await diary.rows('SELECT * FROM diary.parked_event')).toEqual([]);
  expect(await diary.entered(1)).toEqual([1, 2]);
});

test('goes on after its transaction stood still until PostgreSQL ended it', async () => {
  const lock = statement('lock_book', 'SELECT FROM diary.book WHERE account_id = 1 FOR UPDATE');
  let tries = 0;
  const pausing = async (events: readonly Event<never>[], tx: Tx) => {
    await enterAll(events, tx);
    await tx.query(lock, []);
    // Another connection gets the lock only after this transaction has ended.
    if (++tries === 1) await diary.rows(lock.text);
    await tx.query(lock, []);
  };
  await diary.consume([{ type: pageWritten, handle: pausing }]);
  await diary.write(1);
  await diary.bus.publish(await diary.pending());
  expect([tries, await diary.entered(1)]).toEqual([2, [1]]);
  expect(await diary.rows('SELECT * FROM diary.parked_event')).toEqual([]);
});

test('tries a transient fault again and again, and parks nothing', async () => {
  let faults = 3;
  const refused = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const busy = async (events: readonly Event<never>[], tx: Tx) => {
    if (faults-- > 0) throw refused();
    await enterAll(events, tx);
  };
  await diary.consume([{ type: pageWritten, handle: busy }]);
  await diary.write(1, 1);
  const events = await diary.pending();
  for (let time = 0; time < 3; time++) await expect(diary.bus.publish(events)).rejects.toThrow('connect');
  await diary.bus.publish(events);
  expect(await diary.entered(1)).toEqual([1]);
  expect(await diary.rows('SELECT * FROM diary.parked_event')).toEqual([]);
});

test('hands neighbours of one kind over together, and a batch to all its accounts', async () => {
  const runs: string[] = [];
  const noting = async (events: readonly Event<never>[]) => void runs.push(`${events[0]?.name} ${events.length}`);
  await diary.consume([
    { type: pageWritten, handle: noting },
    { type: pageRead, handle: noting },
  ]);
  for (const account of [1, 2, 3]) await diary.write(account, 1);
  await diary.write(2, 1, '', pageRead);
  for (const account of [3, 2]) await diary.write(account, 1);
  await diary.bus.publish(await diary.pending());
  expect(runs).toEqual(['book.page_written 3', 'book.page_read 1', 'book.page_written 2']);
});

test('applies the events of each topic in a transaction of their own', async () => {
  const shelved = event('shelf', 'page_shelved', Page, ({ book_id }) => book_id);
  const transactions = new Map<string, Set<string>>();
  const noting = async (events: readonly Event<never>[], tx: Tx) => {
    const [row] = await tx.query<{ id: string }>({ name: 'xact', text: 'SELECT pg_current_xact_id()::text AS id' }, []);
    for (const { topic } of events) transactions.set(topic, (transactions.get(topic) ?? new Set()).add(row!.id));
  };
  await diary.consume([
    { type: pageWritten, handle: noting },
    { type: shelved, handle: noting },
  ]);
  for (const type of [pageWritten, shelved, pageWritten, shelved]) await diary.write(1, 1, '', type);
  await diary.bus.publish(await diary.pending());
  const [books, shelves] = ['book', 'shelf'].map((topic) => [...(transactions.get(topic) ?? [])]);
  expect([books, shelves]).toEqual([[expect.any(String)], [expect.any(String)]]);
  expect(books).not.toEqual(shelves);
});

test('publishes once what a handler publishes', async () => {
  let crashes = 1;
  const answering = async (events: readonly Event<Page>[], tx: Tx) => {
    for (const { payload, sequence, account_id } of events) publish(tx, pageRead, payload, sequence, account_id);
    if (crashes-- > 0) throw new Transient('killed before the commit');
  };
  await diary.consume([
    { type: pageWritten, handle: answering },
    { type: pageRead, handle: enterAll },
  ]);
  diary.relay.start();
  for (const account of [1, 2]) await diary.write(account, 1);
  await diary.settled();
  expect(crashes).toBeLessThan(1);
  expect(await diary.rows('SELECT account_id, name FROM diary.outbox_archive ORDER BY name, account_id')).toEqual([
    { account_id: 1, name: 'book.page_read' },
    { account_id: 2, name: 'book.page_read' },
    { account_id: 1, name: 'book.page_written' },
    { account_id: 2, name: 'book.page_written' },
  ]);
  expect([await diary.entered(1), await diary.entered(2)]).toEqual([[1], [1]]);
});

test('parks the event whose handler sent what fails, and no other, with the failure that came first', async () => {
  const answering = async (events: readonly Event<Page>[], tx: Tx) => {
    for (const { payload, sequence, account_id } of events)
      publish(tx, pageRead, payload, sequence, payload.note === 'foreign' ? 999 : account_id);
    await enterAll(events, tx);
  };
  await diary.consume([{ type: pageWritten, handle: answering }]);
  for (const account of [1, 2, 3]) await diary.write(account, 1, account === 2 ? 'foreign' : '');
  await diary.bus.publish(await diary.pending());
  expect([await diary.entered(1), await diary.entered(2), await diary.entered(3)]).toEqual([[1], [], [1]]);
  const [parked, ...others] = await diary.rows('SELECT account_id, error FROM diary.parked_event');
  expect(parked).toEqual({ account_id: 2, error: expect.stringContaining('row-level security') });
  expect(others).toEqual([]);
});

test('hands a kind of event to each of its handlers, in their order, in the same transaction', async () => {
  await diary.consume([entering, entering]);
  await diary.write(1);
  await diary.write(1);
  await diary.bus.publish(await diary.pending());
  expect(await diary.entered(1)).toEqual([1, 2, 1, 2]);
});

test('may work on one account after the other with the tools of a request', async () => {
  const served: number[] = [];
  const copying = (events: readonly Event<Page>[], tx: Tx) =>
    perAccount(tx, events, async (own, ofAccount) => {
      served.push(own.account_id);
      await enterAll(ofAccount, own);
      publish(own, pageRead, { book_id: 1, note: '' }, ofAccount.length);
    });
  await diary.consume([{ type: pageWritten, handle: copying }]);
  for (const account of [2, 1, 2]) await diary.write(account);
  const events = await diary.pending();
  await diary.bus.publish(events);
  expect(served).toEqual([1, 2]);
  expect([await diary.entered(1), await diary.entered(2)]).toEqual([[1], [1, 2]]);
  const published = (await diary.pending()).slice(events.length);
  expect(published.map(({ account_id, sequence }) => [account_id, sequence])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('skips a kind that it knows and does not handle, and keeps the order of those that it does', async () => {
  await diary.consume([entering]);
  for (const type of [pageWritten, pageRead, pageWritten]) await diary.write(1, 1, '', type);
  await diary.bus.publish(await diary.pending());
  expect(await diary.entered(1)).toEqual([1, 3]);
  expect(diary.reported).toEqual([]);
});
