import { operations, resourceOf } from '@stockbook/contracts';
import { call, grantedRequest, ok, openTenant, type Tenant, type TestUser, World } from '@stockbook/testing';

const CUSTOMERS = 'every channel has the customers of the account, and its users add and change them';
const STOCK = 'users of a shop move the stock of the items that they see, those of all channel groups included';
const HOLDS = 'without a channel, a cart holds uses under a key of its own';
/**
 * The other open writes by operation or resource, each with its reason. A new operation is refused or needs a reason
 * here.
 */
const OPEN: Readonly<Record<string, string>> = {
  'sale/customer': CUSTOMERS,
  'setting/user/addSession': 'each user signs in',
  'extension/total/promotion/reserve': HOLDS,
  'extension/total/promotion/release': HOLDS,
  'inventory/item/editStock': STOCK,
  'inventory/addition': STOCK,
  'inventory/deduction': STOCK,
  'inventory/purchase_order': STOCK,
  'inventory/reservation': STOCK,
  'inventory/stock_take_job': STOCK,
  'inventory/transfer': STOCK,
  'inventory/transfer_job': STOCK,
};

const all = [...operations.values()];
const writes = all.filter(({ kind }) => kind === 'write');

let world: World;
let tenant: Tenant;
let clerk: TestUser;
beforeAll(async () => {
  world = await World.shared();
  tenant = await openTenant(world, 'Whole');
  const { channel_group_id } = ok(await tenant.user.api.setting.channel_group.add({ name: 'Without records' }));
  const rights = { access: ['*'], modify: ['*'], view_cost: true, channel_groups: [channel_group_id] };
  clerk = await world.colleague(tenant.user, rights);
});

const send = async (path: string, body: object, user: TestUser) =>
  (await call(world.url, user.credentials, path, body)).body as { error?: string; error_details?: unknown };

describe('what concerns all channel groups is closed to a user who is limited to some', () => {
  it.each(all.filter(({ concernsAll }) => concernsAll))('$path', async ({ path }) => {
    const message = `${path} concerns all channel groups, and you are limited to some.`;
    expect((await send(path, {}, clerk)).error_details).toEqual([{ code: 'forbidden', message }]);
    expect(JSON.stringify(await send(path, {}, tenant.user))).not.toContain('concerns all channel groups');
  });
});

describe('a user who is limited to a channel group without records changes none of the account', () => {
  it.each(writes)('$path', async (operation) => {
    const { path } = operation;
    const request = { ...(await grantedRequest(world, tenant, operation)), dry_run: true };
    const { error } = await send(path, request, clerk);
    expect({ path, isOpen: !error }).toEqual({ path, isOpen: path in OPEN || resourceOf(operation) in OPEN });
    if (error) expect((await send(path, request, tenant.user)).error).toBeUndefined();
  });
});
