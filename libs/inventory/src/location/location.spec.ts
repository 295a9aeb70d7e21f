import { httpStatusOf, locationsReference, ownCaller } from '@stockbook/contracts';
import { failure, ok, openShop, orderOf, refused, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

type Locations = TestUser['api']['inventory']['location'];
const locations = (): Locations => user.api.inventory.location;
const add = async (name: string) => ok(await locations().add({ name })).location_id;
const names = async () => ok(await locations().get({})).locations.map(({ name }) => name);

describe('locations', () => {
  it('have thresholds that are not negative', async () => {
    expect(refused(await locations().add({ name: 'Shop', stock_warning: -1 }))).toEqual([
      'stock_warning must be an integer of at least 0.',
    ]);
  });

  it('are published to other services while they live', async () => {
    const [shop, store] = [await add('Shop'), await add('Store')];
    ok(await locations().delete({ location_id: shop }));
    const { services } = world.assembly;
    const caller = ownCaller(user.account_id);
    const call = { caller, input: {}, deadline: Date.now() + 5_000, request_id: 'test' };
    expect((await services.ask(locationsReference.get, call)).output).toEqual({ location_ids: [store] });
  });
});

describe('a location in use', () => {
  const refusal = async (location_id: number) => {
    const { error_details } = failure(await locations().delete({ location_id }));
    expect(new Set(error_details.map(({ code, field }) => `${code} ${field}`))).toEqual(
      new Set(['in_use location_id']),
    );
    return error_details.map(({ message }) => message);
  };

  it('is not deleted before its stock is gone', async () => {
    const location_id = await add('Shop');
    const { item } = user.api.inventory;
    const { item_id } = ok(await item.add({ name: 'Mug', locations: [{ location_id, quantity: 4 }] }));
    expect(await refusal(location_id)).toEqual([`Location ${location_id} still holds stock of item ${item_id} (Mug).`]);
    expect(await names()).toEqual(['Shop']);
    ok(await item.editStock({ items: [{ item_id, location_id, quantity: 0 }] }));
    ok(await locations().delete({ location_id }));
  });

  it('is free when the items are deleted: nobody can move their stock any more', async () => {
    const location_id = await add('Shop');
    const { item } = user.api.inventory;
    const { item_id } = ok(await item.add({ name: 'Mug', locations: [{ location_id, quantity: 4 }] }));
    ok(await item.delete({ item_id }));
    ok(await locations().delete({ location_id }));
  });

  it('names each use: channels, the company, orders that wait there, and stock', async () => {
    const shop = await openShop(user);
    const { store_id, channel_id, depot_id, pending_id } = shop;
    const mug = await stockItem(user, shop, 1, { name: 'Mug' });
    const line = [{ item_id: mug, quantity: 2 }];
    const { order } = ok(await user.api.sale.order.add(orderOf(shop, line, { order_status_id: shop.paid_id })));
    await world.settled();
    expect(await refusal(store_id)).toEqual([
      `Location ${store_id} is still the location of channel ${channel_id} (Counter).`,
      `Location ${store_id} is still the company's default location.`,
      `Location ${store_id} still has backordered lines of order ${order.order_id}.`,
      `Location ${store_id} still holds stock of item ${mug} (Mug).`,
    ]);
    ok(await user.api.integration.channel.edit({ channel_id, configuration: { location_id: depot_id } }));
    ok(await user.api.setting.company.edit({ default_location_id: depot_id }));
    ok(await user.api.inventory.item.editStock({ items: [{ item_id: mug, location_id: store_id, quantity: 0 }] }));
    ok(await user.api.sale.order.edit({ order_id: order.order_id, order_status_id: pending_id }));
    await world.settled();
    ok(await locations().delete({ location_id: store_id }));
  });

  it('names 10 records of a kind, and how many more there are', async () => {
    const location_id = await add('Shop');
    const stock = [{ location_id, quantity: 1 }];
    for (let i = 0; i < 13; i++) ok(await user.api.inventory.item.add({ name: `Mug ${i}`, locations: stock }));
    const messages = await refusal(location_id);
    expect(messages).toHaveLength(11);
    expect(messages.at(-1)).toBe(`Location ${location_id} still holds stock of 3 more items.`);
  });

  it('stays, with 503, when a service cannot say whether it uses it', async () => {
    const location_id = await add('Shop');
    const remove = () => locations().delete({ location_id });
    const refused = failure(await world.whileLocked('integration', 'LOCK TABLE integration.channel', remove));
    expect(httpStatusOf[refused.error_details[0]?.code ?? 'internal']).toBeGreaterThanOrEqual(503);
    expect(await names()).toEqual(['Shop']);
  });
});
