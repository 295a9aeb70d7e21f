import { poolOf } from '@stockbook/persistence';
import { ok, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../counter.fixture.js';

let world: World;
let counter: Counter;
let statements = 0;
let roundTrips = 0;
let commits = 0;
beforeAll(async () => {
  world = await World.open();
  counter = await Counter.open(world);
  // Each replica keeps what orders refer to from its first order on; calls at the same time go to all of them.
  await Promise.all([1, 2, 3, 4].map(() => counter.place()));
  countStatements();
});
beforeEach(async () => {
  await world.settled();
  [statements, roundTrips, commits] = [0, 0, 0];
});
afterAll(() => world.close());

/**
 * Counts what the sales service's requests send: a statement that goes out behind another before its answer has no
 * round trip of its own.
 */
function countStatements(): void {
  const counted = new WeakSet();
  const sources = world.assembly.replicas.sales.flatMap(({ db }) => [db.source, db.writes]);
  for (const source of sources) {
    poolOf(source).on('acquire', (client: { query(...given: unknown[]): unknown }) => {
      if (counted.has(client)) return;
      counted.add(client);
      const query = client.query.bind(client);
      let underway = 0;
      client.query = (...given) => {
        statements++;
        if (Object(given[0]).text === 'COMMIT') commits++;
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

test('an order of 20 lines is added by 9 statements in 5 round trips, or 7 in 3 for a known customer', async () => {
  const products = await lines();
  const given = { products, order_status_id: counter.shop.paid_id, email: 'ada@engines.test', telephone: '+1' };
  await counter.place(given);
  expect([statements, roundTrips]).toEqual([9, 5]);
  [statements, roundTrips] = [0, 0];
  await counter.place(given);
  expect([statements, roundTrips]).toEqual([7, 3]);
});

test('20 lines are replaced by 13 statements in 7 round trips, and a status is changed by 11 in 6', async () => {
  const products = await lines();
  const { order_id } = await counter.place();
  [statements, roundTrips] = [0, 0];
  await counter.edit(order_id, { products });
  expect([statements, roundTrips]).toEqual([13, 7]);
  [statements, roundTrips] = [0, 0];
  ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.paid_id }));
  expect([statements, roundTrips]).toEqual([11, 6]);
});

test('a page of orders with its total and lines is read by 3 statements in 2 round trips; the last too', async () => {
  await counter.ids({ sort: 'date_modified', limit: 1 });
  expect([statements, roundTrips]).toEqual([3, 2]);
  [statements, roundTrips] = [0, 0];
  await counter.ids({ sort: 'date_modified', limit: 100 });
  expect([statements, roundTrips]).toEqual([3, 2]);
});

test('a searched page of orders is read by 3 statements, and one more where its texts were not sampled', async () => {
  for (const search of [{ filter_name: 'Ada', sort: 'date_modified' }, { search: 'Ada' }] as const) {
    // Each replica samples for itself; calls at the same time go to all of them.
    statements = 0;
    await Promise.all(world.assembly.replicas.sales.map(() => counter.ids({ ...search, limit: 1 })));
    expect(statements).toBe(4 * world.assembly.replicas.sales.length);
    statements = 0;
    await counter.ids({ ...search, limit: 1 });
    expect(statements).toBe(3);
  }
});

test('a batch is deleted by 10 statements in 5 round trips', async () => {
  const ids = (await Promise.all([1, 2, 3].map(() => counter.place()))).map(({ order_id }) => order_id);
  [statements, roundTrips] = [0, 0];
  ok(await counter.orders.delete({ batch_id: ids }));
  expect([statements, roundTrips]).toEqual([10, 5]);
});

test('a page of customers is read by 3 statements: customers, what they spent, and total', async () => {
  ok(await counter.user.api.sale.customer.get({ sort: 'annual_spend', limit: 1 }));
  expect(statements).toBe(3);
});

test('orders of 32 clients share their transactions: at most one commit of each replica for four of them', async () => {
  const clients = Array.from({ length: 32 }, async () => {
    for (let placed = 0; placed < 8; placed++) await counter.place();
  });
  await Promise.all(clients);
  expect(commits / 256).toBeLessThanOrEqual(0.25 * world.assembly.replicas.sales.length);
});
