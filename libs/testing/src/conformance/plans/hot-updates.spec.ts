import { eventually, ok, openShop, orderOf, stockItem, World } from '../../index.js';

const ORDERS = 200;
const CLIENTS = 4;

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

interface Updates {
  readonly name: string;
  readonly updates: number;
  readonly hot: number;
}

/** PostgreSQL adds the updates of a connection within ten seconds of its last statement. */
const readUpdates = (): Promise<Updates[]> =>
  world.assembly.running.sales.db.source.query(
    `SELECT relid::regclass::text AS name, n_tup_upd AS updates, n_tup_hot_upd AS hot FROM pg_stat_user_tables
     WHERE relid = ANY ($1::regclass[])`,
    [
      [
        'sales.sale_order',
        'sales.sale_order_product',
        'inventory.stock_demand',
        'inventory.item_stock',
        'inventory.item_cost',
      ],
    ],
  );

test('what changes of an order after it was added is in no index: the new row stays on its page', async () => {
  const owner = await world.account();
  const shop = await openShop(owner);
  const item_ids = [1, 2, 3].map((n) => stockItem(owner, shop, 1_000, { name: `Ware ${n}` }));
  const lines = (await Promise.all(item_ids)).map((item_id) => ({ item_id, quantity: 1 }));
  let placed = 0;
  const client = async () => {
    while (placed < ORDERS) {
      const comment = `Order ${++placed}`;
      ok(await owner.api.sale.order.add(orderOf(shop, lines, { order_status_id: shop.paid_id, comment })));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await world.settled();
  let updates: Updates[] = [];
  const atLeast = {
    'sales.sale_order': ORDERS,
    'sales.sale_order_product': 3 * ORDERS,
    'inventory.stock_demand': ORDERS,
  };
  await eventually(async () => {
    updates = await readUpdates();
    return Object.entries(atLeast).every(([name, least]) =>
      updates.some((each) => each.name === name && each.updates >= least),
    );
  });
  const moved = updates.filter(({ updates, hot }) => hot < 0.9 * updates);
  expect(moved).toEqual([]);
});
