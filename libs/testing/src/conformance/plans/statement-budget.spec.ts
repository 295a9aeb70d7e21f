import { eventually, ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '../../index.js';
import pg from 'pg';
import { noteEverything, type SentAnywhere } from './sent-statements.fixture.js';

let world: World;
let owner: TestUser;
let shop: Shop;

let sent: SentAnywhere[] = [];
let stopNoting: () => void;

beforeAll(async () => {
  stopNoting = noteEverything((each) => sent.push(each));
  world = await World.open();
  owner = await world.account();
  shop = await openShop(owner);
});
beforeEach(async () => {
  await world.settled();
  sent = [];
});
afterAll(async () => {
  await world.close();
  stopNoting();
});

/** Returns the transactions in which one of these statements was sent, each with all that it sent. */
function transactionsWith(name: string): SentAnywhere[][] {
  const open = new Map<object, SentAnywhere[]>();
  const ended: SentAnywhere[][] = [];
  for (const each of sent) {
    if (each.text.startsWith('BEGIN')) open.set(each.connection, []);
    open.get(each.connection)?.push(each);
    if (/COMMIT\s*$/.test(each.text)) {
      ended.push(open.get(each.connection) ?? []);
      open.delete(each.connection);
    }
  }
  return ended.filter((statements) => statements.some((each) => each.name === name));
}

const BACKGROUND = [
  'pending',
  'archive',
  'is_empty',
  'deferred_accounts',
  'no_deferred',
  'threshold_changes',
  'are_thresholds_applied',
  'expired_reservations',
  'no_expired_reservation',
];
/** Returns the statements of the inventory's requests, without those of its relay, its deferred events and its jobs. */
const requestStatements = () =>
  sent.filter(({ application, name, text }) => {
    return (
      application === 'stockbook-inventory' &&
      !BACKGROUND.includes(name) &&
      !/lease|pg_try_advisory|job_run|^prune_|^measure_/.test(name + text)
    );
  });

/** Adds items that differ, because the same request twice is one. */
async function stockItems(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await stockItem(owner, shop, 1_000, { name: `Ware ${count}.${n}` }));
  return ids;
}

test('a page of items is read by 3 statements, and by one more where it has rows that no page has shown', async () => {
  await stockItems(5);
  await world.settled();
  for (const statements of [4, 3]) {
    sent = [];
    ok(await owner.api.inventory.item.get({ limit: 3, sort: 'name' }));
    expect(requestStatements().map(({ name }) => name)).toHaveLength(statements);
  }
});

test('a page without stock, components and a total sends only the statements of what it shows', async () => {
  await stockItems(2);
  await world.settled();
  ok(await owner.api.inventory.item.get({}));
  sent = [];
  ok(await owner.api.inventory.item.get({ fields: 'name,sku', with_total: false }));
  expect(requestStatements().map(({ name }) => name)).toHaveLength(1);
  const lines = () => sent.filter(({ name }) => name === 'listed_lines').length;
  ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }])));
  ok(await owner.api.sale.order.get({ fields: 'total,email' }));
  expect(lines()).toBe(0);
  ok(await owner.api.sale.order.get({ fields: 'products' }));
  expect(lines()).toBe(1);
});

test('a page of movements is read by 2 statements', async () => {
  ok(await owner.api.inventory.flow.get({ limit: 1 }));
  expect(requestStatements()).toHaveLength(2);
});

test('the stock of 100 items is set by as many statements as that of one', async () => {
  const ids = await stockItems(100);
  const set = async (item_ids: readonly number[], quantity: number) => {
    await world.settled();
    sent = [];
    const items = item_ids.map((item_id) => ({ item_id, location_id: shop.store_id, quantity }));
    expect(ok(await owner.api.inventory.item.editStock({ items }))).toMatchObject({ changed: item_ids.length });
    return requestStatements().length;
  };
  const [one, hundred] = [await set(ids.slice(0, 1), 2_000), await set(ids, 3_000)];
  expect([one, hundred]).toEqual([11, 11]);
});

test('documents of 100 lines take as many statements as those of one: 14 to add and 17 to edit', async () => {
  const item_ids = await stockItems(100);
  const { addition } = owner.api.inventory;
  const linesOf = (ids: readonly number[], quantity: number) =>
    ids.map((item_id) => ({ item_id, location_id: shop.store_id, quantity, cost: 2 }));
  const sentBy = async (work: () => Promise<unknown>) => {
    await world.settled();
    sent = [];
    await work();
    return requestStatements().length;
  };
  for (const ids of [item_ids.slice(0, 1), item_ids]) {
    let item_addition_id = 0;
    const adding = await sentBy(async () => {
      ({ item_addition_id } = ok(await addition.add({ addition: linesOf(ids, 5) })));
    });
    const edit = { item_addition_id, addition: linesOf(ids, 7) };
    const editing = await sentBy(async () => ok(await addition.edit({ ...edit, comment: `${ids.length}` })));
    expect([adding, editing]).toEqual([14, 17]);
  }
});

test('a stock take of any size takes 10 statements to add, 10 to count and 14 to complete', async () => {
  const item_ids = await stockItems(100);
  const jobs = owner.api.inventory.stock_take_job;
  const sentBy = async <T>(work: () => Promise<T>): Promise<{ answer: T; statements: number }> => {
    await world.settled();
    sent = [];
    const answer = await work();
    return { answer, statements: requestStatements().length };
  };
  const budgets: number[][] = [];
  for (const ids of [item_ids.slice(0, 1), item_ids]) {
    const lines = ids.map((item_id) => ({ item_id, quantity: 1_000 - ids.length }));
    const add = () => jobs.add({ location_id: shop.store_id, items: ids.map((item_id) => ({ item_id })) });
    const added = await sentBy(add);
    const { item_stock_take_job_id } = ok(added.answer);
    const counted = await sentBy(() => jobs.count({ item_stock_take_job_id, items: lines }));
    const completed = await sentBy(() => jobs.complete({ item_stock_take_job_id }));
    expect(ok(completed.answer).changed).toBe(ids.length);
    budgets.push([added, counted, completed].map(({ statements }) => statements));
  }
  expect(budgets).toEqual(Array(2).fill([10, 10, 14]));
});

test('an item with its stock is added by 13 statements, two of which read it for its fact', async () => {
  await stockItems(1);
  expect(requestStatements()).toHaveLength(13);
});

test('a batch of any number of orders takes its stock by 13 statements and settles their lines by 8', async () => {
  const item_ids = await stockItems(3);
  const place = (n: number) => {
    const lines = item_ids.map((item_id) => ({ item_id, quantity: 1 }));
    return owner.api.sale.order.add(orderOf(shop, lines, { order_status_id: shop.paid_id, comment: `Order ${n}` }));
  };
  await world.settled();
  sent = [];
  (await Promise.all(Array.from({ length: 50 }, (_, n) => place(n)))).forEach(ok);
  await world.settled();
  const [taking, settling] = [transactionsWith('enter_demands'), transactionsWith('apply_settlements')];
  expect(taking.length).toBeGreaterThan(0);
  expect(Math.max(...taking.map(({ length }) => length))).toBeLessThanOrEqual(13);
  expect(settling.length).toBeGreaterThan(0);
  expect(Math.max(...settling.map(({ length }) => length))).toBeLessThanOrEqual(8);
});

/** PostgreSQL plans a statement for its values five times, then once for all values if that plan costs no more. */
test('the customer and the items of an order are found by plans that are kept', async () => {
  const item_id = await stockItem(owner, shop, 100);
  const place = (n: number) => {
    const contact = { firstname: 'Ada', email: `ada.${n}@example.com`, telephone: `+44 20 ${n}` };
    return owner.api.sale.order.add(orderOf(shop, [{ item_id, quantity: 1 }], contact));
  };
  sent = [];
  for (let n = 0; n < 40; n++) ok(await place(n));
  await world.settled();
  const names = new Set(sent.map(({ name }) => name));
  const planned: string[] = [];
  for (const connection of new Set(sent.map((each) => each.connection))) {
    if (!(connection instanceof pg.Client)) continue;
    const { rows } = await connection.query<{ name: string }>(
      'SELECT name FROM pg_prepared_statements WHERE custom_plans > generic_plans + 10',
    );
    planned.push(...rows.map(({ name }) => name));
  }
  const kept = ['customers_of_contacts', 'items_by_item_id'];
  expect([...names]).toEqual(expect.arrayContaining(kept));
  expect(planned.filter((name) => kept.includes(name))).toEqual([]);
});

/** Each other account has one order: then PostgreSQL expects no second one of a channel, either. */
const ORDERS = `INSERT INTO sales.sale_order (account_id, location_id, channel_id, channel, order_status_id, currency,
    imported_order_id)
  SELECT account_id, 1, channel_id, 'Counter', 1, 'USD', 'old' || n FROM generate_series(1, 2000) n,
    LATERAL (VALUES ($1::int, $2::bigint), (1000000 + n, 1000000 + n)) AS account (account_id, channel_id)`;

test('an imported order is found by its number, by a plan that suits every account', async () => {
  const { source } = world.assembly.running.sales.db;
  const seller = await world.account();
  const counter = await openShop(seller);
  await source.query(ORDERS, [seller.account_id, counter.channel_id]);
  await source.query('ANALYZE sales.sale_order');
  const order = orderOf(counter, [{ item_id: 0, quantity: 1 }], { imported_order_id: 'new' });
  ok(await seller.api.integration.channel.importOrder(order));
  const { text } = sent.find(({ name }) => name === 'imported_order') ?? {};
  const plan = await source.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
  expect(JSON.stringify(plan)).toContain('sale_order_imported');
});

const addPromotion = async (limit_policy: string) => {
  const configuration = { amount: 1, limit_policy };
  const added = await owner.api.extension.total.promotion.add({ name: 'Off', type: 'fixed', configuration });
  return ok(added).promotion_id;
};
const orderOff = (promotion_id: number) => {
  const totals = [{ code: `promotion.${promotion_id}`, name: 'Off', price: -1, sort_order: 0 }];
  return orderOf(shop, [{ item_id: 0, quantity: 1 }], { totals });
};

test('a strict promotion is claimed by 5 statements of its service', async () => {
  const order = orderOff(await addPromotion('strict'));
  ok(await owner.api.sale.order.add(order));
  await world.settled();
  sent = [];
  ok(await owner.api.sale.order.add(order));
  expect(transactionsWith('hold_promotions').map(({ length }) => length)).toEqual([5]);
});

test('a batch of orders records its uses of promotions by 10 statements, however many they are', async () => {
  const order = orderOff(await addPromotion('count'));
  await world.settled();
  sent = [];
  (await Promise.all(Array.from({ length: 50 }, () => owner.api.sale.order.add(order)))).forEach(ok);
  await world.settled();
  const recording = transactionsWith('lock_used_promotions');
  expect(recording.length).toBeGreaterThan(0);
  expect(Math.max(...recording.map(({ length }) => length))).toBeLessThanOrEqual(10);
});

test('a cart is calculated by 1 statement once the promotions are known', async () => {
  await addPromotion('count');
  const { promotion } = owner.api.extension.total;
  const cart = { products: [{ quantity: 1, price: 5 }] };
  // Each replica reads them once.
  await eventually(async () => {
    sent = [];
    ok(await promotion.calculate(cart));
    const names = sent.map(({ name }) => name).filter((name) => /promotion/.test(name) && !/expired/.test(name));
    return names.join() === 'current_promotion_counters';
  });
});

const HOLDS = `INSERT INTO integration.promotion_hold (account_id, promotion_id, channel_id, key, date_expire, order_id)
  SELECT $1, n, 1, 'not due', now() - interval '1 hour' * (n % 2 - 0.5), n % 2 FROM generate_series(1, 2000) AS n`;
const RESERVATIONS = `INSERT INTO inventory.reservation (account_id,
    user_id, username, location_id, status, date_expire)
  SELECT $1, 1, '', 1, 'active', now() + interval '1 hour' FROM generate_series(1, 2000)`;

test.each([
  [
    'holds of promotions, be they waiting or taken by an order in the last day,',
    'integration',
    'promotion_hold',
    HOLDS,
  ],
  ['reservations', 'inventory', 'reservation', RESERVATIONS],
] as const)('the job that ends %s reads none that are not due', async (_, service, table, filling) => {
  const { source } = world.assembly.running[service].db;
  await source.query(filling, [owner.account_id]);
  await source.query(`ANALYZE ${service}.${table}`);
  await world.settled();
  for (const name of [`expired_${table}s`, `no_expired_${table}`]) {
    await eventually(() => sent.some((each) => each.name === name));
    const plan = await source.query(`EXPLAIN ANALYZE ${sent.find((each) => each.name === name)?.text}`);
    expect(JSON.stringify(plan)).not.toContain('Rows Removed');
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  }
});
