import type { Event } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import { eventually } from '@stockbook/testing/database';
import type { EventBus } from './bus/event-bus.js';
import { gate } from './bus/event-bus.conformance.js';
import { BATCH_BYTES } from './bus/turns.js';
import { Diary } from './diary.fixture.js';
import { Relay } from './outbox/relay.js';
import { settled } from './settled.js';

const TERM_MS = 3_000;
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** The diary's bus as one relay sees it: remembers what came through, and may keep it waiting. */
class Line {
  readonly sent: Event[] = [];
  door?: ReturnType<typeof gate>;
  fault?: Error;
  signal?: AbortSignal;

  readonly publish: EventBus['publish'] = async (events, signal) => {
    this.signal = signal;
    await this.door?.pass();
    signal?.throwIfAborted();
    if (this.fault) throw this.fault;
    await diary.bus.publish(events, signal);
    this.sent.push(...events);
  };
}

let diary: Diary;
let relays: Relay[];
beforeEach(async () => {
  [diary, relays] = [await Diary.open(6), []];
  await diary.consume();
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await diary.close();
});

/** Starts a relay as another replica of the service has one. */
function replica(line = new Line(), db = diary.db) {
  const bus: EventBus = { publish: line.publish, subscribe: fail, close: fail };
  const relay = new Relay({ db, bus, report: (fault) => diary.reported.push(fault) });
  relays.push(relay);
  relay.start();
  return { relay, line };
}
const fail = () => Promise.reject(new Error('A relay does nothing but publish.'));

interface LeaseRow {
  readonly epoch: number;
  readonly expires_at: Date;
}
async function lease(): Promise<LeaseRow> {
  const [row] = await diary.rows<LeaseRow>('SELECT * FROM diary.lease');
  return row!;
}
const isHeld = () =>
  eventually(async () => (await diary.rows('SELECT FROM diary.lease WHERE owner IS NOT NULL')).length > 0);
/** Takes the lease like a relay that is gone at once, or that this process cannot see. */
const takenBySomeoneElse = () =>
  diary.rows(
    `INSERT INTO diary.lease AS lease VALUES ('relay', gen_random_uuid(), 1, now() + interval '3 s') ON CONFLICT (name)
     DO UPDATE SET owner = excluded.owner, epoch = lease.epoch + 1, expires_at = excluded.expires_at`,
  );
/** Starts two relays, the first of which has the lease and a batch that does not get through. */
async function withBatchInWork() {
  const first = replica();
  await isHeld();
  const second = replica();
  const door = (first.line.door = gate());
  await diary.write(1);
  await door.waiting;
  return { first, second, door };
}
/** Starts a relay that has the lease and reads the payload of a large event, which takes until the door opens. */
async function withReadInWork() {
  const door = gate();
  const db: Db = Object.create(diary.db);
  let refused = 0;
  db.query = async (statement, values) => {
    if (statement.name === 'pending_payloads') await door.pass();
    const rows = await diary.db.query(statement, values);
    if (statement.name === 'renew_lease' && !rows.length) refused++;
    return rows as never;
  };
  await diary.write(1, 1, 'x'.repeat(BATCH_BYTES));
  const { line } = replica(new Line(), db);
  await door.waiting;
  return { line, door, knowsOfLoss: () => eventually(() => refused > 0) };
}
const pending = async () => (await diary.pending()).map(({ sequence }) => sequence);

test('one of two relays moves the events, in their order and each once', async () => {
  const both = [replica(), replica()];
  const books = [1, 2, 3];
  const write = async () => {
    for (let page = 0; page < 10; page++) for (const book of books) await diary.write(1, book);
  };
  await Promise.all([write(), write()]);
  await settled(both.map(({ relay }) => relay));
  for (const book of books) expect(await diary.entered(1, book)).toEqual(upTo(20));
  expect(both.map(({ line }) => line.sent.length).sort()).toEqual([0, 60]);
  expect((await lease()).epoch).toBe(1);
});

test('a relay without the lease is idle when nothing is pending, whichever relay published it', async () => {
  const { first, second, door } = await withBatchInWork();
  expect(await second.relay.isIdle()).toBe(false);
  door.open();
  await settled([first.relay]);
  expect(await second.relay.isIdle()).toBe(true);
});

test('the lease is handed over at a stop, after the batch in work', async () => {
  const { first, second, door } = await withBatchInWork();
  const stopped = first.relay.stop();
  await diary.write(1);
  door.open();
  await stopped;
  const began = performance.now();
  await settled([second.relay]);
  expect(performance.now() - began).toBeLessThan(TERM_MS / 2);
  expect(await diary.entered(1)).toEqual([1, 2]);
  expect([first, second].map(({ line }) => line.sent.length)).toEqual([1, 1]);
  expect((await lease()).epoch).toBe(2);
});

test('the lease of a relay that was killed is over after its term, and not before', async () => {
  await diary.write(1);
  const began = performance.now();
  await takenBySomeoneElse();
  const { relay } = replica();
  await settled([relay]);
  const waited = performance.now() - began;
  expect(waited).toBeGreaterThanOrEqual(TERM_MS - 1);
  expect(waited).toBeLessThan(3 * TERM_MS);
  expect((await lease()).epoch).toBe(2);
});

test('a lease left of a clock that was set back holds nobody up', async () => {
  await takenBySomeoneElse();
  await diary.rows(`UPDATE diary.lease SET expires_at = now() + interval '1 hour'`);
  await diary.write(1);
  await settled([replica().relay]);
  expect(await diary.entered(1)).toEqual([1]);
});

test('a batch that takes longer than the term keeps its lease', async () => {
  const { relay, line } = replica();
  await isHeld();
  line.door = gate();
  await diary.write(1);
  await line.door.waiting;
  const other = replica();
  const { expires_at } = await lease();
  await eventually(async () => Number((await lease()).expires_at) > Number(expires_at) + TERM_MS);
  line.door.open();
  await settled([relay]);
  expect([line.sent.length, other.line.sent.length]).toEqual([1, 0]);
});

test('a relay that finds its lease taken lets go of the batch in work', async () => {
  const { relay, line } = replica();
  await isHeld();
  line.door = gate();
  await diary.write(1);
  await line.door.waiting;
  await takenBySomeoneElse();
  await eventually(() => line.signal?.aborted === true);
  line.door.open();
  expect(await pending()).toEqual([1]);
  await settled([relay]);
  expect(await diary.entered(1)).toEqual([1]);
  expect((await lease()).epoch).toBe(3);
});

test('a relay that finds its lease taken while it reads an event does not publish it', async () => {
  const { line, door, knowsOfLoss } = await withReadInWork();
  await takenBySomeoneElse();
  await knowsOfLoss();
  door.open();
  await eventually(() => diary.reported.length > 0);
  expect([line.sent, await pending()]).toEqual([[], [1]]);
  expect(String(diary.reported[0])).toContain("The lease 'relay' of diary was lost.");
});

test('a relay does not publish an event that another one has archived while it was read', async () => {
  const { line, door } = await withReadInWork();
  await diary.rows('UPDATE diary.lease SET owner = NULL, epoch = epoch + 1');
  const other = replica();
  await settled([other.relay]);
  door.open();
  await eventually(() => diary.reported.length > 0);
  expect([line, other.line].map(({ sent }) => sent.length)).toEqual([0, 1]);
  expect(String(diary.reported[0])).toContain('Another relay has taken the lease');
});

test('a relay that cannot renew its lease lets go when its term is over', async () => {
  const { relay, line } = replica();
  await isHeld();
  line.door = gate();
  await diary.write(1);
  await line.door.waiting;
  const blocker = diary.db.source.createQueryRunner();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM diary.lease FOR UPDATE');
  const began = performance.now();
  await eventually(() => line.signal?.aborted === true);
  expect(performance.now() - began).toBeLessThan(3 * TERM_MS);
  line.door.open();
  await blocker.query('ROLLBACK');
  await blocker.release();
  await settled([relay]);
  expect(await diary.entered(1)).toEqual([1]);
});

test('a relay that slept through its lease removes nothing, and what it sends is dropped', async () => {
  const asleep = replica();
  await isHeld();
  const { expires_at } = await lease();
  asleep.line.door = gate();
  await diary.write(1);
  await asleep.line.door.waiting;
  // Its next renewal is a second away: until then it does not know.
  await eventually(async () => Number((await lease()).expires_at) > Number(expires_at));
  await diary.rows(`UPDATE diary.lease SET expires_at = now()`);
  await diary.write(1);
  const line = new Line();
  line.door = gate();
  const awake = replica(line);
  await line.door.waiting;
  asleep.line.door.open();
  await eventually(() => diary.reported.length > 0);
  expect(String(diary.reported[0])).toContain('Another relay has taken the lease');
  expect([await pending(), await diary.entered(1)]).toEqual([[1, 2], [1]]);
  line.door.open();
  await settled([asleep.relay, awake.relay]);
  expect(await diary.entered(1)).toEqual([1, 2]);
  expect([asleep, awake].map((each) => each.line.sent.map(({ sequence }) => sequence))).toEqual([[1], [1, 2]]);
});

test('a relay that cannot publish leaves it to one that can', async () => {
  const failing = replica();
  await isHeld();
  failing.line.fault = new Error('The broker is out of reach.');
  const other = replica();
  await diary.write(1);
  await settled([failing.relay, other.relay]);
  expect(new Set(diary.reported)).toEqual(new Set([failing.line.fault]));
  expect([failing, other].map(({ line }) => line.sent.length)).toEqual([0, 1]);
});
