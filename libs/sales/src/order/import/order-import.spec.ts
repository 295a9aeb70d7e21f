import type { OrderImport } from '@stockbook/contracts';
import { eventually, failure, ok, refused, ROUNDS, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
let item_id: number;
let channel_id: number;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
  item_id = await stockItem(counter.user, counter.shop, 1_000, { model: 'MUG', sku: 'SKU' });
  const configuration = { location_id: counter.shop.store_id };
  channel_id = ok(
    await counter.user.api.integration.channel.add({ type: 'shopee', name: 'Shopee', configuration }),
  ).channel_id;
});

const channels = () => counter.user.api.integration.channel;
let imports = 0;
/** Returns an order as its channel has it: one mug, paid. */
const content = (changes: Partial<OrderImport> = {}): OrderImport => ({
  ...counter.order({ channel_id, products: [product({ item_id })], order_status_id: counter.shop.paid_id }),
  imported_order_id: `S-${++imports}`,
  comment: '',
  ...changes,
});
/** Sends a request of its own, so that the first one is not repeated. */
const send = (body: OrderImport) => channels().importOrder({ ...body, idempotency_key: crypto.randomUUID() });
const importOf = async (body: OrderImport) => ok(await send(body));
/** Returns the facts that sales has published of an order. */
const changesOf = (order_id: number) =>
  counter.sql<{ change: string }>(
    `SELECT payload ->> 'change' AS change FROM (
       SELECT name, aggregate_id, sequence, payload FROM sales.outbox_archive
       UNION ALL SELECT name, aggregate_id, sequence, payload FROM sales.outbox) AS event
     WHERE name = 'sale.order.changed' AND aggregate_id = $1 ORDER BY sequence`,
    [order_id],
  );
const available = async () => {
  await world.settled();
  return ok(await counter.user.api.inventory.item.get({ item_id })).items[0]?.quantity ?? 0;
};

describe('integration/channel/importOrder', () => {
  it.each(['pos', 'shopee', 'lazada', 'tiktok', 'shopify', 'woocommerce'] as const)(
    'adds the order of a channel of type %s, and takes its stock where the channel does',
    async (type) => {
      const configuration = { location_id: counter.shop.depot_id };
      const own = ok(await channels().add({ type, name: type, configuration })).channel_id;
      const { order, created } = await importOf(content({ channel_id: own }));
      expect(created).toBe(true);
      expect(order).toMatchObject({ channel_id: own, channel: type, location_id: counter.shop.depot_id });
    },
  );

  it('takes a lower total as the channel has it, also below that of its credit notes', async () => {
    const body = content({ total: 12.5 });
    const { order_id, products } = (await importOf(body)).order;
    const credited = products.map(({ order_product_id }) => ({ order_product_id, quantity: 1 }));
    ok(await counter.user.api.sale.credit_note.add({ order_id, products: credited }));
    expect((await importOf({ ...body, total: 0 })).order).toMatchObject({ order_id, total: 0 });
  });

  it('changes nothing when the same content comes again, not even what a user has changed since', async () => {
    const body = content();
    const { order } = await importOf(body);
    expect(await importOf(body)).toMatchObject({ order: { order_id: order.order_id }, created: false });
    await counter.edit(order.order_id, { comment: 'Gift', order_status_id: counter.shop.pending_id });
    const { comment, order_status, date_modified } = await counter.settled(order.order_id);
    expect({ comment, order_status }).toEqual({ comment: 'Gift', order_status: 'Pending' });
    expect((await importOf(body)).order).toMatchObject({ comment, order_status, date_modified });
    await world.settled();
    expect((await changesOf(order.order_id)).map(({ change }) => change)).toEqual(['added', 'status_changed']);
  });

  it('gives an order the whole new state, and moves the difference of its stock', async () => {
    const before = await available();
    const body = content({ products: [product({ item_id, quantity: 5 }), product({ name: 'Card' })], city: 'Paris' });
    const { order } = await importOf(body);
    expect(await available()).toBe(before - 5);
    const changed = { ...body, products: [product({ item_id: 0, model: 'MUG', quantity: 2 })], city: '' };
    const { order: after, created } = await importOf(changed);
    expect(created).toBe(false);
    expect(after).toMatchObject({ order_id: order.order_id, city: '', products: [{ item_id, quantity: 2 }] });
    expect(after.products[0]?.order_product_id).toBe(order.products[0]?.order_product_id);
    expect(await available()).toBe(before - 2);
    await importOf({ ...changed, order_status_id: counter.shop.pending_id });
    expect(await available()).toBe(before);
  });

  it("finds the lines by the channel's ids, wherever they stand, and gives ids to lines that had none", async () => {
    const line = (imported_order_product_id: string, quantity: number) => ({
      ...product({ item_id, quantity }),
      imported_order_product_id,
    });
    const body = content({ products: [line('A', 1), line('B', 2)] });
    const { order } = await importOf(body);
    const [a, b] = order.products;
    const { order: after } = await importOf({ ...body, products: [line('C', 4), line('B', 3), line('A', 1)] });
    expect(after.products.map((each) => [each.imported_order_product_id, each.quantity])).toEqual([
      ['C', 4],
      ['B', 3],
      ['A', 1],
    ]);
    const ids = after.products.map(({ order_product_id }) => order_product_id);
    expect(ids).toEqual([expect.any(Number), b?.order_product_id, a?.order_product_id]);
    expect(new Set(ids).size).toBe(3);
    const { order: plain } = await importOf(content({ products: [product({ item_id })] }));
    const named = { ...body, imported_order_id: plain.imported_order_id, products: [line('X', 1)] };
    expect((await importOf(named)).order.products).toMatchObject([
      { order_product_id: plain.products[0]?.order_product_id, imported_order_product_id: 'X' },
    ]);
    expect(refused(await send(content({ products: [line('A', 1), line('A', 1)] })))).toEqual([
      'products[1].imported_order_product_id must be unique; A is there already.',
    ]);
  });

  it('keeps the status and the customer of an order where the content names none', async () => {
    const body = content({ order_status_id: 0, email: 'ada@import.test' });
    const { order } = await importOf(body);
    await counter.edit(order.order_id, { order_status_id: counter.shop.paid_id });
    const { order: after } = await importOf({ ...body, email: 'bob@import.test', city: 'Rome' });
    const { customer_id } = order;
    expect(after).toMatchObject({ customer_id, order_status_id: counter.shop.paid_id, city: 'Rome' });
  });

  it('finds the items of lines by model, then by sku, and leaves others as free text', async () => {
    const line = (model: string, sku: string) => product({ model, sku, name: 'As sold' });
    const products = [line('MUG', 'other'), line('unknown', 'SKU'), line('unknown', 'unknown'), line('', '')];
    const { order } = await importOf(content({ products }));
    expect(order.products.map((each) => each.item_id)).toEqual([item_id, item_id, 0, 0]);
    expect(refused(await send(content({ products: [product({ item_id: 999_999 })] })))).toEqual([
      'There is no item 999999.',
    ]);
  });

  it('ignores a state from before the one that it has', async () => {
    const body = content({ date_modified: '2026-03-01T10:00:00Z', city: 'Paris' });
    const { order } = await importOf(body);
    const older = { ...body, city: 'Oslo', date_modified: '2026-03-01T09:59:59Z' };
    expect((await importOf(older)).order.city).toBe('Paris');
    // This content is known, but the channel gave it at a later time.
    await importOf({ ...body, date_modified: '2026-03-01T12:00:00+01:00' });
    await importOf({ ...body, date_modified: '2026-03-01T12:00:00Z' });
    expect((await importOf({ ...older, date_modified: '2026-03-01T11:30:00Z' })).order.city).toBe('Paris');
    expect((await importOf({ ...older, date_modified: '2026-03-01T12:30:00Z' })).order.city).toBe('Oslo');
    await world.settled();
    expect((await changesOf(order.order_id)).map(({ change }) => change)).toEqual(['added', 'edited']);
  });

  it('applies a state without date_modified, and keeps the newest date of the states before it', async () => {
    const undated = content({ city: 'Rome' });
    const body = { ...undated, city: 'Paris', date_modified: '2026-03-01T10:00:00Z' };
    await importOf(body);
    expect((await importOf(undated)).order.city).toBe('Rome');
    const older = { ...body, city: 'Oslo', date_modified: '2026-03-01T09:59:59Z' };
    expect((await importOf(older)).order.city).toBe('Rome');
    expect((await importOf({ ...older, date_modified: '2026-03-01T10:00:01Z' })).order.city).toBe('Oslo');
  });

  it('takes over an order that a till has added with the same imported_order_id', async () => {
    const pos = counter.shop.channel_id;
    const placed = await counter.place({ imported_order_id: 'till-1' });
    const { order, created } = await importOf(content({ channel_id: pos, imported_order_id: 'till-1', city: 'Rome' }));
    expect([order.order_id, order.city, created]).toEqual([placed.order_id, 'Rome', false]);
  });

  it('adds an order again that was deleted', async () => {
    const body = content();
    const { order } = await importOf(body);
    ok(await counter.orders.delete({ order_id: order.order_id }));
    const again = await importOf(body);
    expect(again.created).toBe(true);
    expect(again.order.order_id).not.toBe(order.order_id);
  });

  it('notes that the channel is active, also when nothing changes', async () => {
    const own = ok(await channels().add({ type: 'lazada', name: 'Lazada' })).channel_id;
    await importOf(content({ channel_id: own }));
    await eventually(async () => ok(await channels().get({ channel_id: own })).channels[0]?.date_active !== '');
  });

  it('refuses a locked order, a disabled or unknown channel and an empty id', async () => {
    const body = content({ order_status_id: counter.done_id });
    await importOf(body);
    expect(failure(await send({ ...body, city: 'Rome' })).error_details).toMatchObject([{ code: 'locked' }]);
    expect(refused(await send(content({ channel_id: 999_999 })))).toEqual(['There is no channel 999999.']);
    expect(refused(await send(content({ imported_order_id: '' })))).toEqual(['imported_order_id must not be blank.']);
    const own = ok(await channels().add({ type: 'tiktok', name: 'TikTok' })).channel_id;
    const known = content({ channel_id: own });
    await importOf(known);
    ok(await channels().edit({ channel_id: own, status: 0 }));
    const disabled = [`Channel ${own} is disabled.`];
    for (const each of [known, { ...known, city: 'Rome' }, content({ channel_id: own })])
      expect(refused(await send(each))).toEqual(disabled);
  });

  it('needs the permission of the channels, and refuses users who are limited to others', async () => {
    const body = content();
    await importOf(body);
    const { channel_group } = counter.user.api.setting;
    const group = ok(await channel_group.add({ name: 'Tills', channels: [counter.shop.channel_id] })).channel_group_id;
    const seller = await world.colleague(counter.user, { access: ['*'], modify: ['sale/order'] });
    const limited = await world.colleague(counter.user, {
      access: ['*'],
      modify: ['integration/channel'],
      channel_groups: [group],
    });
    const refusal = async ({ api }: typeof seller, given = body) =>
      failure(await api.integration.channel.importOrder(given));
    expect((await refusal(seller)).error_details).toMatchObject([{ code: 'forbidden' }]);
    // The answer does not say whether the order exists.
    const unknown = content({ products: [product({ item_id: 999_999 })] });
    for (const each of [
      body,
      { ...body, city: 'Rome' },
      { ...unknown, imported_order_id: body.imported_order_id },
      unknown,
    ])
      expect((await refusal(limited, each)).error).toEqual([`There is no channel ${channel_id}.`]);
    const own = content({ channel_id: counter.shop.channel_id });
    expect(ok(await limited.api.integration.channel.importOrder(own)).created).toBe(true);
  });

  it('changes nothing in a dry run', async () => {
    const body = content();
    expect(ok(await channels().importOrder({ ...body, dry_run: true }))).toMatchObject({ order: { order_id: 0 } });
    expect(ok(await counter.orders.get({ filter_imported_order_id: body.imported_order_id })).total).toBe(0);
  });
});

describe(`${ROUNDS} times`, () => {
  const rounds = (name: string, round: (body: OrderImport) => Promise<void>) =>
    it(name, async () => {
      for (let n = 0; n < ROUNDS; n++) await round(content());
    });
  const living = async ({ imported_order_id }: OrderImport) =>
    ok(await counter.orders.get({ filter_imported_order_id: imported_order_id, filter_deleted: false })).orders;

  rounds('imports of the same order at once make one order', async (body) => {
    const cities = ['Rome', 'Oslo', 'Rome', 'Oslo', 'Rome'];
    const answers = await Promise.all(cities.map((city) => importOf({ ...body, city })));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ order }) => order.order_id)).size).toBe(1);
    expect(await living(body)).toHaveLength(1);
  });

  rounds('an import and an edit at once leave the state of one and then the other', async (body) => {
    const { order } = await importOf(body);
    const { order_id } = order;
    const [imported, edited] = await Promise.all([
      importOf({ ...body, city: 'Rome', products: [product({ item_id, quantity: 3 })] }),
      counter.edit(order_id, { comment: 'Gift', city: 'Oslo' }),
    ]);
    expect([imported.created, edited.order_id]).toEqual([false, order_id]);
    const [after] = await living(body);
    expect([after?.city, after?.comment]).toEqual(after?.city === 'Rome' ? ['Rome', ''] : ['Oslo', 'Gift']);
    expect(after?.products.map(({ quantity }) => quantity)).toEqual([3]);
  });

  rounds('an import comes before the deletion of its order, or adds it again', async (body) => {
    const { order } = await importOf(body);
    const { order_id } = order;
    const [imported, deleted] = await Promise.all([
      importOf({ ...body, city: 'Rome' }),
      counter.orders.delete({ order_id }),
    ]);
    expect(deleted.error).toBeUndefined();
    expect(imported.created).toBe(imported.order.order_id !== order_id);
    expect((await living(body)).map((each) => each.order_id)).toEqual(
      imported.created ? [imported.order.order_id] : [],
    );
  });

  it('leave a stock that equals its flow', async () => {
    await world.settled();
    expect(ok(await counter.user.api.inventory.flow.verify({})).faults).toEqual([]);
  });
});
