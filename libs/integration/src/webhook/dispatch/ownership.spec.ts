import { eventually, ok, openShop, orderOf, World } from '@stockbook/testing';
import { Receiver } from '../http/receiver.fixture.js';
import { RENEW } from './dispatch-statements.js';
import type { Claimed } from './lane/endpoint.js';
import { Lane } from './lane/lane.js';
import { Ownership } from './ownership.js';

const ANOTHER_REPLICA = '00000000-0000-7000-8000-000000000000';

let world: World;
beforeAll(async () => void (world = await World.shared()));

test('a delivery is sent again by the new owner of its endpoint, whatever answer the old one gets', async () => {
  const user = await world.account();
  const shop = await openShop(user);
  const { webhook } = user.api.integration;
  const answers: (() => void)[] = [];
  /** Its first delivery waits for its answer. */
  const openSlow = async () => {
    const receiver: Receiver = await Receiver.open((_, __, response) => {
      if (receiver.received.length > 1) response.end();
      else answers.push(() => response.end());
    });
    return receiver;
  };
  const [slow, other] = [await openSlow(), await openSlow()];
  const [{ webhook_id }, { webhook_id: other_id }] = [await slow.subscribe(user), await other.subscribe(user)];
  const statesOf = async (filter_webhook_id: number) =>
    ok(await webhook.getDelivery({ filter_webhook_id })).deliveries.map(({ state }) => state);
  const ownUntil = (until: string) =>
    world.assembly.running.integration.db.source.query(
      'UPDATE integration.webhook_health SET owner = $3, owned_until = $4 WHERE account_id = $1 AND webhook_id = $2',
      [user.account_id, webhook_id, ANOTHER_REPLICA, until],
    );
  const otherIsOwnedUntil = async () => {
    const [row]: { owned_until: Date }[] = await world.assembly.running.integration.db.source.query(
      'SELECT owned_until FROM integration.webhook_health WHERE account_id = $1 AND webhook_id = $2',
      [user.account_id, other_id],
    );
    return row!.owned_until.getTime();
  };

  const { order_id } = ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }]))).order;
  await eventually(() => answers.length === 2);
  await ownUntil('infinity');
  const before = await otherIsOwnedUntil();
  // Its owner renews all of its endpoints at once, and so learns that it has lost one.
  await eventually(async () => (await otherIsOwnedUntil()) > before);
  for (const answer of answers) answer();
  ok(await user.api.sale.order.edit({ order_id, city: 'Oslo' }));
  await eventually(async () => (await statesOf(other_id)).join() === 'delivered,delivered');
  expect(await statesOf(webhook_id)).toEqual(['pending', 'pending']);
  await ownUntil('-infinity');
  await world.settled();
  expect(await statesOf(webhook_id)).toEqual(['delivered', 'delivered']);
  expect(slow.received.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 1, 2]);
  for (const receiver of [slow, other]) await receiver.close();
});

test('the renewal of endpoints and the write of their results do not wait for each other', async () => {
  const { source } = world.assembly.running.integration.db;
  const user = await world.account();
  const add = async () =>
    ok(await user.api.integration.webhook.add({ url: 'http://127.0.0.1:9', events: ['sale_order'] })).webhook_id;
  const [first, second] = [await add(), await add()];
  const of = (webhook_id: number) => [user.account_id, webhook_id];
  const mine =
    'UPDATE integration.webhook_health SET owner = $3, owned_until = $4 WHERE account_id = $1 AND webhook_id = $2';
  // The first endpoint's row comes to lie behind the second one's.
  for (const webhook_id of [second, first]) await source.query(mine, [...of(webhook_id), ANOTHER_REPLICA, 'infinity']);
  const locked = 'SELECT FROM integration.webhook_health WHERE account_id = $1 AND webhook_id = $2 FOR UPDATE';
  const writer = source.createQueryRunner();
  await writer.startTransaction();
  await writer.query(locked, of(first));
  const renewed = world.assembly.running.integration.db.query(RENEW, [
    ANOTHER_REPLICA,
    [user.account_id, user.account_id],
    [first, second],
  ]);
  const waits = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await eventually(async () => ((await source.query(waits)) as { count: number }[])[0]?.count === 1);
  await writer.query(locked, of(second));
  await writer.commitTransaction();
  await writer.release();
  expect(await renewed).toHaveLength(2);
  await source.query(mine, [...of(first), null, '-infinity']);
});

test('an owner renews only the endpoints that it sends for: the lease of one whose release failed ends', async () => {
  const { db } = world.assembly.running.integration;
  const { account_id, api } = await world.account();
  const add = async () =>
    ok(await api.integration.webhook.add({ url: 'http://127.0.0.1:9', events: ['sale_order'] })).webhook_id;
  const webhook_id = await add();
  await add();
  const owned = new Ownership(db);
  await db.source.query(
    `UPDATE integration.webhook_health SET owner = $2, owned_until = now() + interval '5 s' WHERE account_id = $1`,
    [account_id, owned.owner],
  );
  const claimed = { account_id, webhook_id, retries: [], window_age_ms: 0, open_for_ms: null } as unknown as Claimed;
  owned.lanes.add(new Lane(claimed));
  await owned.renew();
  const renewed = `SELECT webhook_id FROM integration.webhook_health
    WHERE account_id = $1 AND owned_until > now() + interval '5 s'`;
  expect(await db.source.query(renewed, [account_id])).toEqual([{ webhook_id }]);
});
