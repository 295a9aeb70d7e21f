import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

const statuses = () => user.api.setting.order_status;
const add = async (input: Parameters<TestUser['api']['setting']['order_status']['add']>[0]) =>
  ok(await statuses().add(input)).order_status_id;

test('is not deleted while something takes it as its default', async () => {
  const id = await add({ name: 'New' });
  const { payment_method, company } = user.api.setting;
  const cash = ok(await payment_method.add({ name: 'Cash', order_status_id: id })).payment_method_id;
  ok(await company.edit({ default_order_status_id: id }));
  expect(failure(await statuses().delete({ order_status_id: id })).error_details).toEqual([
    {
      code: 'in_use',
      field: 'order_status_id',
      message: `Order status ${id} is still the default of the company.`,
    },
    {
      code: 'in_use',
      field: 'order_status_id',
      message: `Order status ${id} is still the default of payment method ${cash} (Cash).`,
    },
  ]);
  ok(await payment_method.delete({ payment_method_id: cash }));
  ok(await company.edit({ default_order_status_id: 0 }));
  ok(await statuses().delete({ order_status_id: id }));
});

test('counts a payment method that the caller may not see, and does not name it', async () => {
  const { channel_group, payment_method } = user.api.setting;
  const own = ok(await channel_group.add({ name: 'Own' })).channel_group_id;
  const other = ok(await channel_group.add({ name: 'Other' })).channel_group_id;
  const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], view_cost: true, channel_groups: [own] });
  const order_status_id = await add({ name: 'New', channel_group_id: own });
  ok(await payment_method.add({ name: 'Secret', order_status_id, channel_group_id: other }));
  expect(refused(await clerk.api.setting.order_status.delete({ order_status_id }))).toEqual([
    `Order status ${order_status_id} is still the default of 1 payment method.`,
  ]);
});

test('is never deleted and taken as a default at the same time', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) {
    const order_status_id = await add({ name });
    const replies = await Promise.all([
      statuses().delete({ order_status_id }),
      user.api.setting.payment_method.add({ name, order_status_id }),
    ]);
    expect(replies.filter(({ error }) => error)).toHaveLength(1);
  }
});
