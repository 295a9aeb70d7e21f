import { eventually, ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';
import type { ServerResponse } from 'node:http';
import { Receiver } from '../http/receiver.fixture.js';

interface Seller {
  readonly user: TestUser;
  readonly shop: Shop;
}

let world: World;
let receiver: Receiver;
/** Requests that wait for an answer, in the order of their arrival. */
let open: ServerResponse[];
beforeAll(async () => void (world = await World.open({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } })));
beforeEach(async () => {
  open = [];
  receiver = await Receiver.open((_, __, response) => void open.push(response));
});
afterEach(() => receiver.close());
afterAll(() => world.close());

async function seller(): Promise<Seller> {
  const user = await world.account();
  return { user, shop: await openShop(user) };
}
const add = async ({ user }: Seller, fields = {}) =>
  ok(await user.api.integration.webhook.add({ url: receiver.url, events: ['sale_order'], ...fields })).webhook_id;
const place = async ({ user, shop }: Seller, firstname: string) =>
  ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname }))).order.order_id;
const answer = async () => {
  await eventually(() => open.length > 0);
  open.shift()!.end();
};
const senders = () => receiver.received.map(({ body }) => JSON.parse(body).domain);

test('an account whose endpoint waits behind the long queue of another one gets a slot of their host in its turn', async () => {
  const [busy, quiet] = [await seller(), await seller()];
  for (let n = 0; n < 4; n++) await add(busy);
  for (let n = 0; n < 8; n++) await place(busy, `Ada ${n}`);
  await eventually(() => open.length === 16);
  const other = await Receiver.open(undefined, undefined, '127.0.0.2');
  await add(quiet);
  await add(quiet, { url: other.url });
  await place(quiet, 'Bob');
  // Both of its endpoints were loaded together.
  await eventually(() => other.received.length === 1);
  for (let n = 17; n <= 18; n++) {
    await answer();
    await eventually(() => receiver.received.length === n);
  }
  expect(senders().slice(16)).toContain(quiet.user.credentials.domain);
  await other.close();
});
