import { operations } from '@stockbook/contracts';
import {
  call,
  ok,
  openShop,
  openTenant,
  orderOf,
  post,
  requestOf,
  sign,
  stockItem,
  type Tenant,
  type TestUser,
  World,
} from '@stockbook/testing';

let world: World;
let owner: TestUser;
let clerk: TestUser;
let order_id: number;
beforeAll(async () => {
  world = await World.shared();
  owner = await world.account();
  clerk = await world.colleague(owner, { access: ['*'], modify: ['*'], view_cost: false });
  const shop = await openShop(owner);
  const item_id = await stockItem(owner, shop, 5);
  const fields = { order_status_id: shop.paid_id };
  ({ order_id } = ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id, quantity: 2 }], fields))).order);
  await world.settled();
});

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

/** The cost of all goods that are bought below: every amount that is computed from it has these digits. */
const SECRET = 7654.3219;
const secrets = Array.from({ length: 40 }, (_, n) => String(Number((SECRET * (n + 1)).toFixed(4))));
/**
 * This also matches within the JSON text of an event. The value of a currency, behind its decimal places, is no cost.
 */
const COST_KEY = /(?<!"decimal_place\\?":\d+,\\?)"(cost|unit_cost|average_cost|pool_cost|value)\\?":/;

describe('a user who may not see cost, whatever is asked,', () => {
  let tenant: Tenant;
  let user: TestUser;
  beforeAll(async () => {
    tenant = await openTenant(world, 'Mine');
    user = await world.colleague(tenant.user, { access: ['*'], modify: ['*'], view_cost: false });
    const { inventory, sale } = tenant.user.api;
    const { item_id = 0, location_id = 0, order_id = 0, order_product_id } = tenant.ids;
    await world.settled();
    ok(await inventory.item.editStock({ items: [{ item_id, location_id, quantity: 0 }] }));
    ok(await inventory.addition.add({ addition: [{ item_id, location_id, quantity: 30, cost: SECRET }] }));
    ok(await inventory.item.edit({ item_id, cost: 1 }));
    ok(await inventory.item.edit({ item_id, cost: SECRET }));
    ok(await inventory.item.edit({ item_id, cost: SECRET * 2 }));
    const sold = orderOf(tenant.shop, [{ item_id, quantity: 2 }], { order_status_id: tenant.shop.paid_id });
    const { order } = ok(await sale.order.add(sold));
    const line = order.products[0]?.order_product_id;
    await world.settled();
    ok(
      await sale.credit_note.add({
        ...{ order_id: order.order_id, restock: 1 },
        products: [{ order_product_id: line, quantity: 1 }],
      }),
    );
    ok(await sale.order.edit({ order_id, comment: `Line ${order_product_id}` }));
    await world.settled();
  });

  it.each(['inventory_item', 'sale_order', 'sale_credit_note'])('polls none with %s', async (filter_event) => {
    const poll = async (of: TestUser) =>
      JSON.stringify(ok(await of.api.integration.webhook.getEvent({ filter_event, limit: 100 })));
    const [shown, whole] = [await poll(user), await poll(tenant.user)];
    expect(secrets.filter((secret) => whole.includes(secret))).not.toEqual([]);
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    expect(COST_KEY.test(whole) && !COST_KEY.test(shown)).toBe(true);
  });

  it.each([...operations.values()])('sees none of $path', async (operation) => {
    const request = await requestOf(world, tenant, operation);
    for (const body of [request, { ...request, limit: 100, filter_deleted: true }, ...disturbed(request)]) {
      const { status, body: answer } = await call(world.url, user.credentials, operation.path, body);
      const text = JSON.stringify(answer);
      expect(status).toBeLessThan(500);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      expect(text).not.toMatch(COST_KEY);
    }
    await world.settled();
  });

  it('finds none in the audit log, where the owner does', async () => {
    const read = async (of: TestUser) =>
      JSON.stringify(ok(await of.api.setting.audit.get({ filter_record: 'inventory/item', limit: 100 })));
    expect(await read(tenant.user)).toContain(secrets[0]);
    const shown = await read(user);
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  });
});

/**
 * Returns the request with each of its numbers too large, and with costs of its own, so that refusals name stock and
 * amounts.
 */
function disturbed(request: object): object[] {
  const numbers = pathsOf(request).map((path) => replaced(request, path, 1_999_999_999));
  return [...numbers, { ...request, cost: 3, sort: 'cost' }, { ...request, sort: 'pool_cost' }];
}

/** Returns the paths of the numbers in a request. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]));
}

function replaced(value: unknown, [name, ...inner]: readonly string[], by: number): object {
  const copy: Record<string, unknown> = Object.assign(Array.isArray(value) ? [] : {}, value);
  if (name !== undefined) copy[name] = inner.length ? replaced(copy[name], inner, by) : by;
  return copy;
}
