import { post, sign } from '@stockbook/auth';
import { ok, openShop, orderOf, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let owner: TestUser;
let clerk: TestUser;
let order_id: number;
beforeAll(async () => {
  world = await World.open();
  owner = await world.account();
  clerk = await world.colleague(owner, { access: ['*'], modify: ['*'], view_cost: false });
  const shop = await openShop(owner);
  const item_id = await stockItem(owner, shop, 5);
  const fields = { order_status_id: shop.paid_id };
  ({ order_id } = ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id, quantity: 2 }], fields))).order);
  await world.settled();
});
afterAll(() => world.close());

const send = async (path: string, text: string) => {
  const { status, headers, body } = await post(world.url, path, text);
  return { status, type: headers.get('content-type'), text: JSON.stringify(body) };
};
const ask = (user: TestUser, path: string, body: object) => send(path, sign(`/${path}`, body, user.credentials));
const costs = (text: string) => text.match(/"[a-z_]*cost":[\d.]+/g) ?? [];

test('a read shows no cost to a user who may not see it', async () => {
  const [shown, whole] = await Promise.all([clerk, owner].map((user) => ask(user, 'sale/order/get', { order_id })));
  expect(costs(whole!.text)).toEqual(['"cost":5', '"cost":2.5']);
  expect(shown).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
  expect(shown!.text).toBe(whole!.text.replace(/"cost":[\d.]+,/g, ''));
});

test('a write shows no cost either, reports its success, and is replayed the same', async () => {
  const path = 'sale/order/edit';
  const text = sign(`/${path}`, { order_id, comment: 'Gift' }, clerk.credentials);
  const first = await send(path, text);
  expect(first).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
  expect(first.text).toMatch(/^\{"success":true,"order":\{"order_id":/);
  expect(costs(first.text)).toEqual([]);
  const replay = { ...first, text: first.text.replace('"success":true,', '"success":true,"replayed":true,') };
  expect(await send(path, text)).toEqual(replay);
  expect(costs((await ask(owner, path, { order_id, comment: 'Gift' })).text)).toEqual(['"cost":5', '"cost":2.5']);
});
