import { call, post, sign } from '@stockbook/auth';
import { eventually, ok, openShop, orderOf, type TestUser, World } from '@stockbook/testing';

const BRANDS = 'inventory/brand/get';

let world: World;
let owner: TestUser;
beforeAll(async () => {
  world = await World.open();
  owner = await world.account();
});
afterAll(() => world.close());

describe('a repeated write', () => {
  const path = 'inventory/brand/add';
  const total = async () => (await owner.api.inventory.brand.get({ filter_name: 'Repeated' })) as { total: number };

  test('is done once, however many arrive at the same time', async () => {
    const text = sign(`/${path}`, { name: 'Repeated' }, owner.credentials);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(world.url, path, text)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(49);
    expect((await total()).total).toBe(1);
  });

  test('under its own key is the same across timestamps, by header or body, and refused with another body', async () => {
    const send = (body: object, key: string, now: number) =>
      post(world.url, path, sign(`/${path}`, body, owner.credentials, now), { 'idempotency-key': key });
    const first = await send({ name: 'Keyed' }, 'k-1', Date.now());
    const again = await send({ name: 'Keyed' }, 'k-1', Date.now() - 5_000);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const inBody = await call(world.url, owner.credentials, path, { name: 'Keyed', idempotency_key: 'k-1' });
    expect(inBody.body).toEqual(first.body);
    const other = await send({ name: 'Another' }, 'k-1', Date.now());
    expect(other).toMatchObject({
      status: 422,
      body: { error: ['This idempotency_key was used before with another request.'] },
    });
  });

  test('that was refused may be sent again and succeed', async () => {
    const text = sign('/inventory/brand/edit', { brand_id: 999_999, name: 'x' }, owner.credentials);
    const refusals = [
      await post(world.url, 'inventory/brand/edit', text),
      await post(world.url, 'inventory/brand/edit', text),
    ];
    for (const { status, body, headers } of refusals) {
      expect({ status, body }).toMatchObject({ status: 404, body: { error: ['There is no brand 999999.'] } });
      expect(headers.get('idempotent-replayed')).toBeNull();
    }
  });

  test('stays one when a header with a key is added, which nobody signed', async () => {
    const text = sign(`/${path}`, { name: 'Replayed with a header' }, owner.credentials);
    const first = await post(world.url, path, text);
    const again = await post(world.url, path, text, { 'idempotency-key': 'stranger' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('is the same after the account has moved to another time zone', async () => {
    const user = await world.account();
    const shop = await openShop(user);
    const order = orderOf(shop, [{ item_id: 0, quantity: 1 }], { date_ordered: '2026-03-01 10:00:00' });
    const text = sign('/sale/order/add', order, user.credentials);
    const first = await post(world.url, 'sale/order/add', text);
    expect((await user.api.setting.company.edit({ timezone: 'Asia/Tokyo' })).error).toBeUndefined();
    expect((await post(world.url, 'sale/order/add', text)).body).toEqual(first.body);
  });

  test('that comes when its timestamp is too old gets the stored answer, and is never done', async () => {
    const user = await world.account();
    const signed_at = Date.now() - 299_000;
    const late = sign(`/${path}`, { name: 'Late' }, user.credentials, signed_at);
    const first = await post(world.url, path, late);
    expect(first.status).toBe(200);
    const never = sign(`/${path}`, { name: 'Never' }, user.credentials, Date.now() - 310_000);
    expect((await post(world.url, path, never)).status).toBe(401);
    const read = sign(`/${BRANDS}`, {}, user.credentials, signed_at);
    await eventually(async () => (await post(world.url, BRANDS, read)).status === 401);
    const again = await post(world.url, path, late);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(ok(await user.api.inventory.brand.get({})).total).toBe(1);
  });
});
