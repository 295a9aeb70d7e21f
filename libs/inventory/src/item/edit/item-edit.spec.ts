import { itemChanged } from '@stockbook/contracts';
import { factsOf, failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: number;
let store: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = ok(await user.api.inventory.location.add({ name: 'Shop' })).location_id;
  store = ok(await user.api.inventory.location.add({ name: 'Store' })).location_id;
});

type Items = TestUser['api']['inventory']['item'];
type Edit = Parameters<Items['edit']>[0];
const items = (): Items => user.api.inventory.item;
const add = async (input: Parameters<Items['add']>[0]) => ok(await items().add(input)).item_id;
const edit = async (input: Edit) => ok(await items().edit(input));
const shown = async (item_id: number) => ok(await items().get({ item_id })).items[0]!;
const faultsOf = async (input: Edit) => failure(await items().edit(input)).error_details;
const flows = async (filter_item_id: number) =>
  ok(await user.api.inventory.flow.get({ filter_item_id, order: 'ASC' })).flows;

/** Deletes a record like a deletion that did not see a reference made at the same time. */
const inRace = (service: 'inventory' | 'settings', table: string, id: number) =>
  world.assembly.running[service].db.source.query(
    `UPDATE ${service}.${table} SET date_deleted = now() WHERE ${table}_id = $1`,
    [id],
  );

describe('an edit', () => {
  it('never sets date_modified back, nor does a deletion', async () => {
    const ids = [await add({ name: 'Mug' }), await add({ name: 'Cup' })];
    const { source } = world.assembly.running.inventory.db;
    await source.query(`UPDATE inventory.item SET date_modified = '2100-01-01' WHERE account_id = $1`, [
      user.account_id,
    ]);
    await edit({ item_id: ids[0], name: 'Pot' });
    ok(await items().delete({ item_id: ids[1] }));
    const later = { filter_deleted: true, filter_date_modified: '2099-12-31' };
    expect(ok(await items().get(later)).total).toBe(2);
  });

  it('names no customer group that is deleted', async () => {
    const { customer_group } = user.api.sale;
    const { customer_group_id } = ok(await customer_group.add({ name: 'Gold' }));
    const prices = { customer_groups: [{ customer_group_id, price: 2 }] };
    const item_id = await add({ name: 'Mug', ...prices });
    ok(await customer_group.delete({ customer_group_id }));
    await world.settled();
    expect(await faultsOf({ item_id, ...prices })).toMatchObject([
      { message: `There is no customer group ${customer_group_id}.` },
    ]);
  });

  it('changes what it gives and leaves the rest', async () => {
    const images = [{ image: 'a.png', set_id: 1, sort_order: 1 }];
    const [{ language_id = 0 } = {}] = ok(await user.api.setting.language.get({})).languages;
    const translations = [{ language_id, name: 'Becher', description: '', plain_description: '' }];
    const item_id = await add({ name: 'Mug', sku: 'S-1', price: 3, images, translations, description: '<p>Warm</p>' });
    const before = await shown(item_id);
    expect(await edit({ item_id })).toEqual({ success: true, item_id });
    expect(await shown(item_id)).toEqual({ ...before, date_modified: expect.any(String) });
    await edit({ item_id, name: 'Cup', price: 0, sku: '', images: [], description: '<p>Hot</p>' });
    expect(await shown(item_id)).toEqual({
      ...before,
      name: 'Cup',
      price: 0,
      sku: '',
      images: [],
      description: '<p>Hot</p>',
      plain_description: 'Hot',
      date_modified: expect.any(String),
      revision: 2,
    });
  });

  it('of the description leaves a plain description that a client gave, until it is given empty', async () => {
    const given = await add({ name: 'Mug', description: '<p>Warm</p>', plain_description: 'Warm' });
    const derived = await add({ name: 'Cup', description: '<p>Warm</p>' });
    const plains = async () => [(await shown(given)).plain_description, (await shown(derived)).plain_description];
    for (const item_id of [given, derived]) await edit({ item_id, description: '<p>Hot</p>' });
    expect(await plains()).toEqual(['Warm', 'Hot']);
    await edit({ item_id: given, plain_description: '' });
    expect(await plains()).toEqual(['Hot', 'Hot']);
    await edit({ item_id: derived, plain_description: 'Very hot' });
    for (const item_id of [given, derived]) await edit({ item_id, description: '<p>Cold</p>' });
    expect(await plains()).toEqual(['Cold', 'Very hot']);
    await edit({ item_id: derived, description: '<p>Icy</p>', plain_description: ' ' });
    expect(await plains()).toEqual(['Cold', 'Icy']);
  });

  it('changes the locations that it names alone', async () => {
    const locations = [shop, store].map((location_id) => ({ location_id, quantity: 5, price: 3, location: 'A-1' }));
    const item_id = await add({ name: 'Mug', locations });
    await edit({ item_id, locations: [{ location_id: store, location: 'B-2', stock_danger: 4 }] });
    expect((await shown(item_id)).locations).toMatchObject([
      { location_id: shop, quantity: 5, price: 3, location: 'A-1', stock_danger: 0 },
      { location_id: store, quantity: 5, price: 3, location: 'B-2', stock_danger: 4 },
    ]);
  });

  it('may leave a reference to a record that was deleted meanwhile', async () => {
    const { brand } = user.api.inventory;
    const { channel_group } = user.api.setting;
    const { brand_id } = ok(await brand.add({ name: 'Acme' }));
    const { channel_group_id } = ok(await channel_group.add({ name: 'Web' }));
    const parent_id = await add({ name: 'Cups' });
    const given = { brand_id, channel_group_id, parent_id };
    const item_id = await add({ name: 'Mug', ...given });
    await inRace('inventory', 'brand', brand_id);
    await inRace('inventory', 'item', parent_id);
    await inRace('settings', 'channel_group', channel_group_id);
    // An unknown group is looked up afresh, and the deleted one is gone from then on.
    expect(refused(await items().edit({ item_id, channel_group_id: 999_999 }))).toHaveLength(1);
    await edit({ item_id, ...given, name: 'Cup' });
    expect(await shown(item_id)).toMatchObject({ ...given, name: 'Cup' });
    const other = await add({ name: 'Jar' });
    expect(refused(await items().edit({ item_id: other, brand_id, parent_id }))).toEqual([
      `There is no brand ${brand_id}.`,
      `There is no item ${parent_id}.`,
    ]);
  });

  it('is published like every change, with the whole item and the former values', async () => {
    const { customer_group_id } = ok(await user.api.sale.customer_group.add({ name: 'Regulars' }));
    const { location_id } = ok(await user.api.inventory.location.add({ name: 'Store' }));
    const customer_groups = [{ customer_group_id, price: 8 }];
    const item_id = await add({ name: 'Mug', cost: 2, customer_groups, locations: [{ location_id, quantity: 3 }] });
    const before = await shown(item_id);
    await edit({ item_id, name: 'Cup' });
    await edit({ item_id, name: 'Cup', cost: 2, customer_groups });
    await edit({ item_id, name: 'Cup', locations: [{ location_id, quantity: 4 }] });
    const after = await shown(item_id);
    ok(await items().delete({ item_id }));
    const facts = await factsOf(world, user.account_id, itemChanged, item_id);
    const renamed = { ...before, name: 'Cup', revision: 2, date_modified: expect.any(String) };
    const deleted = { ...after, revision: 4, date_modified: expect.any(String) };
    const author = expect.objectContaining({ user_id: user.user_id, username: 'owner' });
    expect(facts.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(facts.map(({ payload }) => payload)).toEqual([
      { change: 'added', actor: author, record: before, previous: {} },
      { change: 'edited', actor: author, record: renamed, previous: { name: 'Mug' } },
      {
        change: 'edited',
        actor: author,
        record: after,
        previous: { quantity: 3, locations: before?.locations, total_added: 3, pool_cost: 6 },
      },
      { change: 'deleted', actor: author, record: deleted, previous: {} },
    ]);
  });
});

describe('the item to edit', () => {
  it.each(['model', 'sku', 'barcode'] as const)('may be named by its %s', async (field) => {
    const item_id = await add({ name: 'Mug', [field]: 'X-1' });
    expect(await edit({ [field]: 'X-1', name: 'Cup' })).toEqual({ success: true, item_id });
    expect(await shown(item_id)).toMatchObject({ name: 'Cup', [field]: 'X-1' });
  });

  it('has its model, sku and barcode changed when its id names it', async () => {
    const item_id = await add({ name: 'Mug', model: 'M-1', sku: 'S-1', barcode: 'B-1' });
    await edit({ item_id, model: 'M-2', sku: 'S-2', barcode: 'B-2' });
    expect(await shown(item_id)).toMatchObject({ model: 'M-2', sku: 'S-2', barcode: 'B-2' });
  });

  it('is named by exactly one field', async () => {
    const message = 'The request must name its item by exactly one of item_id, model, sku and barcode.';
    expect(refused(await items().edit({ name: 'Cup' }))).toEqual([message]);
    expect(refused(await items().edit({ model: 'M-1', sku: 'S-1', name: 'Cup' }))).toEqual([message]);
  });

  it('must exist', async () => {
    expect(await faultsOf({ item_id: 999_999 })).toEqual([
      { code: 'unknown_record', message: 'There is no item 999999.' },
    ]);
    expect(await faultsOf({ sku: 'S-1' })).toEqual([
      { code: 'unknown_record', message: 'There is no item with sku S-1.' },
    ]);
    const item_id = await add({ name: 'Mug' });
    const stranger = await world.account();
    expect(refused(await stranger.api.inventory.item.edit({ item_id, name: 'Mine' }))).toEqual([
      `There is no item ${item_id}.`,
    ]);
    ok(await items().delete({ item_id }));
    expect(refused(await items().edit({ item_id, name: 'Cup' }))).toEqual([`There is no item ${item_id}.`]);
  });

  it('is refused when its sku fits several', async () => {
    const [first, second] = [await add({ name: 'Mug', sku: 'S-1' }), await add({ name: 'Cup', sku: 'S-1' })];
    const message = `sku S-1 fits several items: ${first}, ${second}. Name one by its item_id.`;
    expect(await faultsOf({ sku: 'S-1', name: 'Jar' })).toEqual([{ code: 'invalid', field: 'sku', message }]);
  });

  it('may not take the model of another, nor a place below itself', async () => {
    const top = await add({ name: 'Cups', model: 'M-1' });
    const below = await add({ name: 'Mugs', parent_id: top });
    const item_id = await add({ name: 'Mug', parent_id: below });
    const message = `parent_id must be neither item ${top} itself nor one of its descendants.`;
    const circle = { code: 'invalid', field: 'parent_id', message };
    expect(await faultsOf({ item_id: top, parent_id: top })).toEqual([circle]);
    expect(await faultsOf({ item_id: top, parent_id: item_id })).toEqual([circle]);
    expect(refused(await items().edit({ item_id, model: 'M-1' }))).toEqual([`Item ${top} has the model M-1 already.`]);
    await edit({ item_id: top, model: 'M-1', name: 'All cups' });
  });
});

describe('quantities', () => {
  it('given to add are opening stock, given to edit they are corrections', async () => {
    const item_id = await add({ name: 'Mug', cost: 2, locations: [{ location_id: shop, quantity: 10 }] });
    await edit({
      item_id,
      cost: 5,
      locations: [
        { location_id: shop, quantity: 12 },
        { location_id: store, quantity: 3 },
      ],
    });
    await edit({ item_id, locations: [{ location_id: shop, quantity: 4 }] });
    await edit({ item_id, locations: [{ location_id: shop, quantity: 4 }], name: 'Cup' });
    expect(
      (await flows(item_id)).map(({ quantity, balance, comment, user: by }) => [quantity, balance, comment, by]),
    ).toEqual([
      [10, 10, 'Opening stock', 'owner'],
      [2, 12, 'Item edited', 'owner'],
      [3, 3, 'Item edited', 'owner'],
      [-8, 4, 'Item edited', 'owner'],
    ]);
    const { quantity, total_added, total_deducted, average_cost, pool_cost } = await shown(item_id);
    expect({ quantity, total_added, total_deducted }).toEqual({ quantity: 7, total_added: 15, total_deducted: 8 });
    // The pool has 10 pieces at 2 and 5 at 5.
    expect({ average_cost, pool_cost }).toEqual({ average_cost: 3, pool_cost: 21 });
  });

  it('are ignored while the company keeps inventory integrity', async () => {
    ok(await user.api.setting.company.edit({ inventory_integrity: true }));
    await world.settled();
    const locations = [{ location_id: shop, quantity: 10, location: 'A-1' }];
    const item_id = await add({ name: 'Mug', locations });
    await edit({ item_id, locations: [{ location_id: shop, quantity: 5 }] });
    expect((await shown(item_id)).locations).toMatchObject([{ location_id: shop, quantity: 0, location: 'A-1' }]);
    expect(await flows(item_id)).toEqual([]);
  });

  it('below zero need the company to allow them', async () => {
    const input = { name: 'Mug', locations: [{ location_id: shop, quantity: -2 }] };
    expect(failure(await items().add(input)).error_details).toMatchObject([
      { code: 'insufficient_stock', field: 'locations[0].quantity' },
    ]);
    expect(ok(await items().get({})).total).toBe(0);
    ok(await user.api.setting.company.edit({ allow_negative_stock: true }));
    await world.settled();
    const item_id = await add(input);
    expect(await shown(item_id)).toMatchObject({ quantity: -2 });
  });
});
