import { signExactly } from '@stockbook/auth';
import { fieldsOf, operations, resourceOf } from '@stockbook/contracts';
import {
  call,
  eventually,
  everythingStored,
  grantedRequest,
  idFieldOf,
  ok,
  openTenant,
  orderOf,
  post,
  requestOf,
  type Tenant,
  type TestUser,
  World,
} from '@stockbook/testing';
import { idCases, withId } from './id-fields.fixture.js';

const UNKNOWN_ID = Number.MAX_SAFE_INTEGER;
const writes = [...operations.values()].filter(({ kind }) => kind === 'write');

let world: World;
let tenant: Tenant;
// Each test reads all that is stored, so this spec has a World of its own.
beforeAll(async () => {
  world = await World.open();
  tenant = await openTenant(world, 'Mine');
  await world.settled();
});
afterAll(() => world.close());

const send = async (path: string, body: object, user = tenant.user) => {
  const { status, body: answer } = await call(world.url, user.credentials, path, body);
  const { request_id, ...shown } = { request_id: '', ...answer };
  return { status, body: shown };
};
const dry = (path: string, body: object, user?: TestUser) => send(path, { ...body, dry_run: true }, user);

/** Returns the real answer as a dry run gives it: with ids of 0 where the dry one has them, and with its time. */
function asDry(real: unknown, dry: unknown, name = ''): unknown {
  if (/^date_|^expires$/.test(name)) return dry;
  if (/_id$/.test(name) && dry === 0) return 0;
  // A dry run keeps no secret, so it shows none.
  if (/secret$|^link$/.test(name)) return dry;
  // A dry run keeps no file, so it shows no path.
  if (/^(image|thumb)$/.test(name) && dry === '') return '';
  // A dry run sends no delivery.
  if (name === 'attempt') return dry;
  if (Array.isArray(real) && Array.isArray(dry)) return real.map((each, i) => asDry(each, dry[i], name));
  if (typeof real !== 'object' || !real) return real;
  const others = new Map(Object.entries(Object(dry)));
  return Object.fromEntries(Object.entries(real).map(([key, value]) => [key, asDry(value, others.get(key), key)]));
}

describe('a dry run answers as the write does afterwards, warnings included, and keeps nothing', () => {
  it.each(writes)('$path', async (operation) => {
    const { path } = operation;
    const idempotency_key = `once/${path}`;
    const request = { ...(await grantedRequest(world, tenant, operation)), idempotency_key, sky: 1 };
    await world.settled();
    const before = await everythingStored(world);
    const tried = await dry(path, request);
    expect(await everythingStored(world)).toEqual(before);
    const done = await send(path, request);
    expect(tried).toEqual({ status: 200, body: { ...Object(asDry(done.body, tried.body)), dry_run: true } });
    expect(done.body).not.toHaveProperty('replayed');
    const warning = expect.stringMatching(/ has no field sky/);
    expect(tried.body).toHaveProperty('warnings', expect.arrayContaining([warning]));
    const id = `"${idFieldOf(resourceOf(operation))}":`;
    if (path.endsWith('/add') && JSON.stringify(done.body).includes(id))
      expect(JSON.stringify(tried.body)).toContain(`${id}0`);
    await world.settled();
    expect(await everythingStored(world)).not.toEqual(before);
  });
});

test('the audit log has all these writes', async () => {
  const { audit } = tenant.user.api.setting;
  const missing: string[] = [];
  for (const { path } of writes)
    if (!ok(await audit.get({ filter_operation: path, limit: 1 })).total) missing.push(path);
  expect(missing).toEqual([]);
});

test('the events of each record count from 1 without gaps', async () => {
  const unsound: object[] = [];
  for (const { db } of Object.values(world.assembly.running))
    unsound.push(
      ...(await db.source.query(
        `SELECT account_id, topic, aggregate_id, array_agg(sequence ORDER BY sequence) AS sequences
         FROM ${db.schema}.outbox_archive
         GROUP BY account_id, topic, aggregate_id
         HAVING min(sequence) <> 1 OR max(sequence) <> count(*) OR count(DISTINCT sequence) <> count(*)`,
      )),
    );
  expect(unsound).toEqual([]);
});

describe('a dry run is refused as the write is', () => {
  // A batch of histories refuses each record by itself, and is answered.
  const unknown = idCases.filter(
    ({ name, operation }) => operation.kind === 'write' && !name.endsWith('/addHistory batch_id'),
  );
  const bodies = new Map<string, object>();
  let before: Awaited<ReturnType<typeof everythingStored>>;
  let clerk: TestUser;
  beforeAll(async () => {
    clerk = await world.colleague(tenant.user, { access: ['*'], modify: [] });
    for (const { name, operation, path } of unknown)
      bodies.set(name, withId(await requestOf(world, tenant, operation), path, UNKNOWN_ID, operation.request));
    await world.settled();
    before = await everythingStored(world);
  });
  afterAll(async () => expect(await everythingStored(world)).toEqual(before));

  const expectSameRefusal = async (path: string, body: object, user?: TestUser) => {
    const refusal = await dry(path, body, user);
    expect(refusal).toEqual(await send(path, body, user));
    expect(refusal.body).toHaveProperty('error');
  };

  it.each(writes)('$path with wrong values', async ({ path, request }) => {
    const wrong = Object.keys(fieldsOf(request)).map((name) => [name, {}]);
    await expectSameRefusal(path, Object.fromEntries(wrong));
  });

  const needing = writes.filter(({ isForEveryone }) => !isForEveryone);
  it.each(needing)('$path without permission', async ({ path }) => {
    await expectSameRefusal(path, {}, clerk);
  });

  it.each(unknown)('$name of no record', async ({ name, operation }) => {
    await expectSameRefusal(operation.path, bodies.get(name) ?? {});
  });

  it('a location that others use is not deleted', async () => {
    await expectSameRefusal('inventory/location/delete', { location_id: tenant.shop.store_id });
  });

  it('dry_run is true or false, and is refused with the other faults', async () => {
    const { body } = await send('inventory/brand/add', { dry_run: 'maybe' });
    expect(body).toMatchObject({ error: ['name is required.', 'dry_run must be true, false, 1 or 0.'] });
  });
});

describe('the ids of records that are there', () => {
  const order = () => orderOf(tenant.shop, [{ item_id: 0, quantity: 1 }], { email: 'ada@example.com' });

  it('are in the answer: the customer of a new order, and the kept lines of an edited one', async () => {
    const { sale } = tenant.user.api;
    const first = ok(await sale.order.add(order())).order;
    const second = ok(await sale.order.add({ ...order(), dry_run: true })).order;
    expect([first.customer_id > 0, second.order_id, second.customer_id]).toEqual([true, 0, first.customer_id]);
    expect(second.products.map(({ order_product_id }) => order_product_id)).toEqual([0]);
    const products = [...first.products, ...order().products];
    const { order: edited } = ok(
      await sale.order.edit({ order_id: first.order_id, products, dry_run: true, strict: false }),
    );
    const [kept] = first.products;
    expect(edited.order_id).toBe(first.order_id);
    expect(edited.products.map(({ order_product_id }) => order_product_id)).toEqual([kept?.order_product_id, 0]);
  });
});

test('a dry order does not make its channel active', async () => {
  const { api } = tenant.user;
  const configuration = { location_id: tenant.shop.store_id };
  const addChannel = async () =>
    ok(await api.integration.channel.add({ type: 'pos', name: 'New', configuration })).channel_id;
  const isActive = async (channel_id: number) =>
    ok(await api.integration.channel.get({ channel_id })).channels[0]?.date_active !== '';
  const orderAt = (channel_id: number) => ({ ...orderOf(tenant.shop, [{ item_id: 0, quantity: 1 }]), channel_id });
  const [tried, used] = [await addChannel(), await addChannel()];
  ok(await api.sale.order.add({ ...orderAt(tried), dry_run: true }));
  ok(await api.sale.order.add(orderAt(used)));
  await eventually(() => isActive(used));
  expect(await isActive(tried)).toBe(false);
});

describe('the idempotency_key of a dry run', () => {
  const ADD = 'inventory/brand/add';

  it('is that of no write: the write under it is done, and what was done is not replayed', async () => {
    const request = { name: 'Keyed', idempotency_key: 'tried' };
    const tried = { status: 200, body: { success: true, dry_run: true, brand_id: 0 } };
    expect(await dry(ADD, request)).toEqual(tried);
    const done = await send(ADD, request);
    expect(await send(ADD, request)).toEqual({ status: 200, body: { ...done.body, replayed: true } });
    expect(await dry(ADD, request)).toEqual(tried);
    expect(await dry(ADD, { ...request, name: 'Another' })).toEqual(tried);
  });

  it('has the form of a key', async () => {
    const { body } = await dry(ADD, { name: 'Keyed', idempotency_key: '' });
    expect(body).toMatchObject({ error: ['idempotency_key must be a text of 1 to 128 characters.'] });
  });

  it('does not excuse a late timestamp', async () => {
    const { credentials } = tenant.user;
    const request = { name: 'Late', idempotency_key: 'late', dry_run: true };
    const late = signExactly(`/${ADD}`, request, credentials, Date.now() - 310_000);
    expect((await post(world.url, ADD, late)).status).toBe(401);
  });
});

test('dry_run of a read is ignored', async () => {
  const { body } = await dry('inventory/brand/get', {});
  expect(body).not.toHaveProperty('dry_run');
});
