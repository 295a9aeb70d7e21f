import { signExactly } from '@stockbook/auth';
import {
  eventually,
  ok,
  openShop,
  orderOf,
  post,
  type Shop,
  sign,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';

const ADD = 'inventory/brand/add';
const GET = 'inventory/brand/get';

let world: World;
let owner: TestUser;
beforeAll(async () => {
  world = await World.shared();
  owner = await world.account();
});

/** Sends a write as a client that follows the specification alone does, or with the given key. */
const send = (path: string, body: object, options: { user?: TestUser; key?: string; now?: number } = {}) => {
  const { user = owner, key, now = Date.now() } = options;
  const text = signExactly(`/${path}`, key ? { ...body, idempotency_key: key } : body, user.credentials, now);
  return post(world.url, path, text);
};
const brands = async (filter_name: string, user = owner) =>
  ok(await user.api.inventory.brand.get({ filter_name })).total;
const isReplay = ({ headers, body }: Awaited<ReturnType<typeof post>>) =>
  headers.get('idempotent-replayed') === 'true' && 'replayed' in body && body.replayed === true;

describe('without a key', () => {
  it('a byte-identical add is done once, however many arrive at the same time', async () => {
    const text = signExactly(`/${ADD}`, { name: 'Identical' }, owner.credentials);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(world.url, ADD, text)));
    const [first, ...others] = answers.filter((answer) => !isReplay(answer));
    expect([first?.status, others]).toEqual([200, []]);
    expect(first?.headers.get('idempotent-replayed')).toBeNull();
    const replays = answers.filter(isReplay).map(({ status, body }) => ({ status, body }));
    expect(replays).toEqual(Array(49).fill({ status: 200, body: { ...first?.body, replayed: true } }));
    expect(await brands('Identical')).toBe(1);
  });

  it('a byte-identical delete returns the first answer', async () => {
    const { brand_id } = ok(await owner.api.inventory.brand.add({ name: 'Short-lived' }));
    const text = signExactly('/inventory/brand/delete', { brand_id }, owner.credentials);
    const [first, second] = [
      await post(world.url, 'inventory/brand/delete', text),
      await post(world.url, 'inventory/brand/delete', text),
    ];
    expect(first).toMatchObject({ status: 200, body: { success: true, brand_id } });
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
  });

  it('stock set to 5, 7 and 5 again within one second ends at 5', async () => {
    const user = await world.account();
    const shop = await openShop(user);
    const item_id = await stockItem(user, shop, 100);
    const now = Date.now();
    for (const quantity of [5, 7, 5]) {
      const items = [{ item_id, location_id: shop.store_id, quantity }];
      const answer = await send('inventory/item/editStock', { items }, { user, now });
      expect([answer.status, isReplay(answer)]).toEqual([200, false]);
    }
    expect(ok(await user.api.inventory.item.get({ item_id })).items[0]?.quantity).toBe(5);
  });

  it('an order moved to paid, pending and paid again within one second is paid', async () => {
    const user = await world.account();
    const shop = await openShop(user);
    const { order } = ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }])));
    const now = Date.now();
    for (const order_status_id of [shop.paid_id, shop.pending_id, shop.paid_id]) {
      const body = { order_id: order.order_id, order_status_id, comment: '' };
      expect((await send('sale/order/addHistory', body, { user, now })).status).toBe(200);
    }
    const [shown] = ok(await user.api.sale.order.get({ order_id: order.order_id })).orders;
    expect(shown?.order_status_id).toBe(shop.paid_id);
  });

  it('a late timestamp gets the stored answer of an add and is refused for an edit', async () => {
    const user = await world.account();
    const signed_at = Date.now() - 295_000;
    const late = signExactly(`/${ADD}`, { name: 'Late' }, user.credentials, signed_at);
    const first = await post(world.url, ADD, late);
    const { brand_id } = first.body as { brand_id: number };
    const edit = signExactly('/inventory/brand/edit', { brand_id, name: 'Later' }, user.credentials, signed_at);
    expect((await post(world.url, 'inventory/brand/edit', edit)).status).toBe(200);
    const never = signExactly(`/${ADD}`, { name: 'Never' }, user.credentials, Date.now() - 310_000);
    expect((await post(world.url, ADD, never)).status).toBe(401);
    const read = signExactly(`/${GET}`, {}, user.credentials, signed_at);
    await eventually(async () => (await post(world.url, GET, read)).status === 401);
    expect(await post(world.url, ADD, late)).toMatchObject({ status: 200, body: { ...first.body, replayed: true } });
    expect((await post(world.url, 'inventory/brand/edit', edit)).status).toBe(401);
    expect(await brands('', user)).toBe(1);
  });

  it('a write that was refused may be sent again', async () => {
    const text = signExactly('/inventory/brand/delete', { brand_id: 999_999 }, owner.credentials);
    for (let i = 0; i < 2; i++) {
      const { status, body, headers } = await post(world.url, 'inventory/brand/delete', text);
      expect({ status, body }).toMatchObject({ status: 404, body: { error: ['There is no brand 999999.'] } });
      expect(headers.get('idempotent-replayed')).toBeNull();
    }
  });
});

describe('with a key', () => {
  it('a write is the same across timestamps, spellings and places of the key', async () => {
    const first = await send(ADD, { name: 'Keyed', image: '' }, { key: 'k-1' });
    const later = await send(ADD, { image: '', name: 'Keyed' }, { key: 'k-1', now: Date.now() - 5_000 });
    const text = signExactly(`/${ADD}`, { name: 'Keyed', image: '' }, owner.credentials);
    const byHeader = await post(world.url, ADD, text, { 'idempotency-key': 'k-1' });
    for (const again of [later, byHeader]) {
      expect(again).toMatchObject({ status: 200, body: { ...first.body, replayed: true } });
      expect(isReplay(again)).toBe(true);
    }
    expect(await brands('Keyed')).toBe(1);
  });

  it('another body is refused', async () => {
    expect((await send(ADD, { name: 'First' }, { key: 'k-2' })).status).toBe(200);
    expect(await send(ADD, { name: 'Second' }, { key: 'k-2' })).toMatchObject({
      status: 422,
      body: { error: ['This idempotency_key was used before with another request.'] },
    });
  });

  it('another path or another user makes another write', async () => {
    const colleague = await world.colleague(owner, { access: ['inventory/*'], modify: ['inventory/*'] });
    expect((await send(ADD, { name: 'Shared key' }, { key: 'k-3' })).status).toBe(200);
    const elsewhere = await send('inventory/location/add', { name: 'Shared key' }, { key: 'k-3' });
    expect([elsewhere.status, isReplay(elsewhere)]).toEqual([200, false]);
    const byColleague = await send(ADD, { name: 'Shared key' }, { user: colleague, key: 'k-3' });
    expect([byColleague.status, isReplay(byColleague)]).toEqual([200, false]);
    expect(await brands('Shared key')).toBe(2);
  });

  it('two equal sales with keys of their own are two orders', async () => {
    const user = await world.account();
    const sale = orderOf(await openShop(user), [{ item_id: 0, quantity: 1 }]);
    const now = Date.now();
    for (const key of ['sale-1', 'sale-2', 'sale-2']) {
      expect((await send('sale/order/add', sale, { user, key, now })).status).toBe(200);
    }
    expect(ok(await user.api.sale.order.get({})).total).toBe(2);
  });

  it('an edit that arrives again does not undo what came between', async () => {
    const { brand_id } = ok(await owner.api.inventory.brand.add({ name: 'Once' }));
    await send('inventory/brand/edit', { brand_id, name: 'Twice' }, { key: 'k-4' });
    await send('inventory/brand/edit', { brand_id, name: 'Thrice' }, { key: 'k-5' });
    const again = await send('inventory/brand/edit', { brand_id, name: 'Twice' }, { key: 'k-4' });
    expect([again.status, isReplay(again)]).toEqual([200, true]);
    expect(ok(await owner.api.inventory.brand.get({ brand_id })).brands[0]?.name).toBe('Thrice');
  });

  it.each([[''], ['x'.repeat(129)], [7]])('%p as the key is refused', async (idempotency_key) => {
    const { status, body } = await send(ADD, { name: 'No key', idempotency_key });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: ['idempotency_key must be a text of 1 to 128 characters.'] },
    });
  });

  it('the first answer is returned after the account has moved to another time zone', async () => {
    const user = await world.account();
    const shop: Shop = await openShop(user);
    const order = orderOf(shop, [{ item_id: 0, quantity: 1 }], { date_ordered: '2026-03-01 10:00:00' });
    const first = await send('sale/order/add', order, { user, key: 'zone' });
    ok(await user.api.setting.company.edit({ timezone: 'Asia/Tokyo' }));
    const again = await send('sale/order/add', order, { user, key: 'zone' });
    expect(again.body).toEqual({ ...first.body, replayed: true });
  });
});

describe('with a key in the header, which is not signed', () => {
  const EDIT = 'inventory/brand/edit';
  const headed = (path: string, text: string, key: string) => post(world.url, path, text, { 'idempotency-key': key });

  it('a captured write is done once, whatever key it is sent with', async () => {
    const text = signExactly(`/${ADD}`, { name: 'Captured' }, owner.credentials);
    const first = await headed(ADD, text, 'h-1');
    expect([first.status, isReplay(first)]).toEqual([200, false]);
    const again = [
      await headed(ADD, text, 'h-1'),
      await headed(ADD, text, 'h-2'),
      await headed(ADD, text, 'h-3'),
      await post(world.url, ADD, text),
    ];
    for (const each of again) expect(each).toMatchObject({ status: 200, body: { ...first.body, replayed: true } });
    expect(await brands('Captured')).toBe(1);
  });

  it('a captured rotation of a secret does not rotate again, and shows no secret', async () => {
    const { user_id } = await world.colleague(owner, { access: [], modify: [] });
    const { webhook_id } = ok(
      await owner.api.integration.webhook.add({ url: 'https://hook.invalid', events: ['webhook.recovered'] }),
    );
    for (const [path, body] of [
      ['setting/user/rotateSecret', { user_id }],
      ['integration/webhook/rotateSecret', { webhook_id }],
    ] as const) {
      const text = signExactly(`/${path}`, body, owner.credentials);
      expect(JSON.stringify((await post(world.url, path, text)).body)).toContain('secret":"');
      const again = await post(world.url, path, text);
      expect(again).toMatchObject({ status: 200, body: { replayed: true } });
      expect(JSON.stringify(again.body)).not.toContain('secret":"');
    }
  });

  it('a write that was sent without a key is no other one with it', async () => {
    const text = signExactly(`/${ADD}`, { name: 'Bare' }, owner.credentials);
    const first = await post(world.url, ADD, text);
    expect(await headed(ADD, text, 'h-4')).toMatchObject({ status: 200, body: { ...first.body, replayed: true } });
    expect(await brands('Bare')).toBe(1);
  });

  it('a captured edit does not undo what came after it, also without its key', async () => {
    const { brand_id } = ok(await owner.api.inventory.brand.add({ name: 'Before' }));
    const text = signExactly(`/${EDIT}`, { brand_id, name: 'Old' }, owner.credentials);
    expect((await headed(EDIT, text, 'h-5')).status).toBe(200);
    ok(await owner.api.inventory.brand.edit({ brand_id, name: 'New' }));
    const again = [await headed(EDIT, text, 'h-6'), await post(world.url, EDIT, text)];
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect(ok(await owner.api.inventory.brand.get({ brand_id })).brands[0]?.name).toBe('New');
  });

  it('many copies of one write with keys of their own at the same time are one write', async () => {
    const text = signExactly(`/${ADD}`, { name: 'At once' }, owner.credentials);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => headed(ADD, text, `h-7-${i}`)));
    expect(answers.filter((answer) => !isReplay(answer)).map(({ status }) => status)).toEqual([200]);
    expect(await brands('At once')).toBe(1);
  });

  it('a captured batch is done once, whatever key it is sent with', async () => {
    const requests = ['First', 'Second'].map((name) => ({ path: ADD, body: { name: `Batched ${name}` } }));
    const text = signExactly('/batch', { requests }, owner.credentials);
    const first = await headed('batch', text, 'h-9');
    const again = [await headed('batch', text, 'h-10'), await post(world.url, 'batch', text)];
    const replays = (first.body as { responses: { status: number; body: object }[] }).responses.map(
      ({ status, body }) => ({ status, body: { ...body, replayed: true } }),
    );
    expect(replays.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of again) expect(body).toMatchObject({ responses: replays });
    const alone = await Promise.all(Array.from({ length: 20 }, (_, i) => headed('batch', text, `h-11-${i}`)));
    for (const { body } of alone) expect(body).toMatchObject({ responses: replays });
    expect(await brands('Batched')).toBe(2);
  });

  it('another body under the same key is refused', async () => {
    const [one, two] = ['One', 'Two'].map((name) =>
      signExactly(`/${ADD}`, { name: `Header ${name}` }, owner.credentials),
    );
    expect((await headed(ADD, one!, 'h-8')).status).toBe(200);
    expect((await headed(ADD, two!, 'h-8')).status).toBe(422);
    expect(await brands('Header')).toBe(1);
  });
});

test('our clients give each write a key of its own', async () => {
  const names = ['Two', 'Two'];
  for (const name of names) ok(await owner.api.inventory.brand.add({ name }));
  expect(await brands('Two')).toBe(2);
  const text = sign(`/${ADD}`, { name: 'Given', idempotency_key: 'mine' }, owner.credentials);
  expect(JSON.parse(text)).toMatchObject({ idempotency_key: 'mine' });
  expect(JSON.parse(sign(`/${GET}`, {}, owner.credentials))).not.toHaveProperty('idempotency_key');
});
