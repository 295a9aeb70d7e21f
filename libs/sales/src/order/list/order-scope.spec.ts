import { ok, refused, type TestUser, World } from '@stockbook/testing';
import { Counter } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
let clerk: TestUser;
let hidden: { order_status_id: number; payment_method_id: number };
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  counter = await Counter.open(world);
  const { setting } = counter.user.api;
  const { shop, user } = counter;
  const { channel_group_id: own } = ok(await setting.channel_group.add({ name: 'Own', channels: [shop.channel_id] }));
  const { channel_group_id } = ok(await setting.channel_group.add({ name: 'Other' }));
  const { order_status_id } = ok(await setting.order_status.add({ name: 'Secret status', channel_group_id }));
  const { payment_method_id } = ok(await setting.payment_method.add({ name: 'Secret method', channel_group_id }));
  hidden = { order_status_id, payment_method_id };
  clerk = await world.colleague(user, { access: ['*'], modify: ['*'], view_cost: false, channel_groups: [own] });
});

describe('a user who is limited to channel groups', () => {
  it('names no status and no payment method of another group', async () => {
    const { order_status_id, payment_method_id } = hidden;
    const [status, method, name] = [
      `There is no order status ${order_status_id}.`,
      `There is no payment method ${payment_method_id}.`,
      'There is no payment method Secret method.',
    ];
    const payments = [{ payment_method: 'Secret method', total: 10 }];
    const changes = { order_status_id, payment_method: payment_method_id, split_payment: 1, payments };
    const { order } = clerk.api.sale;
    expect(refused(await order.add(counter.order(changes)))).toEqual([method, status, name]);
    const { order_id } = await counter.place();
    expect(refused(await order.edit({ order_id, ...changes })).toSorted()).toEqual([status, name, method].toSorted());
    expect(refused(await order.addHistory({ order_id, order_status_id }))).toEqual([status]);
  });

  it('gets the status that the company gives orders of itself', async () => {
    ok(await counter.user.api.setting.company.edit({ default_order_status_id: hidden.order_status_id }));
    const { order } = ok(await clerk.api.sale.order.add(counter.order({ order_status_id: 0 })));
    expect(order.order_status_id).toBe(hidden.order_status_id);
  });

  it('changes all else of an order that refers to some', async () => {
    const { order_status_id, payment_method_id } = hidden;
    const body = counter.order({ order_status_id, payment_method: payment_method_id });
    const { order_id } = ok(await counter.orders.add(body)).order;
    const { order } = ok(await clerk.api.sale.order.edit({ order_id, ...body, city: 'Paris' }));
    expect(order).toMatchObject({ city: 'Paris', order_status: 'Secret status', payment_method: 'Secret method' });
  });
});
