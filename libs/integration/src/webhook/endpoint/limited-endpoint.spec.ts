import { ok, openShop, orderOf, refused, type Shop, type TestUser, World } from '@stockbook/testing';
import { Receiver } from '../http/receiver.fixture.js';

let world: World;
let receiver: Receiver;
let owner: TestUser;
let clerk: TestUser;
let shop: Shop;
let other_channel_id: number;
let channel_group_id: number;
beforeAll(async () => {
  world = await World.open();
  receiver = await Receiver.open();
});
/** The clerk is limited to a group that has the shop's channel. */
beforeEach(async () => {
  receiver.received.length = 0;
  owner = await world.account();
  shop = await openShop(owner);
  other_channel_id = ok(await owner.api.integration.channel.add({ type: 'pos', name: 'Fair' })).channel_id;
  const group = { name: 'Web', channels: [shop.channel_id] };
  channel_group_id = ok(await owner.api.setting.channel_group.add(group)).channel_group_id;
  clerk = await world.colleague(owner, { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] });
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const hooks = (user: TestUser) => user.api.integration.webhook;
async function add(user: TestUser, fields = {}): Promise<number> {
  const { webhook_id, secret } = ok(await hooks(user).add({ url: receiver.url, events: ['sale_order'], ...fields }));
  receiver.trust(secret);
  return webhook_id;
}
const place = async (channel_id: number) =>
  ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { channel_id }))).order.order_id;
const orders = () => receiver.received.map(({ body }) => JSON.parse(body).data.order_id);

describe('an endpoint limited to channel groups', () => {
  it('gets the orders of its groups, whose channels it follows', async () => {
    const webhook_id = await add(clerk);
    expect(ok(await hooks(clerk).get({ webhook_id })).webhooks).toMatchObject([
      { channel_group_ids: [channel_group_id] },
    ]);
    const expected = [await place(shop.channel_id)];
    await place(other_channel_id);
    await world.settled();
    expect(orders()).toEqual(expected);
    ok(await owner.api.setting.channel_group.edit({ channel_group_id, channels: [other_channel_id] }));
    expected.push(await place(other_channel_id));
    await place(shop.channel_id);
    await world.settled();
    expect(orders()).toEqual(expected);
  });

  it('gets orders by its groups as soon as their change is acknowledged, however late its event is', async () => {
    const { source } = world.assembly.running.settings.db;
    await source.query(`CREATE FUNCTION public.lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
    await source.query(`CREATE TRIGGER lose BEFORE INSERT ON settings.outbox FOR EACH ROW
      WHEN (NEW.topic = 'setting.channel_group') EXECUTE FUNCTION public.lose()`);
    await add(owner, { channel_group_ids: [channel_group_id] });
    const { channel_group } = owner.api.setting;
    ok(await channel_group.edit({ channel_group_id, channels: [other_channel_id] }));
    await place(shop.channel_id);
    const expected = [await place(other_channel_id)];
    await world.settled();
    ok(await channel_group.edit({ channel_group_id, channels: [] }));
    await place(other_channel_id);
    ok(await channel_group.edit({ channel_group_id, channels: [shop.channel_id] }));
    // A second endpoint makes integration read the channels as they are.
    await add(owner, { channel_group_ids: [channel_group_id] });
    const twice = await place(shop.channel_id);
    await world.settled();
    await source.query('DROP FUNCTION public.lose CASCADE');
    expect(orders().sort((one, another) => one - another)).toEqual([...expected, twice, twice]);
  });

  it('brings the channels of its groups as they are, where integration knows an older version', async () => {
    await add(owner, { channel_group_ids: [channel_group_id] });
    const old = 'UPDATE integration.webhook_channel_group SET channels = $2, version = 0 WHERE account_id = $1';
    await world.assembly.running.integration.db.source.query(old, [owner.account_id, [other_channel_id]]);
    await add(owner, { channel_group_ids: [channel_group_id] });
    const order_id = await place(shop.channel_id);
    await world.settled();
    expect(orders()).toEqual([order_id, order_id]);
  });

  it('gets the items of its groups and of all groups', async () => {
    const webhook_id = await add(owner, { events: ['inventory_item'], channel_group_ids: [channel_group_id] });
    const item = async (name: string, group: number) =>
      ok(await owner.api.inventory.item.add({ name, model: name, channel_group_id: group })).item_id;
    const foreign = ok(await owner.api.setting.channel_group.add({ name: 'Trade' })).channel_group_id;
    const item_ids = [await item('Own', channel_group_id), await item('Common', 0)];
    await item('Foreign', foreign);
    await world.settled();
    const sent = receiver.received.map(({ body }) => JSON.parse(body).data.item_id);
    expect(sent.sort((one, another) => one - another)).toEqual(item_ids);
    const missed = { webhook_id, date_start: '2026-01-01', what: 'all', dry_run: true } as const;
    expect(ok(await hooks(owner).recover(missed))).toMatchObject({ count: 2 });
  });

  it('is not made by a limited user for more than the own groups, nor for records that are in none', async () => {
    const foreign = ok(await owner.api.setting.channel_group.add({ name: 'Trade' })).channel_group_id;
    const request = { url: receiver.url, events: ['sale_order'] };
    expect(refused(await hooks(clerk).add({ ...request, channel_group_ids: [foreign] }))).toEqual([
      `There is no channel group ${foreign}.`,
    ]);
    const none = 'must be of records that have a channel or a channel group, not';
    expect(refused(await hooks(clerk).add({ ...request, events: ['sale_order', 'sale_customer'] }))).toEqual([
      `events[1] ${none} "sale_customer": the endpoint is limited to channel groups.`,
    ]);
    const webhook_id = await add(clerk);
    expect(refused(await hooks(clerk).edit({ webhook_id, events: ['webhook'] }))).toEqual([
      `events[0] ${none} "webhook": the endpoint is limited to channel groups.`,
    ]);
    ok(await hooks(clerk).edit({ webhook_id, channel_group_ids: [] }));
    expect(ok(await hooks(clerk).get({ webhook_id })).webhooks).toMatchObject([
      { channel_group_ids: [channel_group_id] },
    ]);
    ok(await hooks(owner).edit({ webhook_id, channel_group_ids: [] }));
    expect(ok(await hooks(clerk).get({})).total).toBe(0);
  });

  it('is all that a limited user sees, reads and changes', async () => {
    const [all, own] = [await add(owner), await add(clerk)];
    const order_id = await place(shop.channel_id);
    await place(other_channel_id);
    await world.settled();
    expect(ok(await hooks(clerk).get({})).webhooks.map(({ webhook_id }) => webhook_id)).toEqual([own]);
    const { deliveries } = ok(await hooks(clerk).getDelivery({}));
    expect(deliveries).toMatchObject([{ webhook_id: own, record: `sale/order/${order_id}` }]);
    const { events } = ok(await hooks(clerk).getEvent({ filter_event: 'sale_order' }));
    expect(events.map(({ body }) => JSON.parse(body).data.order_id)).toEqual([order_id]);
    const missing = [`There is no webhook ${all}.`];
    expect(refused(await hooks(clerk).edit({ webhook_id: all, url: receiver.url }))).toEqual(missing);
    expect(refused(await hooks(clerk).rotateSecret({ webhook_id: all }))).toEqual(missing);
    expect(refused(await hooks(clerk).recover({ webhook_id: all, date_start: '' }))).toEqual(missing);
    expect(refused(await hooks(clerk).test({ webhook_id: all }))).toEqual(missing);
    expect(refused(await hooks(clerk).delete({ webhook_id: all }))).toEqual(missing);
    const [{ delivery_id = 0 } = {}] = ok(await hooks(owner).getDelivery({ filter_webhook_id: all })).deliveries;
    expect(refused(await hooks(clerk).redeliver({ delivery_id: [delivery_id] }))).toEqual([
      `There is no delivery ${delivery_id}.`,
    ]);
  });

  it('shows and sends no order of other channels that it got before it was limited', async () => {
    const webhook_id = await add(owner);
    const [own, foreign] = [await place(shop.channel_id), await place(other_channel_id)];
    ok(await hooks(owner).test({ webhook_id }));
    await world.settled();
    ok(await hooks(owner).edit({ webhook_id, channel_group_ids: [channel_group_id] }));
    const foreignOrder = { filter_record: `sale/order/${foreign}` };
    const [{ delivery_id = 0 } = {}] = ok(await hooks(owner).getDelivery(foreignOrder)).deliveries;
    const seen = async () =>
      ok(await hooks(clerk).getDelivery({}))
        .deliveries.map(({ record }) => record)
        .sort();
    expect(await seen()).toEqual([`integration/webhook/${webhook_id}`, `sale/order/${own}`]);
    expect(ok(await hooks(clerk).getDelivery({ delivery_id })).total).toBe(0);
    expect(refused(await hooks(clerk).redeliver({ delivery_id: [delivery_id] }))).toEqual([
      `There is no delivery ${delivery_id}.`,
    ]);
    receiver.received.length = 0;
    const recover = async () => ok(await hooks(clerk).recover({ webhook_id, date_start: '2026-01-01', what: 'all' }));
    expect(await recover()).toMatchObject({ count: 1 });
    await world.settled();
    expect(orders()).toEqual([own]);
    ok(await owner.api.setting.channel_group.edit({ channel_group_id, channels: [] }));
    expect(await seen()).toEqual([`integration/webhook/${webhook_id}`]);
    expect(ok(await hooks(clerk).recover({ webhook_id, date_start: '2026-01-02', what: 'all' })).count).toBe(0);
  });
});
