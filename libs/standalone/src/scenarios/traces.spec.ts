import { startTracing } from '@stockbook/process';
import { Collector, ok, openShop, orderOf, stockItem, World } from '@stockbook/testing';

const ORDERS = 12;

let collector: Collector;
let world: World;
let stopTracing: () => Promise<void>;
beforeAll(async () => {
  collector = await Collector.open();
  world = await World.open();
  const settings = { endpoint: collector.url, ratio: 1, trustsClients: false, version: '' };
  stopTracing = await startTracing('test', settings, () => undefined);
});
afterAll(async () => {
  await world.close();
  await collector.close();
});

interface Published {
  readonly traceparent: string | null;
}

test('orders that share a transaction publish their events in a trace each', async () => {
  const user = await world.account();
  const shop = await openShop(user);
  const item_id = await stockItem(user, shop, ORDERS);
  const add = () => user.api.sale.order.add(orderOf(shop, [{ item_id, quantity: 1 }]));
  for (const added of await Promise.all(Array.from({ length: ORDERS }, add))) ok(added);
  await world.settled();
  await stopTracing();
  const requests = collector.spans.filter(({ name, parent_id }) => name === 'sale/order/add' && !parent_id);
  const { source } = world.assembly.running.sales.db;
  const published = await source.query<Published[]>(
    `SELECT traceparent FROM sales.outbox_archive
     WHERE account_id = $1 AND payload ->> 'change' = 'added' AND topic = 'sale.order'`,
    [user.account_id],
  );
  expect(published.map(({ traceparent }) => traceparent?.split('-')[1]).sort()).toEqual(
    requests.map(({ trace_id }) => trace_id).sort(),
  );
  expect(requests).toHaveLength(ORDERS);
});
