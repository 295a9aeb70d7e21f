import { type Service, services } from '@stockbook/contracts';
import { ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

/** The first number that 32 bits cannot hold. */
const WIDE = 2 ** 31;

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.open();
  user = await world.account();
  await continueIds();
  shop = await openShop(user);
});
afterAll(() => world.close());

/** Runs as the owner of the service's database. */
const sql = <R>(service: Service, text: string, values: unknown[] = []): Promise<R[]> =>
  world.assembly.running[service].db.source.query(text, values);

/** Advances the ids as if many records had been made before. */
async function continueIds(): Promise<void> {
  for (const service of services)
    await sql(
      service,
      `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, $2) FROM pg_sequences
       WHERE schemaname = $1 AND data_type = 'bigint'::regtype`,
      [service, WIDE],
    );
}

/**
 * Advances the counters as if records and stock had changed often before. Counters that follow another one are left as
 * they are.
 */
async function continueCounters(): Promise<void> {
  for (const service of services) {
    const counters = await sql<{ table_name: string; column_name: string }>(
      service,
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = $1 AND column_name IN ('version', 'seq') AND data_type = 'bigint'
         AND table_name <> 'item_flow'
         AND (table_name, column_name) NOT IN (('stock_demand', 'version'), ('stock_policy', 'version'))`,
      [service],
    );
    for (const { table_name, column_name } of counters)
      await sql(service, `UPDATE ${service}."${table_name}" SET ${column_name} = ${column_name} + $1`, [WIDE]);
  }
}

/** Adds an item with ten pieces, and an order that has taken three of them. */
async function sell(name: string) {
  const item_id = await stockItem(user, shop, 10, { name });
  const lines = [{ item_id, quantity: 3, name }];
  const { order } = ok(await user.api.sale.order.add(orderOf(shop, lines, { order_status_id: shop.paid_id })));
  await world.settled();
  return { item_id, order, order_product_id: order.products[0]?.order_product_id ?? 0 };
}

/** Takes another quantity of the item, moves the order to and fro between its statuses, and reads what came of it. */
async function change({ item_id, order, order_product_id }: Awaited<ReturnType<typeof sell>>, quantity: number) {
  const { order_id } = order;
  const [product] = orderOf(shop, [{ item_id, quantity }]).products;
  ok(await user.api.sale.order.edit({ order_id, products: [{ ...product!, order_product_id }] }));
  ok(await user.api.sale.order.addHistory({ order_id, order_status_id: shop.pending_id }));
  ok(await user.api.sale.order.addHistory({ order_id, order_status_id: shop.paid_id, comment: 'Paid again' }));
  await world.settled();
  const { histories } = ok(await user.api.sale.order.getHistory({ order_id, order: 'ASC' }));
  const [changed] = ok(await user.api.sale.order.get({ order_id })).orders;
  return { changed, histories, ...ok(await user.api.inventory.flow.get({ filter_item_id: item_id })) };
}

test('every kind of record gets ids beyond 32 bits', async () => {
  const { api } = user;
  const { brand_id } = ok(await api.inventory.brand.add({ name: 'Brand' }));
  const { customer_group_id } = ok(await api.sale.customer_group.add({ name: 'Group' }));
  const { channel_group_id } = ok(await api.setting.channel_group.add({ name: 'Group', channels: [shop.channel_id] }));
  const { credit_note_status_id } = ok(await api.setting.credit_note_status.add({ name: 'Status' }));
  const { currency_id } = ok(await api.setting.currency.add({ code: 'EUR', value: 1.5 }));
  const { language_id } = ok(await api.setting.language.add({ name: 'Français', code: 'fr' }));
  const { item_id, order, order_product_id } = await sell('Blue mug');
  const { order_id, customer_id } = order;
  const { flows } = ok(await api.inventory.flow.get({ filter_item_id: item_id }));
  const ids = {
    ...shop,
    brand_id,
    credit_note_status_id,
    currency_id,
    language_id,
    customer_group_id,
    channel_group_id,
    item_id,
    order_id,
    order_product_id,
    customer_id,
  };
  for (const [name, id] of Object.entries(ids)) expect({ [name]: id > WIDE }).toEqual({ [name]: true });
  expect(flows.map(({ item_flow_id }) => item_flow_id > WIDE)).toEqual([true, true]);
});

test('everything works with ids beyond 32 bits', async () => {
  const { api } = user;
  const sold = await sell('Red mug');
  const { item_id, order_product_id, order } = sold;
  const { changed, histories, flows, total } = await change(sold, 2);
  expect(changed).toMatchObject({
    customer_id: order.customer_id,
    location_id: shop.store_id,
    products: [{ order_product_id, item_id, quantity: 2, deducted: true }],
  });
  expect(histories.at(-1)).toMatchObject({ order_status_id: shop.paid_id });
  expect(flows[0]).toMatchObject({ item_id, location_id: shop.store_id, balance: 8 });
  expect(total).toBe(flows.length);
  expect(ok(await api.inventory.flow.verify({ item_id })).faults).toEqual([]);

  const { brand_id } = ok(await api.inventory.brand.add({ name: 'Another' }));
  const { customer_group_id } = ok(await api.sale.customer_group.add({ name: 'Another' }));
  ok(await api.inventory.item.edit({ item_id, brand_id, customer_groups: [{ customer_group_id, price: 5 }] }));
  ok(await api.inventory.item.editStock({ items: [{ item_id, location_id: shop.depot_id, quantity: 5 }] }));
  expect(ok(await api.inventory.item.get({ filter_brand_id: brand_id })).items).toMatchObject([
    { item_id, brand_id, quantity: 13, customer_groups: [{ customer_group_id }] },
  ]);
  const { customers } = ok(await api.sale.customer.get({ customer_id: order.customer_id }));
  expect(customers).toMatchObject([{ customer_id: order.customer_id }]);

  ok(await api.sale.order.delete({ batch_id: [order.order_id] }));
  await world.settled();
  expect(ok(await api.inventory.flow.verify({})).faults).toEqual([]);
  ok(await api.inventory.item.delete({ batch_id: [item_id] }));
  expect(ok(await api.inventory.item.get({ item_id, filter_deleted: true })).total).toBe(1);
});

test('everything works with counters beyond 32 bits', async () => {
  const sold = await sell('Green mug');
  await continueCounters();
  const { changed, flows } = await change(sold, 4);
  expect(changed?.products).toMatchObject([{ quantity: 4, deducted: true }]);
  expect(flows[0]).toMatchObject({ balance: 6 });
  // A page that shows all of its list knows the total without the counter.
  const page = { filter_item_id: sold.item_id, limit: 1 };
  expect(ok(await user.api.inventory.flow.get(page)).total).toBeGreaterThan(WIDE);
  const [line] = await sql<{ stock_sequence: number }>(
    'sales',
    'SELECT stock_sequence FROM sales.sale_order_product WHERE order_id = $1',
    [sold.order.order_id],
  );
  expect(line!.stock_sequence).toBeGreaterThan(WIDE);
});

/** Says why a column may hold 32 bits. */
const NARROW: Readonly<Record<string, string>> = {
  account_id: 'accounts are added by an administrator; an advisory lock has 32 bits for one',
  quantity: 'pieces of one line',
  wanted: 'pieces of one line',
  taken: 'pieces of one line',
  held: 'pieces of one line',
  quantity_in_transit: 'pieces of one line',
  quantity_received: 'pieces of one line',
  quantity_lost: 'pieces of one line',
  job_status_id: 'four states',
  'stock_take_job.total': 'lines: 10,000 at most',
  'stock_take_job.counted': 'lines: 10,000 at most',
  'stock_take_job.changed': 'lines: 10,000 at most',
  per_unit: 'pieces of one line',
  short: 'pieces of one line',
  reserved: 'pieces that may be sold: 2,000,000,000 at most',
  position: 'places in a list of 1,000 lines',
  stock_warning: 'limited by the contract',
  stock_danger: 'limited by the contract',
  sort_order: 'limited by the contract',
  reward: 'limited by the contract',
  status: '1 or 0',
  decimal_place: 'limited by the contract',
  audit_days: 'limited by the contract',
  clock_tolerance: 'seconds',
  'user_secret.pin_tries': 'tries of a PIN: few in a row',
  'outbox.bytes': 'of one payload',
  'outbox.version': "of an event's format",
  'outbox_archive.version': "of an event's format",
  'parked_event.version': "of an event's format",
  'migration.id': 'one a migration',
  tries: 'attempts of a delivery: ten',
  throttle_per_second: 'at most 1,000',
  'webhook_health.failures': 'in a row: an open breaker lets one a minute through',
  'webhook_health.window_attempts': 'of five minutes',
  'webhook_health.window_failures': 'of five minutes',
  'webhook_health.open_s': 'at most 300 seconds',
};

test.each(services)('%s: every id and counter has 64 bits; NARROW says why another column has 32', async (service) => {
  const columns = await sql<{ table_name: string; column_name: string }>(
    service,
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = $1 AND udt_name IN ('int2', 'int4', '_int2', '_int4')
       AND NOT (SELECT relispartition FROM pg_class WHERE oid = format('%I.%I', table_schema, table_name)::regclass)`,
    [service],
  );
  const unnamed = columns
    .map(({ table_name, column_name }) => [`${table_name}.${column_name}`, column_name])
    .filter((names) => !names.some((name) => name in NARROW));
  expect(unnamed.map(([name]) => name)).toEqual([]);
});
