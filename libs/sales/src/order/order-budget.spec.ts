import { ok, stockItem, World } from '@stockbook/testing';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Counter, product } from '../counter.fixture.js';

let world: World;
let counter: Counter;
let roundTrips = 0;
beforeAll(async () => {
  world = await World.open();
  counter = await Counter.open(world);
  // With the first order the service keeps what it refers to, which others need not.
  await counter.place();
  countRoundTrips();
});
beforeEach(async () => {
  await world.settled();
  roundTrips = 0;
});
afterAll(() => world.close());

/** Counts the round trips of the sales service's requests: statements that go out behind one without its answer are one with it. */
function countRoundTrips(): void {
  const counted = new WeakSet();
  for (const { db } of world.assembly.replicas.sales) {
    const { driver } = db.source;
    if (!(driver instanceof PostgresDriver)) throw new Error('This is not PostgreSQL.');
    driver.master.on('acquire', (client: { query(...given: unknown[]): unknown }) => {
      if (counted.has(client)) return;
      counted.add(client);
      const query = client.query.bind(client);
      let underway = 0;
      client.query = (...given) => {
        if (!underway) roundTrips++;
        const answer = query(...given);
        // A single read comes with a callback.
        if (!(answer instanceof Promise)) return answer;
        underway++;
        return answer.finally(() => underway--);
      };
    });
  }
}

const lines = async () => {
  const item_id = await stockItem(counter.user, counter.shop, 100);
  return Array.from({ length: 20 }, () => product({ item_id }));
};

it('an order of 20 lines is added in 6 round trips for a new customer, and in 4 for a known one', async () => {
  const products = await lines();
  const given = { products, order_status_id: counter.shop.paid_id, email: 'ada@engines.test', telephone: '+1' };
  await counter.place(given);
  expect(roundTrips).toBe(6);
  roundTrips = 0;
  await counter.place(given);
  expect(roundTrips).toBe(4);
});

it('20 lines are replaced in 8 round trips, and a status is changed in 7', async () => {
  const products = await lines();
  const { order_id } = await counter.place();
  roundTrips = 0;
  await counter.edit(order_id, { products });
  expect(roundTrips).toBe(8);
  roundTrips = 0;
  ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.paid_id }));
  expect(roundTrips).toBe(7);
});

it('a page of orders is read in 4 round trips, one of them for the lines', async () => {
  await counter.ids({ filter_name: 'Ada', filter_order_status: '1,2,3', sort: 'date_modified' });
  expect(roundTrips).toBe(4);
});

it('a batch is deleted in 6 round trips', async () => {
  const ids = (await Promise.all([1, 2, 3].map(() => counter.place()))).map(({ order_id }) => order_id);
  roundTrips = 0;
  ok(await counter.orders.delete({ batch_id: ids }));
  expect(roundTrips).toBe(6);
});

it('a page of customers is read in 4 round trips', async () => {
  ok(await counter.user.api.sale.customer.get({ sort: 'annual_spend' }));
  expect(roundTrips).toBe(4);
});
