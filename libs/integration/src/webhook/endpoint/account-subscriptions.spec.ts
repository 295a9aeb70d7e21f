import type { Services } from '@stockbook/rpc';
import { ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';
import { Receiver } from '../http/receiver.fixture.js';
import { AccountSubscriptions } from './account-subscriptions.js';

let world: World;
let owner: TestUser;
let shop: Shop;
let receiver: Receiver;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
  receiver = await Receiver.open();
});
afterEach(() => receiver.close());

const db = () => world.assembly.running.integration.db;
async function isSubscribed(): Promise<boolean> {
  const { source } = world.assembly.running.sales.db;
  const [row] = await source.query('SELECT sales.is_subscribed($1) AS is', [owner.account_id]);
  return row.is;
}
const place = async (firstname: string) =>
  ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname }))).order.order_id;
async function deleteEndpoint(webhook_id: number): Promise<void> {
  ok(await owner.api.integration.webhook.delete({ webhook_id }));
  await world.settled();
}
/** Makes the account look as if it had lost its last endpoint long ago. */
async function passTime(): Promise<void> {
  for (const [table, column] of [
    ['webhook', 'date_deleted'],
    ['webhook_account', 'subscribed_at'],
  ])
    await db().source.query(`UPDATE integration.${table} SET ${column} = '2026-01-01' WHERE account_id = $1`, [
      owner.account_id,
    ]);
}

test('orders are published whole for as long as the account has an endpoint', async () => {
  const subscriptions = new AccountSubscriptions(world.assembly.services);
  expect(await isSubscribed()).toBe(false);
  const { webhook_id } = await receiver.subscribe(owner);
  const order_ids = [await place('Ada')];
  await world.settled();
  await deleteEndpoint(webhook_id);
  await subscriptions.run(db());
  expect(await isSubscribed()).toBe(true);
  await passTime();
  await subscriptions.run(db());
  expect(await isSubscribed()).toBe(false);
  await place('Bob');
  await receiver.subscribe(owner, { description: 'Another' });
  order_ids.push(await place('Cyd'));
  await world.settled();
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.order_id)).toEqual(order_ids);
});

test('a service that was away is notified later that an account is unsubscribed', async () => {
  const away = { askFor: () => Promise.reject(new Error('away')) } as unknown as Services;
  const { webhook_id } = await receiver.subscribe(owner);
  await deleteEndpoint(webhook_id);
  await passTime();
  await expect(new AccountSubscriptions(away).run(db())).rejects.toThrow('away');
  expect(await isSubscribed()).toBe(true);
  await new AccountSubscriptions(world.assembly.services).run(db());
  expect(await isSubscribed()).toBe(false);
});
