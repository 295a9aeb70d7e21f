import type { OrderChange } from '@stockbook/contracts';
import { ok, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

interface Published {
  readonly name: string;
  readonly sequence: number;
  readonly payload: OrderChange;
}

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

/** Returns the events that sales published of an aggregate, in their order. */
async function publishedEvents(topic: string, id: number): Promise<Published[]> {
  await world.settled();
  return counter.sql<Published>(
    `SELECT name, sequence::int, payload FROM sales.outbox_archive
     WHERE account_id = $1 AND topic = $2 AND aggregate_id = $3 ORDER BY outbox_id`,
    [counter.user.account_id, topic, id],
  );
}

test('each change of an order publishes its whole demand, with the version of the order', async () => {
  const { user, shop, orders } = counter;
  const [mug, cup] = [await stockItem(user, shop, 9, { name: 'Mug' }), await stockItem(user, shop, 9, { name: 'Cup' })];
  const products = [product({ item_id: mug, name: 'Mug', quantity: 3 }), product()];
  const order = await counter.place({ products });
  const { order_id } = order;
  ok(await orders.addHistory({ order_id, comment: 'no change' }));
  ok(await orders.addHistory({ order_id, order_status_id: shop.paid_id }));
  await counter.edit(order_id, { city: 'Paris' });
  const edited = await counter.edit(order_id, { products: [product({ item_id: cup, name: 'Cup', quantity: 2 })] });
  ok(await orders.delete({ order_id }));
  const line = { location_id: shop.store_id };
  const mugLine = { ...line, line_id: order.products[0]!.order_product_id, item_id: mug };
  const cupLine = { ...line, line_id: edited.products[0]!.order_product_id, item_id: cup };
  const events = await publishedEvents('sale.order', order_id);
  expect(events.map(({ payload: { change, demand } }) => [change, demand?.lines])).toEqual([
    ['added', [{ ...mugLine, quantity: 0 }]],
    ['status_changed', [{ ...mugLine, quantity: 3 }]],
    ['edited', [{ ...mugLine, quantity: 3 }]],
    ['edited', [{ ...cupLine, quantity: 2 }]],
    ['deleted', [{ ...cupLine, quantity: 0 }]],
  ]);
  const versions = events.map(({ payload }) => payload.demand?.version ?? 0);
  expect(events.map(({ sequence }) => sequence)).toEqual(versions);
  // Settlements raise the version between these events.
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
  const { user_id } = user;
  const demand = { document: 'order', document_id: order_id, user_id, username: 'owner' };
  for (const { payload } of events) expect(payload).toMatchObject({ order_id, demand });
});

test('20 changes at the same moment are numbered without gaps', async () => {
  const { order_id } = await counter.place();
  await Promise.all(Array.from({ length: 20 }, (_, i) => counter.edit(order_id, { comment: `${i}` })));
  const events = await publishedEvents('sale.order', order_id);
  expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
});

test('publishes a customer that an order adds once', async () => {
  const { customer_id } = await counter.place({ email: 'ada@engines.test' });
  await counter.place({ email: 'ada@engines.test' });
  expect(await publishedEvents('sale.customer', customer_id)).toMatchObject([
    { name: 'sale.customer.changed', sequence: 1, payload: { change: 'added', record: { customer_id } } },
  ]);
});
