import { type Class, type Fields, fieldsOf, operations } from '@stockbook/contracts';
import {
  call,
  grantedRequest,
  longestTurn,
  MOST_TURN_MS,
  ok,
  openShop,
  openTenant,
  orderOf,
  post,
  requestOf,
  sign,
  type Tenant,
  type TestUser,
  World,
} from '@stockbook/testing';

let world: World;
let owner: TestUser;
beforeAll(async () => {
  world = await World.shared();
  owner = await world.account();
});

const send = async (path: string, body: object) => {
  const { status, body: answer } = await call(world.url, owner.credentials, path, body);
  return { status, answer: answer as Record<string, unknown> };
};
const ADD = 'inventory/brand/add';
const GET = 'inventory/brand/get';
const UNKNOWN = 'colour_of_the_sky';
const LOCATION = 'brand/add has no field channel_group; did you mean channel_group_id?';

/** Misspells the first field of each object in a request; `faults` has their paths, with those that are meant. */
function misspelt(type: Class, parent = ''): { body: object; faults: [string, string][] } {
  const fields = Object.entries(fieldsOf(type));
  const [first = ''] = Object.keys(fieldsOf(type));
  const faults: [string, string][] = parent && first ? [[`${parent}.${first}_`, `${parent}.${first}`]] : [];
  const body: Record<string, unknown> = parent && first ? { [`${first}_`]: 1 } : {};
  for (const [name, { of, list }] of fields) {
    if (!of) continue;
    const path = parent ? `${parent}.${name}` : name;
    const inner = misspelt(of(), list ? `${path}[0]` : path);
    body[name] = list ? [inner.body] : inner.body;
    faults.push(...inner.faults);
  }
  return { body, faults };
}

describe.each([...operations.values()])('$path', ({ path, request }) => {
  const name = path.split('/').slice(-2).join('/');
  const { body, faults } = misspelt(request);

  if (faults.length) {
    it('refuses unknown fields of the objects in it, and names those that are meant', async () => {
      const { answer } = await send(path, { ...body, strict: true });
      const expected = faults.map(([field, meant]) => ({
        code: 'unknown_field',
        field,
        message: `${name} has no field ${field}; did you mean ${meant}?`,
      }));
      expect(answer['error_details']).toEqual(expect.arrayContaining(expected));
    });
  }

  it('refuses unknown fields of a strict request, with all other faults', async () => {
    const { status, answer } = await send(path, { strict: true, colour_of_the_sky: 1e300, strict_: 1 });
    expect(status).toBe(400);
    expect(answer['error_details']).toEqual(
      expect.arrayContaining([
        { code: 'unknown_field', field: 'colour_of_the_sky', message: `${name} has no field colour_of_the_sky.` },
        { code: 'unknown_field', field: 'strict_', message: `${name} has no field strict_; did you mean strict?` },
      ]),
    );
  });
});

/** Adds an unknown field to each object of a request; `paths` has those fields, in the request's order. */
function withUnknown(fields: Fields, given: object, parent = ''): { body: object; paths: string[] } {
  const paths: string[] = [];
  const known = (value: unknown, of: () => Class, path: string): unknown => {
    if (Array.isArray(value)) return value.map((each, i) => known(each, of, `${path}[${i}]`));
    const inner = withUnknown(fieldsOf(of()), Object(value), `${path}.`);
    paths.push(...inner.paths);
    return inner.body;
  };
  const body = Object.entries(given).map(([name, value]) => {
    const of = fields[name]?.of;
    return [name, of ? known(value, of, `${parent}${name}`) : value];
  });
  return { body: { ...Object.fromEntries(body), [UNKNOWN]: 1e300 }, paths: [...paths, `${parent}${UNKNOWN}`] };
}

describe('an operation that is done warns of each unknown field, however deep', () => {
  let tenant: Tenant;
  beforeAll(async () => void (tenant = await openTenant(world, 'Warned')));

  it.each([...operations.values()])('$path', async (operation) => {
    const { path, kind, request } = operation;
    const granted = await (kind === 'read' ? requestOf : grantedRequest)(world, tenant, operation);
    await world.settled();
    const { body, paths } = withUnknown(fieldsOf(request), granted);
    const answer = await call(world.url, tenant.user.credentials, path, { ...body, strict_: 1 });
    const name = path.split('/').slice(-2).join('/');
    const warnings = paths.map((field) => `${name} has no field ${field}.`);
    const all = [...warnings, `${name} has no field strict_; did you mean strict?`];
    expect(answer).toMatchObject({ status: 200, body: { warnings: all } });
  });
});

test('warns of unknown fields on a write, which is done', async () => {
  const { status, answer } = await send(ADD, { name: 'Warned', channel_group: 1 });
  expect({ status, answer }).toEqual({
    status: 200,
    answer: { success: true, warnings: [LOCATION], brand_id: expect.any(Number) },
  });
});

test('warns of unknown fields on a read', async () => {
  const { answer } = await send(GET, { filter_nam: 'x', strict: false });
  expect(answer).toMatchObject({
    total: expect.any(Number),
    warnings: ['brand/get has no field filter_nam; did you mean filter_name?'],
  });
});

test('warns on a dry run and on an answer without fields', async () => {
  const { answer } = await send(ADD, { name: 'Tried', channel_group: 1, dry_run: true });
  expect(answer).toEqual({ success: true, dry_run: true, warnings: [LOCATION], brand_id: 0 });
  const { webhook_id } = ok(
    await owner.api.integration.webhook.add({ url: 'https://hook.invalid', events: ['sale_order.short'] }),
  );
  const { answer: done } = await send('integration/webhook/delete', { webhook_id, colour: 1 });
  expect(done).toMatchObject({ success: true, warnings: ['webhook/delete has no field colour.'] });
});

test('names fields that an edit does not change, when a record is sent back as it was read', async () => {
  const shop = await openShop(owner);
  const { order } = ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1, name: 'Gift' }])));
  const { order_id } = order;
  const [{ locked, ...record } = order] = ok(await owner.api.sale.order.get({ order_id })).orders;
  const { status, answer } = await send('sale/order/edit', { ...record, locked });
  const warnings = [answer['warnings']].flat();
  expect(status).toBe(200);
  expect(warnings).toContain('order/edit does not change date_added: it is read-only.');
  expect(warnings).toContain('order/edit does not change products[0].total: it is read-only.');
  expect(warnings).toContain('order/edit does not change order_status: it is read-only; did you mean order_status_id?');
  const refused = await send('sale/order/edit', { order_id, date_added: record.date_added, strict: true });
  expect(refused).toMatchObject({ status: 400, answer: { error_details: [{ code: 'unknown_field' }] } });
});

test('says nothing where all fields are known', async () => {
  expect((await send(GET, { strict: true })).answer).not.toHaveProperty('warnings');
});

test('does nothing for a strict request that is refused', async () => {
  const { status } = await send(ADD, { name: 'Refused', channel_group: 1, strict: '1' });
  expect(status).toBe(400);
  expect(ok(await owner.api.inventory.brand.get({ filter_name: 'Refused' })).total).toBe(0);
});

test('warns again on a replay, and the same key is the same write whether it is strict or not', async () => {
  const text = sign(`/${ADD}`, { name: 'Once', channel_group: 1 }, owner.credentials);
  const [first, second] = [await post(world.url, ADD, text), await post(world.url, ADD, text)];
  expect(second.body).toEqual({ ...first.body, replayed: true });
  expect(second.body).toMatchObject({ warnings: [LOCATION] });
  const one = { name: 'Twice', idempotency_key: 'twice' };
  await send(ADD, one);
  expect((await send(ADD, { ...one, strict: true })).answer).toMatchObject({ success: true, replayed: true });
});

test('warns before the warnings that an operation has of its own', async () => {
  const shop = await openShop(owner);
  const { order } = ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1, name: 'Gift' }])));
  const [line] = order.products;
  const price = 1_000_000;
  const products = [{ order_product_id: line?.order_product_id, quantity: 1, price, qty: 1 }];
  const { answer } = await send('sale/credit_note/add', {
    order_id: order.order_id,
    allow_over_credit: true,
    products,
  });
  const warnings = [answer['warnings']].flat();
  expect(warnings).toContain('credit_note/add has no field products[0].qty; did you mean products[0].quantity?');
  expect(warnings.at(-1)).toMatch(/^products\[0\]\.price 1000000 is more than/);
});

describe('numbers that JSON does not keep', () => {
  it('are not judged in unknown fields', async () => {
    const { status, answer } = await send(ADD, { name: 'Big', tracking: [9_007_199_254_740_993, { a: 1e300 }] });
    expect(status).toBe(200);
    expect(answer['warnings']).toEqual(['brand/add has no field tracking.']);
  });

  it('are refused in known ones; a code has to stand in quotes', async () => {
    const { status, answer } = await send('inventory/item/add', {
      name: 'Big',
      sku: 2 ** 60,
      price: 2 ** 60,
      x: 2 ** 60,
    });
    expect(status).toBe(400);
    expect(answer['error']).toEqual([
      'sku is the number 1152921504606847000, which JSON does not keep exactly: send it in quotes.',
      'price is 1152921504606847000, but must lie between -9007199254740991 and 9007199254740991.',
    ]);
  });

  it('name the quotes for a fraction', async () => {
    const { answer } = await send('inventory/item/add', { name: 'Part', sku: 1.5, model: 'M', barcode: 12.25 });
    expect(answer['error']).toEqual([
      'sku must be a text of at most 255 characters: send it in quotes.',
      'barcode must be a text of at most 255 characters: send it in quotes.',
    ]);
  });
});

test('costs little, even where a request has 19,000 of them', async () => {
  const lines = [
    { item_id: 1, quantity: 1, ...Object.fromEntries(Array.from({ length: 19_000 }, (_, i) => [`q${i}`, 1])) },
  ];
  const longest = await longestTurn(async () => {
    const { answer } = await send('inventory/purchase_order/add', { item: lines, strict: true });
    const errors = answer['error'] as string[];
    expect(errors.filter((text) => text.includes('unknown') || text.includes('no field'))).toHaveLength(21);
  });
  expect(longest).toBeLessThan(MOST_TURN_MS);
});
