import { type Fault, fieldsOf, operations } from '@stockbook/contracts';
import {
  call,
  grantedRequest,
  ok,
  openTenant,
  orderOf,
  requestOf,
  stockItem,
  type Tenant,
  World,
} from '@stockbook/testing';
import { idCases, withId } from './id-fields.fixture.js';

const UNKNOWN_ID = Number.MAX_SAFE_INTEGER;

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await World.shared();
  tenant = await openTenant(world, 'Malformed');
});

async function faultsOf(path: string, body: object): Promise<readonly Fault[]> {
  const { body: answer } = await call(world.url, tenant.user.credentials, path, body);
  return 'error_details' in answer ? (answer.error_details as Fault[]) : [];
}
const messagesOf = async (path: string, body: object) => (await faultsOf(path, body)).map(({ message }) => message);

test('all faults of a new order are answered at once', async () => {
  const { shop, user } = tenant;
  const item_id = await stockItem(user, shop, 1);
  const order = orderOf(shop, [
    { item_id, quantity: 1 },
    { item_id: UNKNOWN_ID, quantity: 1 },
    { item_id: UNKNOWN_ID - 1, quantity: 1 },
  ]);
  const products = order.products.map((line, i) => (i === 1 ? line : { ...line, quantity: 0.5 }));
  const body = {
    ...order,
    products,
    order_status_id: UNKNOWN_ID,
    currency: 'XXX',
    date_ordered: 'today',
    strict: 1,
    colour: 1,
  };
  expect(new Set(await messagesOf('sale/order/add', body))).toEqual(
    new Set([
      'date_ordered must be a date-time like 2026-03-01T08:15:30Z, 2026-03-01 08:15:30 or 2026-03-01, or empty.',
      'products[0].quantity must be an integer of at least 1.',
      'products[2].quantity must be an integer of at least 1.',
      'order/add has no field colour.',
      `There is no order status ${UNKNOWN_ID}.`,
      `There is no item ${UNKNOWN_ID}.`,
      `There is no item ${UNKNOWN_ID - 1}.`,
      'There is no currency XXX.',
    ]),
  );
});

test('a line of a record whose own id is malformed is not judged', async () => {
  const { shop, user } = tenant;
  const { order } = ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1, name: 'Gift' }])));
  const [line] = order.products;
  const products = [{ order_product_id: line?.order_product_id, quantity: 1 }];
  expect(
    await messagesOf('sale/credit_note/add', { order_id: `#${order.order_id}`, location_id: UNKNOWN_ID, products }),
  ).toEqual(['order_id must be an integer of at least 0.', `There is no location ${UNKNOWN_ID}.`]);
});

test('a key that has no form is a fault beside others', async () => {
  expect(
    await messagesOf('inventory/brand/add', { idempotency_key: '', channel_group_id: UNKNOWN_ID, name: 1.5 }),
  ).toEqual([
    'name must be a text of 1 to 1000 characters: send it in quotes.',
    'idempotency_key must be a text of 1 to 128 characters.',
    `There is no channel group ${UNKNOWN_ID}.`,
  ]);
});

test('the faults of a calculation are answered at once', async () => {
  const lines = [{ item_id: 0, name: 'x', quantity: 'x', price: 1 }];
  const faults = await faultsOf('extension/total/promotion/calculate', {
    channel_id: UNKNOWN_ID,
    products: lines,
    lines,
  });
  expect(faults.map(({ field }) => field)).toContain('channel_id');
});

test('a malformed request is no write under its key', async () => {
  const key = { idempotency_key: 'malformed' };
  expect(await faultsOf('inventory/brand/add', { ...key, name: '' })).toHaveLength(1);
  expect(await faultsOf('inventory/brand/add', { ...key, name: 'Sound' })).toEqual([]);
  expect(ok(await tenant.user.api.inventory.brand.get({ filter_name: 'Sound' })).total).toBe(1);
});

test('a user without a right to a record learns nothing of it', async () => {
  const path = 'extension/module/invoice/render';
  const permission = { access: ['extension/module/invoice'], modify: [] };
  const user = await world.colleague(tenant.user, permission);
  const { body } = await call(world.url, user.credentials, path, { order_id: UNKNOWN_ID, dry_run: 'perhaps' });
  expect(body).toMatchObject({ error: ['dry_run must be true, false, 1 or 0.'] });
});

const references = idCases.filter(({ operation }) => operation.kind === 'write');

test.each(references)('an unknown $name is refused beside a malformed field', async ({ operation, path }) => {
  const request = withId(await requestOf(world, tenant, operation), path, UNKNOWN_ID, operation.request);
  const expected = (await faultsOf(operation.path, { ...request, dry_run: true })).filter(
    ({ code }) => code === 'unknown_reference',
  );
  expect(await faultsOf(operation.path, { ...request, dry_run: 'perhaps' })).toEqual([
    { code: 'invalid', field: 'dry_run', message: 'dry_run must be true, false, 1 or 0.' },
    ...expected,
  ]);
});

const writes = [...operations.values()].filter(({ kind }) => kind === 'write');

test.each(writes)('a malformed field of $path makes no other one refused', async (operation) => {
  const request = await grantedRequest(world, tenant, operation);
  const wrong: unknown[] = [];
  for (const [name, broken] of brokenIn(request, Object.keys(fieldsOf(operation.request)))) {
    const faults = await faultsOf(operation.path, broken);
    const others = faults.filter(({ field = '' }) => !field.startsWith(name));
    if (!faults.length || others.length) wrong.push([name, faults]);
  }
  expect(wrong).toEqual([]);
});

/**
 * Makes requests that each have one field of a value that no kind of field takes. It covers the fields of the request
 * and of its first lines.
 */
function* brokenIn(request: object, names: readonly string[]): Generator<[string, object]> {
  for (const name of names) yield [name, { ...request, [name]: [[]] }];
  for (const [name, list] of Object.entries(request)) {
    if (!Array.isArray(list) || typeof list[0] !== 'object') continue;
    for (const inner of Object.keys(list[0] ?? {}))
      yield [`${name}[0].${inner}`, { ...request, [name]: [{ ...list[0], [inner]: [[]] }, ...list.slice(1)] }];
  }
}
