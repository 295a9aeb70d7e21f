import { eventually, ok, openShop, orderOf, World } from '@stockbook/testing';
import { Receiver } from '../http/receiver.fixture.js';

const ANOTHER_REPLICA = '00000000-0000-7000-8000-000000000000';

let world: World;
beforeAll(async () => void (world = await World.open({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } })));
afterAll(() => world.close());

test('a delivery is sent again by the new owner of its endpoint, whatever the old one has heard', async () => {
  const user = await world.account();
  const shop = await openShop(user);
  const { webhook } = user.api.integration;
  let answer = () => {};
  const slow = await Receiver.open((_, __, response) => {
    if (slow.received.length > 1) response.end();
    else answer = () => response.end();
  });
  const healthy = await Receiver.open();
  const add = async (url: string) => ok(await webhook.add({ url, events: ['sale_order'] })).webhook_id;
  const [webhook_id, other_id] = [await add(slow.url), await add(healthy.url)];
  const statesOf = async (filter_webhook_id: number) =>
    ok(await webhook.getDelivery({ filter_webhook_id })).deliveries.map(({ state }) => state);
  const ownUntil = (until: string) =>
    world.assembly.running.integration.db.source.query(
      'UPDATE integration.webhook_health SET owner = $3, owned_until = $4 WHERE account_id = $1 AND webhook_id = $2',
      [user.account_id, webhook_id, ANOTHER_REPLICA, until],
    );

  const { order_id } = ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }]))).order;
  await eventually(() => slow.received.length === 1);
  await ownUntil('infinity');
  answer();
  ok(await user.api.sale.order.edit({ order_id, city: 'Oslo' }));
  await eventually(async () => (await statesOf(other_id)).join() === 'delivered,delivered');
  expect(await statesOf(webhook_id)).toEqual(['pending', 'pending']);
  await ownUntil('-infinity');
  await world.settled();
  expect(await statesOf(webhook_id)).toEqual(['delivered', 'delivered']);
  expect(slow.received.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 1, 2]);
  for (const receiver of [slow, healthy]) await receiver.close();
});
