import { locationsReference, ownCaller, statusOf } from '@stockbook/contracts';
import { failure, ok, openShop, orderOf, refused, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => void (user = await world.account()));
afterAll(() => world.close());

type Locations = TestUser['api']['inventory']['location'];
type Get = Parameters<Locations['get']>[0];
const locations = (of = user): Locations => of.api.inventory.location;
const add = async (name: string) => ok(await locations().add({ name })).location_id;
const namesOf = async (input: Get, of = user) => ok(await locations(of).get(input)).locations.map(({ name }) => name);
const modifiedAt = (location_id: number, date: string) =>
  world.assembly.running.inventory.db.source.query(
    'UPDATE inventory.location SET date_modified = $2 WHERE location_id = $1',
    [location_id, date],
  );

describe('locations', () => {
  it('are listed as they were added', async () => {
    const added = ok(await locations().add({ name: 'Shop', stock_warning: 10, stock_danger: 3 }));
    expect(added).toEqual({ success: true, location_id: expect.any(Number) });
    const date_modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(ok(await locations().get({}))).toEqual({
      total: 1,
      locations: [{ location_id: added.location_id, name: 'Shop', stock_warning: 10, stock_danger: 3, date_modified }],
    });
  });

  it('keep on edit what is absent', async () => {
    const { location_id } = ok(await locations().add({ name: 'Shop', stock_warning: 10 }));
    expect(ok(await locations().edit({ location_id, stock_danger: 2 }))).toEqual({ success: true, location_id });
    expect(ok(await locations().get({ location_id })).locations).toMatchObject([
      { name: 'Shop', stock_warning: 10, stock_danger: 2 },
    ]);
  });

  it('are gone when deleted, but for filter_deleted', async () => {
    const location_id = await add('Shop');
    expect(ok(await locations().delete({ location_id }))).toEqual({ success: true, location_id });
    await add('Store');
    expect(await namesOf({})).toEqual(['Store']);
    expect(ok(await locations().get({ filter_deleted: true, order: 'ASC' })).locations).toMatchObject([
      { name: 'Shop', deleted: true },
      { name: 'Store', deleted: false },
    ]);
    const { error_details } = failure(await locations().edit({ location_id, name: 'Again' }));
    expect(error_details).toEqual([{ code: 'unknown_record', message: `There is no location ${location_id}.` }]);
  });

  it('need a name and thresholds that are not negative', async () => {
    expect(refused(await locations().add({ name: '', stock_warning: -1 }))).toEqual([
      'name must not be blank.',
      'stock_warning must be an integer of at least 0.',
    ]);
  });

  it('of another account do not exist', async () => {
    const location_id = await add('Shop');
    const stranger = await world.account();
    expect(await namesOf({ location_id }, stranger)).toEqual([]);
    const gone = [`There is no location ${location_id}.`];
    expect(refused(await locations(stranger).edit({ location_id, name: 'Mine' }))).toEqual(gone);
    expect(refused(await locations(stranger).delete({ location_id }))).toEqual(gone);
  });

  it('are told to other services while they live', async () => {
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
    expect(await namesOf({})).toEqual(['Shop']);
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

  it('names 20 records of a kind, and how many more there are', async () => {
    const location_id = await add('Shop');
    const stock = [{ location_id, quantity: 1 }];
    for (let i = 0; i < 23; i++) ok(await user.api.inventory.item.add({ name: `Mug ${i}`, locations: stock }));
    const messages = await refusal(location_id);
    expect(messages).toHaveLength(21);
    expect(messages.at(-1)).toBe(`Location ${location_id} still holds stock of 3 more items.`);
  });

  it('stays, with 503, when a service cannot say whether it uses it', async () => {
    const location_id = await add('Shop');
    const runner = world.assembly.running.integration.db.source.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('LOCK TABLE integration.channel');
      const [fault] = failure(await locations().delete({ location_id })).error_details;
      expect(statusOf[fault?.code ?? 'internal']).toBeGreaterThanOrEqual(503);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    expect(await namesOf({})).toEqual(['Shop']);
  });
});

describe('lists of locations', () => {
  it('are narrowed by each filter', async () => {
    const shop = await add('Shop 100%');
    await modifiedAt(shop, '2026-01-01T00:00:00Z');
    await modifiedAt(await add('Store'), '2026-01-02T00:00:00Z');
    expect(await namesOf({ location_id: shop })).toEqual(['Shop 100%']);
    expect(await namesOf({ location_id: 0 })).toEqual([]);
    expect(await namesOf({ filter_name: 'sTo' })).toEqual(['Store']);
    expect(await namesOf({ filter_name: '%' })).toEqual(['Shop 100%']);
    expect(await namesOf({ filter_date_modified: '2026-01-01T00:00:00Z' })).toEqual(['Store']);
    expect(await namesOf({ filter_date_modified: '' })).toHaveLength(2);
  });

  it('are sorted by each key both ways, by id descending unless told', async () => {
    await modifiedAt(await add('B'), '2026-01-03T00:00:00Z');
    await modifiedAt(await add('A'), '2026-01-02T00:00:00Z');
    await modifiedAt(await add('C'), '2026-01-01T00:00:00Z');
    expect(await namesOf({})).toEqual(['C', 'A', 'B']);
    expect(await namesOf({ order: 'ASC' })).toEqual(['B', 'A', 'C']);
    expect(await namesOf({ sort: 'name' })).toEqual(['C', 'B', 'A']);
    expect(await namesOf({ sort: 'name', order: 'ASC' })).toEqual(['A', 'B', 'C']);
    expect(await namesOf({ sort: 'date_modified' })).toEqual(['B', 'A', 'C']);
    expect(await namesOf({ sort: 'date_modified', order: 'ASC' })).toEqual(['C', 'A', 'B']);
  });

  it('have pages without overlap even where names are equal', async () => {
    for (let i = 0; i < 5; i++) await locations().add({ name: 'Same', stock_warning: i });
    const page = async (at: number) => ok(await locations().get({ page: at, limit: 2, sort: 'name' }));
    const pages = await Promise.all([1, 2, 3].map(page));
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
    const ids = pages.flatMap(({ locations: shown }) => shown.map(({ location_id }) => location_id));
    expect(new Set(ids).size).toBe(5);
  });
});
