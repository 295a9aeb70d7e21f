import { type Credentials, signExactly } from '@stockbook/auth';
import { eventually, ok, openShop, orderOf, post, stockItem, type TestUser, World } from '@stockbook/testing';

interface Line {
  readonly path: string;
  readonly body: object;
}

const ALL = { access: ['*'], modify: ['*'], view_cost: true };
const BRAND: Line = { path: 'inventory/brand/add', body: { name: 'Later' } };

let world: World;
let owner: TestUser;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  user = await world.colleague(owner, ALL);
});

async function send(requests: readonly Line[], credentials: Credentials = user.credentials, in_order = true) {
  const { body } = await post(world.url, 'batch', signExactly('/batch', { requests, in_order }, credentials));
  return (body as { responses: { status: number; body: Readonly<Record<string, unknown>> }[] }).responses;
}
const statuses = async (requests: readonly Line[], credentials?: Credentials) =>
  (await send(requests, credentials)).map(({ status }) => status);

test('a request needs the rights that it needs alone, and shows no more', async () => {
  const clerk = await world.colleague(owner, { access: ['inventory/item'], modify: [], view_cost: false });
  await stockItem(owner, await openShop(owner), 1);
  expect(JSON.stringify(await owner.api.inventory.item.get({}))).toContain('"cost"');
  const items = { path: 'inventory/item/get', body: {} };
  const [refused, shown] = await send([BRAND, items], clerk.credentials, false);
  expect(refused).toMatchObject({ status: 403, body: { error_details: [{ code: 'forbidden' }] } });
  expect(shown).toMatchObject({ status: 200, body: { total: 1 } });
  expect(JSON.stringify(shown?.body)).not.toContain('"cost"');
});

test('a request reads its dates in the time zone that one before it has set', async () => {
  const shop = await openShop(owner);
  const order = orderOf(shop, [{ item_id: 0, quantity: 1 }], { date_ordered: '2026-01-01 00:00:00' });
  const [, added] = await send([
    { path: 'setting/company/edit', body: { timezone: 'Asia/Ho_Chi_Minh' } },
    { path: 'sale/order/add', body: order },
  ]);
  expect(added).toMatchObject({ status: 200, body: { order: { date_ordered: '2025-12-31T17:00:00Z' } } });
});

test('a request has the rights that one before it has left', async () => {
  const { user_group_id } = ok(await user.api.setting.user.whoami({}));
  const permission = { ...ALL, modify: ['setting/*'] };
  const edit = { path: 'setting/user_group/edit', body: { user_group_id, permission } };
  expect(await statuses([edit, BRAND])).toEqual([200, 403]);
});

describe('behind a request that', () => {
  it.each([
    ['sets a date of expiry that is past', 401, { expires: '2026-01-01' }],
    ['sets other networks', 403, { allowed_networks: ['10.0.0.0/8'] }],
  ])('%s, the next one is answered %i', async (_, status, limits) => {
    const edit = { path: 'setting/user/edit', body: { user_id: user.user_id, ...limits } };
    expect(await statuses([edit, BRAND])).toEqual([200, status]);
  });

  it('revokes the secret that has signed, the next one is refused', async () => {
    const rotate = { path: 'setting/user/rotateSecret', body: { user_id: user.user_id } };
    expect(await statuses([rotate, BRAND, rotate, BRAND])).toEqual([200, 200, 200, 401]);
  });

  it('ends its own session, the next one is refused', async () => {
    const { session_id, session_secret = '' } = ok(await user.api.setting.user.addSession({ name: 'Script' }));
    const session = { ...user.credentials, api_secret: session_secret, auth_session: session_id };
    expect(await statuses([BRAND, { path: 'setting/user/endSession', body: {} }, BRAND], session)).toEqual([
      200, 200, 401,
    ]);
  });
});

test('a user who is disabled while a batch runs does nothing more by it', async () => {
  const { customer_group_id } = ok(await owner.api.sale.customer_group.add({ name: 'Locked' }));
  const waiting = { path: 'sale/customer/add', body: { firstname: 'Ada', customer_group_id } };
  const lock = `SELECT FROM sales.customer_group WHERE customer_group_id = ${customer_group_id} FOR UPDATE`;
  const sent = await world.whileLocked('sales', lock, async () => {
    const answers = statuses([BRAND, waiting, BRAND]);
    await eventually(async () => ok(await owner.api.inventory.brand.get({})).total === 1);
    ok(await owner.api.setting.user.edit({ user_id: user.user_id, enabled: false }));
    return { answers };
  });
  expect(await sent.answers).toEqual([200, 200, 401]);
});
