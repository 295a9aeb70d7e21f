import { WIDE_INTEGERS } from '@stockbook/persistence';
import {
  itemFilling,
  movementFilling,
  ok,
  openShop,
  orderFilling,
  orderOf,
  type Shop,
  stepsOf,
  type TestUser,
  World,
} from '@stockbook/testing';
import { Pool } from 'pg';
import { movementLimit, orderLimit } from './sql-limit.js';

let world: World;
let owner: TestUser;
let shop: Shop;
let database: Pool;
beforeAll(async () => {
  world = await World.open();
  owner = await world.account();
  shop = await openShop(owner);
  const { options } = world.assembly.running.sales.db.source;
  if (options.type !== 'postgres') throw new Error('This is not PostgreSQL.');
  database = new Pool({ connectionString: options.url, max: 4, types: WIDE_INTEGERS });
});
afterAll(async () => {
  await database.end();
  await world.close();
});

const indexes = async () =>
  (await database.query<{ indexdef: string }>('SELECT indexdef FROM pg_indexes ORDER BY indexdef')).rows;

test('filled items are whole, and their stock is proved by their flow', async () => {
  const before = await indexes();
  const { customer_group_id } = ok(await owner.api.sale.customer_group.add({ name: 'Trade' }));
  const { account_id } = owner;
  const filling = itemFilling({ ...shop, account_id, customer_group_id, pieces: 1_000 }, 300);
  for (const step of await stepsOf(database, filling)) await step();
  expect(await indexes()).toEqual(before);
  expect(ok(await owner.api.inventory.flow.verify({}))).toMatchObject({
    ok: true,
    checked: { items: 300, levels: 540 },
  });
  const { total, items } = ok(await owner.api.inventory.item.get({ sku: 'SKU-7' }));
  expect(total).toBe(1);
  expect(items).toMatchObject([{ locations: [{}, {}], customer_groups: [{ name: 'Trade' }], images: [{}, {}] }]);
  expect(ok(await owner.api.inventory.item.get({ filter_bundle: true, limit: 1 }))).toMatchObject({
    total: 27,
    items: [{ item_bundles: [{ quantity: 1 }, { quantity: 2 }] }],
  });
  expect(ok(await owner.api.inventory.item.get({}))).toMatchObject({ total: 297 });
});

test('filled movements are proved too', async () => {
  for (const step of await stepsOf(database, movementFilling(owner.account_id, 4_000))) await step();
  expect(ok(await owner.api.inventory.flow.verify({}))).toMatchObject({ ok: true, checked: { flows: 4_540 } });
});

test('filled orders have their lines, and every hundredth is deleted', async () => {
  const before = await indexes();
  for (const step of await stepsOf(database, orderFilling(owner.account_id, 300))) await step();
  expect(await indexes()).toEqual(before);
  const { total, orders } = ok(await owner.api.sale.order.get({ limit: 100 }));
  expect(total).toBe(297);
  expect(new Set(orders.map(({ products }) => products.length))).toEqual(new Set([1, 2, 3]));
  expect(ok(await owner.api.sale.order.get({ filter_deleted: true }))).toMatchObject({ total: 300 });
});

test('the limits write what they say, also when all of it wants one item', async () => {
  const sql = 'SELECT item_id FROM inventory.item_stock WHERE account_id = $1 AND location_id = $2 ORDER BY item_id';
  const { rows } = await database.query<{ item_id: number }>(sql, [owner.account_id, shop.store_id]);
  const [hot_item_id = 0, ...item_ids] = rows.map(({ item_id }) => item_id);
  const lines = [{ item_id: hot_item_id, quantity: 1 }];
  ok(await owner.api.sale.order.add(orderOf(shop, lines, { order_status_id: shop.paid_id })));
  await world.settled();
  const load = { account_id: owner.account_id, store_id: shop.store_id, item_ids, lines: 3 };
  expect(await orderLimit(database, load, 4, 0.3)).toBeGreaterThan(0);
  expect(await orderLimit(database, { ...load, hot_item_id }, 8, 0.3)).toBeGreaterThan(0);
  expect(await movementLimit(database, { ...load, lines: 50 }, 4, 0.3)).toBeGreaterThan(0);
});
