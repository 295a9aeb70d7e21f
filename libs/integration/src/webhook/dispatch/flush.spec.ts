import { eventually, ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';
import type { ServerResponse } from 'node:http';
import type { QueryRunner } from 'typeorm';
import { Receiver } from '../http/receiver.fixture.js';

let world: World;
let user: TestUser;
let shop: Shop;
let receiver: Receiver;
/** These requests wait for an answer, in the order of their arrival. */
let open: ServerResponse[];
let lockers: QueryRunner[];
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
  [open, lockers] = [[], []];
  receiver = await Receiver.open((_, __, response) => void open.push(response));
});
afterEach(async () => {
  for (const locker of lockers) await locker.release();
  await receiver.close();
});

const db = () => world.assembly.running.integration.db.source;
const add = async () => (await receiver.subscribe(user)).webhook_id;
const place = async (firstname: string) =>
  ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname }))).order.order_id;
const edit = async (order_id: number) => ok(await user.api.sale.order.edit({ order_id, city: 'Oslo' }));
const deliveries = async (input = {}) => ok(await user.api.integration.webhook.getDelivery(input)).deliveries.reverse();
const statesOf = async (order_id: number) =>
  (await deliveries({ filter_record: `sale/order/${order_id}` })).map(({ state }) => state);
const areThere = (order_id: number, count: number) =>
  eventually(async () => (await statesOf(order_id)).length === count);
const answer = async (status: number) => {
  await eventually(() => open.length > 0);
  open.shift()!.writeHead(status).end();
};
/** Makes deliveries due as if the pause were over. */
const retryNow = () =>
  db().query(`UPDATE integration.webhook_queue SET next_try_at = now() WHERE account_id = $1 AND state = 'retrying'`, [
    user.account_id,
  ]);

/** Locks rows as another writer does, until the returned function runs. */
async function lock(
  rows: string,
  values: unknown[],
): Promise<{ isWaited: () => Promise<boolean>; end: () => Promise<void> }> {
  const runner = db().createQueryRunner();
  lockers.push(runner);
  await runner.startTransaction();
  const [{ pid }] = await runner.query('SELECT pg_backend_pid() AS pid');
  await runner.query(`SELECT FROM integration.${rows} FOR UPDATE`, values);
  const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  const isWaited = async () => (await db().query(waiting, [pid])).length > 0;
  return { isWaited, end: () => runner.commitTransaction() };
}
const lockDelivery = (order_id: number, place: 'first' | 'last') =>
  lock(
    `webhook_queue WHERE account_id = $1 AND position = (
       SELECT ${place === 'first' ? 'min' : 'max'}(position) FROM integration.webhook_queue
       WHERE account_id = $1 AND record_id = $2)`,
    [user.account_id, order_id],
  );

test('the success of a retry is written with the release of what it held', async () => {
  await add();
  const order_id = await place('Ada');
  await edit(order_id);
  await areThere(order_id, 2);
  await answer(500);
  await eventually(async () => (await statesOf(order_id)).join() === 'retrying,held');
  const held = await lockDelivery(order_id, 'last');
  await retryNow();
  await answer(200);
  await eventually(held.isWaited);
  expect(await statesOf(order_id)).toEqual(['retrying', 'held']);
  await held.end();
  await answer(200);
  await world.settled();
  expect(await statesOf(order_id)).toEqual(['delivered', 'delivered']);
});

test('a failure is written with the hold of what follows it', async () => {
  await add();
  const order_id = await place('Ada');
  await edit(order_id);
  await areThere(order_id, 2);
  const following = await lockDelivery(order_id, 'last');
  await answer(500);
  await eventually(following.isWaited);
  expect(await statesOf(order_id)).toEqual(['pending', 'pending']);
  await following.end();
  await eventually(async () => (await statesOf(order_id)).join() === 'retrying,held');
});

test('an event that follows a retry of its record is held at once', async () => {
  await add();
  const order_id = await place('Ada');
  await answer(500);
  await eventually(async () => (await statesOf(order_id)).join() === 'retrying');
  await edit(order_id);
  await eventually(async () => (await statesOf(order_id)).join() === 'retrying,held');
  await world.settled();
  expect(await statesOf(order_id)).toEqual(['retrying', 'held']);
});

test('deliveries that a later failure holds are not written with an earlier one', async () => {
  const webhook_id = await add();
  const [ada, bob] = [await place('Ada'), await place('Bob')];
  for (const order_id of [ada, bob]) {
    await edit(order_id);
    await areThere(order_id, 2);
  }
  await eventually(() => open.length === 2);
  const [answerBob, answerAda] = receiver.received[0]!.body.includes(`"order_id":${bob},`) ? open : open.toReversed();
  const health = await lock('webhook_health WHERE account_id = $1 AND webhook_id = $2', [user.account_id, webhook_id]);
  answerAda!.writeHead(500).end();
  await eventually(health.isWaited);
  const first = await lockDelivery(bob, 'first');
  answerBob!.writeHead(500).end();
  // The endpoint's writer waits, and has both failures by now.
  await statesOf(bob);
  await health.end();
  await eventually(first.isWaited);
  expect([await statesOf(ada), await statesOf(bob)]).toEqual([
    ['retrying', 'held'],
    ['pending', 'pending'],
  ]);
  await first.end();
  await eventually(async () => (await statesOf(bob)).join() === 'retrying,held');
});

test('a change of status that could not be written is written with the next result', async () => {
  const webhook_id = await add();
  const key = [user.account_id, webhook_id];
  await db().query(
    `UPDATE integration.webhook SET status = 'failing', version = version + 1
     WHERE account_id = $1 AND webhook_id = $2`,
    key,
  );
  const isFailing = 'ALTER TABLE integration.webhook ADD CONSTRAINT is_failing CHECK';
  await db().query(`${isFailing} (account_id <> ${user.account_id} OR status = 'failing') NOT VALID`);
  const order_ids = [await place('Ada'), await place('Bob'), await place('Cyd')];
  // Its owner has it for as long as the last one waits for an answer.
  await eventually(() => open.length === 3);
  await answer(200);
  await eventually(async () => (await deliveries()).filter(({ state }) => state === 'delivered').length === 1);
  await db().query('ALTER TABLE integration.webhook DROP CONSTRAINT is_failing');
  await answer(200);
  await eventually(async () => ok(await user.api.integration.webhook.get({})).webhooks[0]?.status === 'enabled');
  await answer(200);
  await eventually(async () => (await Promise.all(order_ids.map(statesOf))).join() === 'delivered,delivered,delivered');
});

const released = async (webhook_id: number) => {
  const free = 'SELECT FROM integration.webhook_health WHERE account_id = $1 AND webhook_id = $2 AND owner IS NULL';
  await eventually(async () => (await db().query(free, [user.account_id, webhook_id])).length > 0);
};

test('a retry to which its endpoint subscribes no more is cancelled', async () => {
  const webhook_id = await add();
  const order_id = await place('Ada');
  await answer(500);
  await eventually(async () => (await statesOf(order_id)).join() === 'retrying');
  await released(webhook_id);
  ok(await user.api.integration.webhook.edit({ webhook_id, events: ['sale_order.deleted'] }));
  await retryNow();
  await world.settled();
  expect(await deliveries()).toMatchObject([
    { state: 'cancelled', reason: 'unsubscribed', attempts: [{ status: 500 }] },
  ]);
  expect(open).toEqual([]);
});

test('a retry goes to the URL that its endpoint has by then', async () => {
  const moved = await Receiver.open();
  const { webhook_id, secret } = await receiver.subscribe(user);
  moved.trust(secret);
  const order_id = await place('Ada');
  await answer(500);
  await eventually(async () => (await statesOf(order_id)).join() === 'retrying');
  await released(webhook_id);
  ok(await user.api.integration.webhook.edit({ webhook_id, url: moved.url }));
  await retryNow();
  await world.settled();
  expect([moved.received.length, open.length]).toEqual([1, 0]);
  expect(moved.received[0]!.headers).toMatchObject({ 'stockbook-attempt': '2' });
  await moved.close();
});

test('one host gets 16 requests at a time, from however many endpoints, and holds up no other host', async () => {
  const other = await Receiver.open(undefined, undefined, '127.0.0.2');
  for (let n = 0; n < 17; n++) await add();
  await other.subscribe(user);
  await place('Ada');
  await eventually(() => open.length === 16 && other.received.length === 1);
  await place('Bob');
  await eventually(() => other.received.length === 2);
  expect(open.length).toBe(16);
  await answer(200);
  await eventually(() => receiver.received.length === 17);
  await other.close();
});

describe('an endpoint whose deliveries are given up', () => {
  const exhaust = async (failing: string, exhausted: string) => {
    const webhook_id = await add();
    await place('Ada');
    await answer(500);
    const key = [user.account_id, webhook_id];
    await eventually(async () => (await deliveries())[0]?.state === 'retrying');
    await released(webhook_id);
    await db().query(
      `UPDATE integration.webhook SET status = 'failing', failing_since = now() - $3::interval, version = version + 1
       WHERE account_id = $1 AND webhook_id = $2`,
      [...key, failing],
    );
    await db().query(
      `UPDATE integration.webhook_health SET first_exhausted = now() - $3::interval
       WHERE account_id = $1 AND webhook_id = $2`,
      [...key, exhausted],
    );
    // This is the tenth try.
    await db().query(
      `UPDATE integration.webhook_queue SET next_try_at = now(), tries = 9 WHERE account_id = $1 AND webhook_id = $2`,
      key,
    );
    await answer(500);
    await eventually(async () => (await deliveries())[0]?.state === 'exhausted');
  };

  it('is disabled after five days without a success, when they lie 12 hours apart', async () => {
    await exhaust('5 days 1 hour', '13 hours');
    await eventually(async () => {
      const [endpoint] = ok(await user.api.integration.webhook.get({})).webhooks;
      return endpoint?.status === 'disabled' && endpoint.disabled_reason === 'failing for 5 days';
    });
  });

  it.each([
    ['4 days', '13 hours'],
    ['6 days', '11 hours'],
  ])('stays enabled when it has failed for %s and they lie %s apart', async (failing, exhausted) => {
    await exhaust(failing, exhausted);
    await world.settled();
    expect(ok(await user.api.integration.webhook.get({})).webhooks).toMatchObject([{ status: 'failing' }]);
  });
});
