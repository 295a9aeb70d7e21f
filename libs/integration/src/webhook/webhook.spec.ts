import { ok, openShop, orderOf, type Shop, stockItem, type TestUser, World, eventually } from '@stockbook/testing';
import { type Received, Receiver, verify } from './http/receiver.fixture.js';

let world: World;
let owner: TestUser;
let shop: Shop;
const receivers: Receiver[] = [];
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

type Answer = Parameters<typeof Receiver.open>[0];
async function receiver(answer?: Answer): Promise<Receiver> {
  const opened = await Receiver.open(answer);
  receivers.push(opened);
  return opened;
}
const hooks = () => owner.api.integration.webhook;
const place = async (fields = {}) =>
  ok(
    await owner.api.sale.order.add(
      orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname: `${Math.random()}`, ...fields }),
    ),
  ).order;
const bodyOf = ({ body }: Received) => JSON.parse(body);

const add = async (url: string, fields = {}) => {
  const { webhook_id, secret = '' } = ok(await hooks().add({ url, events: ['sale_order'], ...fields }));
  receivers.find((each) => url.startsWith(each.url))?.trust(secret);
  return { webhook_id, secret };
};
const deliveries = async (input = {}) => ok(await hooks().getDelivery(input)).deliveries;
const sql = (text: string, values: unknown[]) => world.assembly.running.integration.db.source.query(text, values);
/** Makes deliveries due as if the pause were over. */
const retryNow = () =>
  sql(`UPDATE integration.webhook_queue SET next_try_at = now() WHERE account_id = $1 AND state = 'retrying'`, [
    owner.account_id,
  ]);

describe('a delivery', () => {
  it('has the whole order, signed by Standard Webhooks, and is logged', async () => {
    const { url, received } = await receiver();
    const { webhook_id, secret } = await add(`${url}?token=t`, { headers: { 'x-key': 'k' } });
    const order = await place();
    await world.settled();
    expect(received).toHaveLength(1);
    expect(verify(secret, received[0]!)).toMatchObject({
      event: 'sale_order.added',
      type: 'sale_order.added',
      sequence: 1,
      domain: owner.credentials.domain,
      data: { order_id: order.order_id, previous: {} },
    });
    expect(received[0]!.headers).toMatchObject({
      'stockbook-attempt': '1',
      'stockbook-trigger': 'scheduled',
      'x-key': 'k',
    });
    expect(received[0]!.body).not.toContain('cost');
    const [delivery, ...others] = await deliveries({ filter_webhook_id: webhook_id });
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({
      state: 'delivered',
      event: 'sale_order.added',
      record: `sale/order/${order.order_id}`,
    });
    expect(delivery!.attempts).toMatchObject([
      { number: 1, status: 200, url: `${url}?token=********`, response_body: 'ok', address: '127.0.0.1' },
    ]);
    expect(JSON.stringify(delivery)).not.toMatch(/token=t|"k"/);
    const [whole] = await deliveries({ delivery_id: delivery!.delivery_id });
    expect(whole?.body).toBe(received[0]!.body);
    const filters = { filter_record: delivery!.record, filter_event: 'sale_order', filter_state: 'delivered' };
    expect(await deliveries(filters)).toHaveLength(1);
  });

  it('is in the order of its record, with what changed', async () => {
    const { url, received } = await receiver();
    await add(url);
    const { order_id } = await place();
    for (const city of ['Paris', 'Oslo', 'Rome']) ok(await owner.api.sale.order.edit({ order_id, city }));
    await world.settled();
    expect(received.map((each) => [bodyOf(each).sequence, bodyOf(each).data.previous.city])).toEqual([
      [1, undefined],
      [2, ''],
      [3, 'Paris'],
      [4, 'Oslo'],
    ]);
  });

  it('has the sequence of its record, which grows with each change, with gaps where the endpoint filters', async () => {
    const [all, some] = [await receiver(), await receiver()];
    await add(all.url);
    await add(some.url, { events: ['sale_order.added', 'sale_order.edited'] });
    const item_id = await stockItem(owner, shop, 5);
    const { order_id } = await place({ ...orderOf(shop, [{ item_id, quantity: 1 }]), order_status_id: shop.paid_id });
    await world.settled();
    ok(await owner.api.sale.order.edit({ order_id, city: 'Oslo' }));
    ok(await owner.api.sale.order.delete({ order_id }));
    await world.settled();
    const sequences = ({ received }: Receiver) =>
      received.map((each) => `${bodyOf(each).event.slice('sale_order.'.length)} ${bodyOf(each).sequence}`);
    expect(sequences(all)).toEqual(['added 1', 'deducted 2', 'edited 3', 'deleted 4', 'restocked 5']);
    expect(sequences(some)).toEqual(['added 1', 'edited 3']);
  });

  it('shows cost where the endpoint may see it, and the id alone where it is thin', async () => {
    const [plain, costly, thin] = [await receiver(), await receiver(), await receiver()];
    await add(plain.url);
    await add(costly.url, { view_cost: true });
    await add(thin.url, { payload: 'thin' });
    const item_id = await stockItem(owner, shop, 5);
    const { order_id, date_modified } = ok(
      await owner.api.sale.order.add(orderOf(shop, [{ item_id, quantity: 1 }])),
    ).order;
    await world.settled();
    expect(bodyOf(costly.received[0]!).data.cost).toBe(2.5);
    expect(plain.received[0]!.body).not.toContain('cost');
    expect(bodyOf(thin.received[0]!).data).toEqual({ order_id, date_modified });
  });

  it('falls back to a thin body above 256 KiB', async () => {
    const { url, received } = await receiver();
    await add(url);
    const { order_id } = await place({
      comment: 'x'.repeat(65_000),
      firstname: '€'.repeat(1_000),
      products: orderOf(
        shop,
        Array.from({ length: 200 }, () => ({ item_id: 0, quantity: 1, name: '€'.repeat(400) })),
      ).products,
    });
    await world.settled();
    expect(bodyOf(received[0]!)).toMatchObject({ truncated: true, data: { order_id } });
    expect(received[0]!.body.length).toBeLessThan(1_000);
  });

  it('is for the events, channels and statuses that the endpoint names', async () => {
    const { url, received } = await receiver();
    await add(url, { events: ['sale_order.deleted'] });
    await add(`${url}/status`, { filter_order_status_id: [shop.paid_id] });
    const { order_id } = await place();
    await place({ order_status_id: shop.paid_id });
    ok(await owner.api.sale.order.delete({ order_id }));
    await world.settled();
    const events = received.map(
      (each) => `${bodyOf(each).event} ${bodyOf(each).data.order_status_id === shop.paid_id}`,
    );
    expect(events.filter((each) => each.startsWith('sale_order.deleted'))).toEqual(['sale_order.deleted false']);
    expect(events).toContain('sale_order.added true');
    expect(events).not.toContain('sale_order.added false');
  });

  it('costs accounts without endpoints nothing, and reaches no other account', async () => {
    const { url, received } = await receiver();
    await add(url);
    const other = await world.account();
    ok(await other.api.inventory.item.add({ name: 'Mug' }));
    await world.settled();
    expect(await sql('SELECT FROM integration.webhook_event WHERE account_id = $1', [other.account_id])).toEqual([]);
    expect(received).toEqual([]);
  });
});

describe('a failed attempt', () => {
  it('is retried with the same id and body and a new signature; only later events of the record wait', async () => {
    const failing = new Set<unknown>();
    const { url, received } = await receiver(({ headers }, _, response) => {
      if (failing.has(headers['webhook-id'])) response.statusCode = 500;
      response.end();
    });
    const { webhook_id, secret } = await add(url);
    // The first event is known before it is sent: the endpoint is off meanwhile.
    ok(await hooks().edit({ webhook_id, enabled: false }));
    const { order_id } = await place();
    ok(await owner.api.sale.order.edit({ order_id, city: 'Paris' }));
    const other = await place();
    await world.settled();
    const first = (await deliveries({ filter_record: `sale/order/${order_id}`, order: 'ASC' }))[0]?.event_id;
    failing.add(first);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['held', 'held', 'held']);
    ok(await hooks().edit({ webhook_id, enabled: true }));
    await world.settled();
    const sent = () => received.map((each) => [bodyOf(each).data.order_id, bodyOf(each).sequence]);
    expect(sent()).toEqual(
      expect.arrayContaining([
        [order_id, 1],
        [other.order_id, 1],
      ]),
    );
    expect(sent()).not.toContainEqual([order_id, 2]);
    const [waiting, retrying] = await deliveries({ filter_record: `sale/order/${order_id}` });
    expect([waiting, retrying]).toMatchObject([
      { state: 'held', held_by: retrying!.delivery_id, attempts: [] },
      { state: 'retrying', attempts: [{ failure: 'status_5xx', remedy: expect.any(String), later_succeeded: false }] },
    ]);
    failing.clear();
    const before = received.length;
    await retryNow();
    await eventually(() => received.length === before + 2);
    await world.settled();
    expect(sent().slice(before)).toEqual([
      [order_id, 1],
      [order_id, 2],
    ]);
    const [failedOnce, again] = received.filter(({ headers }) => headers['webhook-id'] === first);
    expect(again!.body).toBe(failedOnce!.body);
    expect(again!.headers['stockbook-attempt']).toBe('2');
    expect(verify(secret, again!)).toBeTruthy();
    const done = await deliveries();
    expect(done.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    const retried = done.find(({ event_id }) => event_id === first);
    expect(retried?.attempts).toMatchObject([{ later_succeeded: true }, { status: 200 }]);
  });

  it('with 410 disables the endpoint, and other endpoints get an event of that', async () => {
    const gone = await receiver((_, __, response) => void response.writeHead(410).end());
    const watching = await receiver();
    const { webhook_id } = await add(gone.url);
    await add(watching.url, { events: ['webhook.disabled'] });
    await place();
    const endpoint = async () => ok(await hooks().get({ webhook_id })).webhooks[0];
    await eventually(async () => (await endpoint())?.status === 'disabled');
    expect(await endpoint()).toMatchObject({
      disabled_reason: 'gone',
      last_error: 'gone: The receiver answered 410.',
    });
    await eventually(() => watching.received.length > 0);
    expect(bodyOf(watching.received[0]!)).toMatchObject({
      event: 'webhook.disabled',
      data: { webhook_id, disabled_reason: 'gone' },
    });
  });

  it('ten times in a row opens the breaker: what is due is postponed, and uses no try', async () => {
    const { url, received } = await receiver((_, __, response) => void response.writeHead(500).end());
    const { webhook_id } = await add(url);
    for (let n = 0; n < 12; n++) await place();
    await world.settled();
    const states = (await deliveries({ limit: 100 })).map(({ state }) => state);
    expect(received.length).toBeGreaterThanOrEqual(10);
    expect(received.length).toBeLessThan(12 + 4);
    expect(new Set(states)).toEqual(new Set(received.length < 12 ? ['retrying', 'postponed'] : ['retrying']));
    expect(ok(await hooks().get({ webhook_id })).webhooks).toMatchObject([{ status: 'failing' }]);
    const isOpen = "open_until BETWEEN now() AND now() + interval '36 s' AS is_open";
    const health = `SELECT ${isOpen} FROM integration.webhook_health WHERE account_id = $1`;
    expect(await sql(health, [owner.account_id])).toEqual([{ is_open: true }]);
  });
});

describe('a slow receiver', () => {
  it('holds up only its own endpoint', async () => {
    const hanging = await receiver(() => undefined);
    const quick = await receiver();
    await add(hanging.url);
    await add(quick.url);
    const began = performance.now();
    for (let n = 0; n < 10; n++) await place();
    await eventually(() => quick.received.length === 10);
    expect(hanging.received.length).toBeLessThanOrEqual(4);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

test('changes of stock and completed jobs arrive at an endpoint that subscribes to them, by an edit too', async () => {
  const { url, received } = await receiver();
  const { webhook_id } = await add(url);
  const item_id = await stockItem(owner, shop, 20);
  ok(await hooks().edit({ webhook_id, events: ['inventory_stock.changed', 'inventory_transfer_job.completed'] }));
  await add(url, { events: ['inventory_stock_take_job.completed'] });
  const { transfer_job, stock_take_job } = owner.api.inventory;
  const places = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
  const job = ok(await transfer_job.add({ ...places, items: [{ item_id, quantity: 5 }] }));
  ok(await transfer_job.ship(job));
  ok(await transfer_job.complete(job));
  const { item_stock_take_job_id } = ok(await stock_take_job.add({ location_id: shop.store_id, items: [{ item_id }] }));
  ok(await stock_take_job.count({ item_stock_take_job_id, items: [{ item_id, quantity: 12 }] }));
  ok(await stock_take_job.complete({ item_stock_take_job_id }));
  await world.settled();
  const arrived = received.map(bodyOf).map(({ event, data }) => [event, data.location_id, data.quantity]);
  expect(arrived.sort()).toEqual([
    ['inventory_stock.changed', shop.store_id, 12],
    ['inventory_stock.changed', shop.store_id, 15],
    ['inventory_stock.changed', shop.depot_id, 5],
    ['inventory_stock_take_job.completed', shop.store_id, undefined],
    ['inventory_transfer_job.completed', undefined, undefined],
  ]);
});
