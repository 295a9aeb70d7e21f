import * as contracts from '@stockbook/contracts';
import { type FactType, fieldsOf, operations, type Operation, resourceOf, revisedBy } from '@stockbook/contracts';
import {
  call,
  factsOf,
  failure,
  grantedRequest,
  ok,
  openShop,
  openTenant,
  orderOf,
  stockItem,
  type Tenant,
  World,
} from '@stockbook/testing';

const writes = [...operations.values()].filter(({ kind }) => kind === 'write');
const revised = writes.flatMap((operation) => {
  const record = revisedBy(operation);
  return record ? [{ path: operation.path, operation, ...record }] : [];
});

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await World.shared();
  tenant = await openTenant(world, 'Revised');
});

type Body = Readonly<Record<string, unknown>>;
const send = async (path: string, body: object): Promise<{ status: number; body: Body }> => {
  const { status, body: answer } = await call(world.url, tenant.user.credentials, path, body);
  return { status, body: { ...answer } };
};

const isRevisedFact = (value: unknown): value is FactType =>
  typeof value === 'object' &&
  value !== null &&
  'record' in value &&
  'topic' in value &&
  contracts.hasRevision((value as FactType).record);

/** Returns the record that a request is about. */
async function recordOf({ operation, key, shownAs }: (typeof revised)[number], request: Body): Promise<Body> {
  const get = [...operations.values()].find(({ kind, response }) => kind === 'read' && response === operation.shown);
  const { body } = await send(get?.path ?? '', key ? { [key]: request[key] } : {});
  const [record] = [body[shownAs]].flat();
  return record as Body;
}

/** Writes that take no revision, beside those that add a record. */
const WITHOUT_REVISION = {
  'extension/module/invoice/render': 'It shows an order, and changes no invoice.',
  'extension/total/promotion/reserve': 'It holds uses, and changes no promotion.',
  'extension/total/promotion/release': 'It frees uses, and changes no promotion.',
  'inventory/item/editStock': 'It sets stock of many items.',
  'integration/webhook/redeliver': 'It sends deliveries, and changes no webhook.',
  'setting/user/endSession': 'It ends a session, and changes no user.',
};

test('every write of a record takes its revision, unless it adds the record', () => {
  const names = revised.map(({ path }) => path);
  const isAddition = ({ path }: Operation) => /\/(add(?!History$|Reward$|Image$)\w*|importOrder)$/.test(path);
  const others = writes.filter((each) => !names.includes(each.path) && !isAddition(each)).map(({ path }) => path);
  expect(others.toSorted()).toEqual(Object.keys(WITHOUT_REVISION).toSorted());
});

describe.each(revised)('$path', (each) => {
  const { path, operation, key } = each;

  it('is done at the revision that the client has seen, and refused at another', async () => {
    const { batch_id, ...granted }: Body = { ...(await grantedRequest(world, tenant, operation)) };
    const [first] = [batch_id].flat();
    const request: Body = key && batch_id ? { ...granted, [key]: first } : granted;
    await world.settled();
    const revision = Number((await recordOf(each, request))['revision']);
    expect(revision).toBeGreaterThan(0);
    const stale = await send(path, { ...request, if_revision: revision + 1 });
    expect({ path, ...stale }).toMatchObject({
      status: 409,
      body: { error_details: [{ code: 'stale', field: 'if_revision', revision, fields: expect.any(Array) }] },
    });
    expect((await recordOf(each, request))['revision']).toBe(revision);
    expect(await send(path, { ...request, if_revision: revision })).toMatchObject({ status: 200 });
  });

  if (key)
    it('takes it for one record alone', async () => {
      expect(await send(path, { if_revision: 1 })).toMatchObject({ status: 400 });
      if (!('batch_id' in fieldsOf(operation.request))) return;
      const { body } = await send(path, { [key]: 1, batch_id: [1], if_revision: 1 });
      const message = 'if_revision is that of one record, and batch_id names several.';
      expect(body['error_details']).toContainEqual({ code: 'invalid', field: 'if_revision', message });
    });
});

test('the facts of all these changes show the revision of their record: it is their sequence', async () => {
  const exported: readonly unknown[] = Object.values(contracts);
  const facts = exported.filter(isRevisedFact);
  const resources = revised.map(({ operation }) => resourceOf(operation).replaceAll('/', '.'));
  expect(facts.map(({ topic }) => topic)).toEqual(expect.arrayContaining(resources));
  for (const fact of facts) {
    const published = await factsOf(world, tenant.user.account_id, fact);
    const revisions = published.map(({ sequence }) => ({ payload: { record: { revision: sequence } } }));
    expect({ topic: fact.topic, published }).toMatchObject({ published: revisions });
    expect([fact.topic, published.length]).not.toEqual([fact.topic, 0]);
  }
});

test('two editors who make 1,000 edits each of one record lose none', async () => {
  const { brand } = tenant.user.api.inventory;
  const { brand_id } = ok(await brand.add({ name: 'Shared', image: '' }));
  const editor = async (name: string) => {
    for (let done = 0; done < 1_000;) {
      const [shown] = ok(await brand.get({ brand_id })).brands;
      const count = Number(shown?.image || 0) + 1;
      const reply = await brand.edit({ brand_id, name, image: String(count), if_revision: shown?.revision ?? 0 });
      if (!reply.error) done++;
      else expect(reply.error_details).toMatchObject([{ code: 'stale' }]);
    }
  };
  await Promise.all([editor('One'), editor('Two')]);
  const [shown] = ok(await brand.get({ brand_id })).brands;
  expect(shown).toMatchObject({ image: '2000', revision: 2001 });
}, 240_000);

test('names the fields of the request in which the record differs', async () => {
  const { brand } = tenant.user.api.inventory;
  const { brand_id } = ok(await brand.add({ name: 'Before', image: 'a.png' }));
  ok(await brand.edit({ brand_id, name: 'Other' }));
  const edit = { brand_id, name: 'Mine', image: 'a.png', if_revision: 1 };
  const stale = {
    code: 'stale',
    field: 'if_revision',
    message: `if_revision is 1, but brand ${brand_id} has revision 2 by now.`,
    id: brand_id,
    revision: 2,
    fields: ['name'],
  };
  expect((await send('inventory/brand/edit', edit)).body['error_details']).toEqual([stale]);
  expect(ok(await brand.get({ brand_id })).brands).toMatchObject([{ name: 'Other', revision: 2 }]);
});

test.each(['model', 'sku', 'barcode'])('an item that its %s names has a revision too', async (field) => {
  const { item_id } = ok(await tenant.user.api.inventory.item.add({ name: 'Mug', [field]: '4006381333931' }));
  const edit = { [field]: '4006381333931', name: 'Cup', price: 5 };
  expect(await send('inventory/item/edit', { ...edit, if_revision: 1 })).toMatchObject({ status: 200 });
  const stale = [{ code: 'stale', id: item_id, revision: 2, fields: ['price'] }];
  const late = await send('inventory/item/edit', { ...edit, price: 6, if_revision: 1 });
  expect(late).toMatchObject({ status: 409, body: { error_details: stale } });
  const naming = { [field]: '4006381333931' };
  const early = await send('inventory/item/delete', { ...naming, if_revision: 3 });
  expect(early).toMatchObject({ status: 409, body: { error_details: [{ code: 'stale', id: item_id, fields: [] }] } });
  expect(await send('inventory/item/delete', { ...naming, if_revision: 2 })).toMatchObject({ status: 200 });
});

test('an item that its model names gets each field that the edit gives, empty ones too', async () => {
  const { item } = tenant.user.api.inventory;
  const { item_id } = ok(await item.add({ name: 'Mug', model: 'Lone', sku: 'S1', barcode: 'B1' }));
  const edit = { model: 'Lone', sku: '', barcode: '', if_revision: 1, strict: true };
  expect(await send('inventory/item/edit', edit)).toMatchObject({ status: 200 });
  expect(ok(await item.get({ item_id })).items).toMatchObject([{ model: 'Lone', sku: '', barcode: '', revision: 2 }]);
});

test('a write that is sent again answers as before, though the record has another revision by now', async () => {
  const { brand_id } = ok(await tenant.user.api.inventory.brand.add({ name: 'Kept' }));
  const edit = { brand_id, name: 'Once', if_revision: 1, idempotency_key: 'once at 1' };
  const { body } = await send('inventory/brand/edit', edit);
  expect(await send('inventory/brand/edit', edit)).toEqual({ status: 200, body: { ...body, replayed: true } });
});

test('a user who does not see a record does not learn its revision', async () => {
  const { api } = tenant.user;
  const { channel_group_id } = ok(await api.setting.channel_group.add({ name: 'Elsewhere' }));
  const rights = { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] };
  const clerk = await world.colleague(tenant.user, rights);
  const order_id = tenant.ids['order_id'] ?? 0;
  const refused = async (body: object) => (await clerk.api.sale.order.edit({ order_id, ...body })).error;
  expect(await refused({ if_revision: 1_000 })).toEqual(await refused({}));
});

test('a user who may not read a resource does not learn in which fields its record differs', async () => {
  const { brand_id } = ok(await tenant.user.api.inventory.brand.add({ name: 'Unread' }));
  const clerk = await world.colleague(tenant.user, { access: [], modify: ['inventory/brand'] });
  const reply = await clerk.api.inventory.brand.edit({ brand_id, name: 'Guess', if_revision: 7 });
  const message = `if_revision is 7, but brand ${brand_id} has revision 1 by now.`;
  expect(failure(reply).error_details).toEqual([
    { code: 'stale', field: 'if_revision', message, id: brand_id, revision: 1 },
  ]);
});

test.each([true, false])('the settlement of an order raises its revision; subscribed: %s', async (isSubscribed) => {
  const user = await world.account();
  const shop = await openShop(user);
  const item_id = await stockItem(user, shop, 1_000);
  if (isSubscribed) ok(await user.api.integration.webhook.add({ url: 'https://hook.invalid', events: ['sale_order'] }));
  const sale = orderOf(shop, [{ item_id, quantity: 1 }], { order_status_id: shop.paid_id });
  const { order } = ok(await user.api.sale.order.add(sale));
  const { order_id } = order;
  await world.settled();
  const [settled] = ok(await user.api.sale.order.get({ order_id })).orders;
  expect([order.revision, settled?.revision]).toEqual([1, 2]);
  const late = await user.api.sale.order.edit({ order_id, comment: 'Late', if_revision: 1 });
  expect(late).toMatchObject({ error_details: [{ code: 'stale', revision: 2, fields: ['comment'] }] });
  const { order: edited } = ok(await user.api.sale.order.edit({ order_id, comment: 'In time', if_revision: 2 }));
  expect(edited).toMatchObject({ comment: 'In time', revision: 3 });
});

test('an edit and the settlement of an order do not undo each other', async () => {
  const { user } = tenant;
  const shop = await openShop(user);
  const item_id = await stockItem(user, shop, 1_000);
  const sale = orderOf(shop, [{ item_id, quantity: 1 }], { order_status_id: shop.paid_id });
  for (let i = 0; i < 20; i++) {
    const { order } = ok(await user.api.sale.order.add(sale));
    const { order_id, revision } = order;
    const reply = await user.api.sale.order.edit({ order_id, comment: 'Raced', if_revision: revision });
    await world.settled();
    const [shown] = ok(await user.api.sale.order.get({ order_id })).orders;
    expect(shown).toMatchObject({
      comment: reply.error ? (sale.comment ?? '') : 'Raced',
      revision: reply.error ? 2 : 3,
      products: [{ deducted: true }],
    });
    if (reply.error) expect(reply.error_details).toMatchObject([{ code: 'stale' }]);
  }
});
