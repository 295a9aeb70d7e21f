import { eventually, ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';
import { randomUUID } from 'node:crypto';

interface Account {
  readonly owner: TestUser;
  readonly shop: Shop;
}

let world: World;
let one: Account;
let other: Account;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  [one, other] = [await account(), await account()];
});
afterEach(async () => {
  await world.settled();
  for (const { owner } of [one, other]) {
    expect(ok(await owner.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
  }
});

async function account(): Promise<Account> {
  const owner = await world.account();
  return { owner, shop: await openShop(owner) };
}

const stocked = ({ owner, shop }: Account, name: string) => stockItem(owner, shop, 1_000_000, { name });

let orders = 0;
/** Places an order of this many lines of an item. */
const place = (account: Account, item_id: number, lines = 1): Promise<number> =>
  placeItems(
    account,
    Array.from({ length: lines }, () => item_id),
  );

/** Places an order with a line for each item, which differs from all other orders. */
async function placeItems({ owner, shop }: Account, items: readonly number[]): Promise<number> {
  const fields = { order_status_id: shop.paid_id, comment: `Order ${++orders}` };
  const products = items.map((item_id) => ({ item_id, quantity: 1 }));
  const order = orderOf(shop, products, fields);
  let reply = await owner.api.sale.order.add(order);
  // The request is refused for overload: such a request may be repeated.
  while (reply.error && reply.error_details.some(({ code }) => code === 'unavailable'))
    reply = await owner.api.sale.order.add(order);
  return ok(reply).order.order_id;
}

/** Returns the orders whose stock sales knows to be taken. */
async function settledAmong(order_ids: readonly number[]): Promise<number[]> {
  const rows: { order_id: number }[] = await world.assembly.running.sales.db.source.query(
    `SELECT order_id FROM sales.sale_order_product WHERE order_id = ANY ($1)
     GROUP BY order_id HAVING bool_and(taken = quantity) ORDER BY order_id`,
    [order_ids],
  );
  return rows.map(({ order_id }) => order_id);
}

const inventory = () => world.assembly.running.inventory.db.source;

/** Locks an item's stock until the function that it returns is called. */
async function lockStock(item_id: number): Promise<() => Promise<void>> {
  const locker = inventory().createQueryRunner();
  await locker.startTransaction();
  await locker.query('SELECT FROM inventory.item_stock WHERE item_id = $1 FOR UPDATE', [item_id]);
  return async () => {
    await locker.rollbackTransaction();
    await locker.release();
  };
}

/** Keeps the demands of all orders in the outbox of sales until the function that it returns is called. */
async function holdBackDemands(): Promise<() => Promise<void>> {
  const sales = world.assembly.running.sales.db.source;
  const owner = randomUUID();
  const renew = `UPDATE sales.lease SET owner = $1, epoch = epoch + 1, expires_at = clock_timestamp() + interval '2.9 s'
                 WHERE name = 'relay'`;
  await sales.query(renew, [owner]);
  const renewal = setInterval(() => void sales.query(renew, [owner]), 500);
  return async () => {
    clearInterval(renewal);
    await sales.query(`UPDATE sales.lease SET owner = NULL WHERE name = 'relay'`);
  };
}

const untilSettled = (order_ids: readonly number[]) =>
  eventually(async () => (await settledAmong(order_ids)).length === order_ids.length);

test('while the stock of an item is locked, all orders without it settle, those of its account too', async () => {
  const [locked, free, others] = [
    await stocked(one, 'Locked'),
    await stocked(one, 'Free'),
    await stocked(other, 'Other'),
  ];
  await world.settled();
  const unlock = await lockStock(locked);
  const waiting: number[] = [];
  const own: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 5; round++) {
    waiting.push(await place(one, locked));
    own.push(await place(one, free));
    theirs.push(await place(other, others));
  }
  await Promise.all([untilSettled(own), untilSettled(theirs)]);
  expect(await settledAmong(waiting)).toEqual([]);
  await unlock();
  await world.settled();
  expect(await settledAmong(waiting)).toEqual(waiting);
});

test('orders that waited for a lock get the stock oldest first, before those that come when it is gone', async () => {
  const scarce = await stockItem(one.owner, one.shop, 5, { name: 'Scarce' });
  await world.settled();
  const unlock = await lockStock(scarce);
  const orders: number[] = [];
  for (let n = 0; n < 8; n++) orders.push(await place(one, scarce));
  const deferred = 'SELECT FROM inventory.parked_event WHERE retry_at IS NOT NULL';
  await eventually(async () => (await inventory().query(deferred)).length === orders.length);
  await unlock();
  for (let n = 0; n < 4; n++) orders.push(await place(one, scarce));
  await world.settled();
  expect(await settledAmong(orders)).toEqual(orders.slice(0, 5));
});

test('orders of hot stocks that came while one was locked have all settled 5 s after it is free', async () => {
  const hot: number[] = [];
  for (let n = 0; n < 24; n++) hot.push(await stocked(one, `Hot ${n}`));
  await world.settled();
  const unlock = await lockStock(hot[0]!);
  const orders: number[] = [];
  const client = async (_: unknown, index: number) => {
    for (let n = 0; n < 75; n++) {
      orders.push(
        await placeItems(
          one,
          [1, 5, 7].map((step) => hot[(index + n * step) % hot.length]!),
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  await unlock();
  const released = performance.now();
  await untilSettled(orders);
  expect(performance.now() - released).toBeLessThan(5_000);
});

test('an order does not wait for the large orders that another account has sent before', async () => {
  const [goods, others] = [await stocked(one, 'Many'), await stocked(other, 'Few')];
  await place(one, goods, 1_000);
  await place(other, others);
  await world.settled();
  const large: number[] = [];
  const release = await holdBackDemands();
  while (large.length < 30) large.push(...(await Promise.all([1, 2, 3].map(() => place(one, goods, 1_000)))));
  const small = await place(other, others);
  await release();
  await untilSettled([small]);
  expect((await settledAmong(large)).length).toBeLessThan(large.length);
  await world.settled();
  expect(await settledAmong(large)).toEqual(large.toSorted((first, second) => first - second));
});
