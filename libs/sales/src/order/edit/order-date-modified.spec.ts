import { ok, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
});

const FUTURE = '2100-01-01T00:00:00Z';

test.each<[string, (order_id: number) => Promise<unknown>]>([
  ['an edit', (order_id) => counter.edit(order_id, { city: 'Paris' })],
  ['a new status', (order_id) => counter.orders.addHistory({ order_id, order_status_id: counter.shop.paid_id })],
  ['a deletion', (order_id) => counter.orders.delete({ order_id })],
])('%s never sets date_modified back', async (_, change) => {
  const { order_id } = await counter.place();
  await counter.sql('UPDATE sales.sale_order SET date_modified = $2 WHERE order_id = $1', [order_id, FUTURE]);
  await change(order_id);
  expect((await counter.settled(order_id)).date_modified).toBe(FUTURE);
});

test('a stock answer moves date_modified only if it changes what the order shows', async () => {
  const item_id = await stockItem(counter.user, counter.shop, 1);
  const moved = async (quantity: number) => {
    const { order_id } = await counter.place({
      products: [product({ item_id, quantity })],
      order_status_id: counter.shop.paid_id,
    });
    await world.settled();
    const dates = 'SELECT date_modified > date_added AS moved FROM sales.sale_order WHERE order_id = $1';
    return counter.sql(dates, [order_id]);
  };
  expect(await moved(5)).toEqual([{ moved: false }]);
  expect(await moved(1)).toEqual([{ moved: false }]);
});

test('a change that waits for the lock of its order has a later date_modified than the change before it', async () => {
  const { order_id } = await counter.place();
  const runner = world.assembly.running.sales.db.source.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT FROM sales.sale_order WHERE order_id = $1 FOR UPDATE', [order_id]);
  const waiting = counter.orders.edit({ order_id, city: 'Paris' });
  for (let waits = 0; !waits;)
    [{ waits }] = await runner.query(
      `SELECT count(*)::int AS waits FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  const [{ now }] = await runner.query('SELECT clock_timestamp() AS now');
  await runner.commitTransaction();
  await runner.release();
  ok(await waiting);
  const later = await counter.sql('SELECT FROM sales.sale_order WHERE order_id = $1 AND date_modified >= $2', [
    order_id,
    now,
  ]);
  expect(later).toHaveLength(1);
});
