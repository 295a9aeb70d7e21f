import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let owner: TestUser;
let clerk: TestUser;
let mine: number;
let other: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  [mine, other] = [await channelGroup('Web'), await channelGroup('Shop')];
  clerk = await world.colleague(owner, { access: ['*'], modify: ['*'], channel_groups: [mine] });
});

type Items = TestUser['api']['inventory']['item'];
const items = (of: TestUser): Items => of.api.inventory.item;
const add = async (input: Parameters<Items['add']>[0]) => ok(await items(owner).add(input)).item_id;
const channelGroup = async (name: string) => ok(await owner.api.setting.channel_group.add({ name })).channel_group_id;
const namesOf = async (of: TestUser, input: Parameters<Items['get']>[0]) =>
  ok(await items(of).get(input)).items.map(({ name }) => name);

describe('a user limited to a channel group', () => {
  it('sees the items of this group and of all groups alone', async () => {
    await add({ name: 'All' });
    await add({ name: 'Mine', channel_group_id: mine });
    const hidden = await add({ name: 'Other', channel_group_id: other });
    expect(await namesOf(clerk, { sort: 'name', order: 'ASC' })).toEqual(['All', 'Mine']);
    expect(ok(await items(clerk).get({ limit: 1 })).total).toBe(2);
    expect(await namesOf(clerk, { filter_channel_group_id: String(other) })).toEqual([]);
    expect(await namesOf(clerk, { item_id: hidden })).toEqual([]);
  });

  it('changes the items of this group alone', async () => {
    const own = await add({ name: 'Mine', channel_group_id: mine });
    const shared = await add({ name: 'All' });
    const hidden = await add({ name: 'Other', channel_group_id: other, model: 'M-1' });
    ok(await items(clerk).edit({ item_id: own, name: 'Changed' }));
    expect(refused(await items(clerk).edit({ item_id: hidden, channel_group_id: mine }))).toEqual([
      `There is no item ${hidden}.`,
    ]);
    expect(refused(await items(clerk).delete({ model: 'M-1' }))).toEqual(['There is no item with model M-1.']);
    const message = `You may not change item ${shared}: it belongs to all channel groups, and you are limited to some.`;
    const faults = [{ code: 'forbidden', message }];
    expect(failure(await items(clerk).edit({ item_id: shared, channel_group_id: mine })).error_details).toEqual(faults);
    expect(failure(await items(clerk).delete({ batch_id: [own, shared] })).error_details).toEqual(faults);
    ok(await items(clerk).delete({ batch_id: [own] }));
    expect(await namesOf(owner, { sort: 'name' })).toEqual(['Other', 'All']);
  });

  it('reads no id of a hidden item from the refusal of its model', async () => {
    const shown = await add({ name: 'Mug', model: 'M-1', channel_group_id: mine });
    await add({ name: 'Hidden', model: 'M-2', channel_group_id: other });
    const item_id = await add({ name: 'Mine', channel_group_id: mine });
    const faultsOf = async (model: string, by = clerk) => [
      ...refused(await items(by).add({ name: 'New', model, channel_group_id: mine })),
      ...refused(await items(by).edit({ item_id, model })),
    ];
    const [named, unnamed] = [`Item ${shown} has the model M-1 already.`, 'Another item has the model M-2 already.'];
    expect(await faultsOf('M-1')).toEqual([named, named]);
    expect(await faultsOf('M-2')).toEqual([unnamed, unnamed]);
    const blind = await world.colleague(owner, { access: [], modify: ['inventory/item'] });
    const shy = 'Another item has the model M-1 already.';
    expect(await faultsOf('M-1', blind)).toEqual([shy, shy]);
  });

  it('adds items to this group alone, and refers to what may be seen', async () => {
    const hidden = await add({ name: 'Other', channel_group_id: other });
    const { brand_id } = ok(await owner.api.inventory.brand.add({ name: 'Acme', channel_group_id: other }));
    const references = { parent_id: hidden, brand_id };
    expect(refused(await items(clerk).add({ name: 'New', channel_group_id: other, ...references }))).toEqual([
      `There is no channel group ${other}.`,
      `There is no brand ${brand_id}.`,
      `There is no item ${hidden}.`,
    ]);
    expect(refused(await items(clerk).add({ name: 'New' }))).toEqual([
      `channel_group_id must be one of your channel groups (${mine}), not 0.`,
    ]);
    ok(await items(clerk).add({ name: 'New', channel_group_id: mine }));
  });

  it('sets the stock of every item that may be seen', async () => {
    const { location_id } = ok(await owner.api.inventory.location.add({ name: 'Shop' }));
    const shared = await add({ name: 'All' });
    const hidden = await add({ name: 'Other', channel_group_id: other });
    ok(await items(clerk).editStock({ items: [{ item_id: shared, location_id, quantity: 1 }] }));
    expect(refused(await items(clerk).editStock({ items: [{ item_id: hidden, location_id, quantity: 1 }] }))).toEqual([
      `There is no item ${hidden}.`,
    ]);
  });
});

test('the items of another account are hidden', async () => {
  const item_id = await add({ name: 'Mug', model: 'M-1' });
  const stranger = await world.account();
  expect(await namesOf(stranger, { item_id })).toEqual([]);
  expect(await namesOf(stranger, { model: 'M-1', filter_deleted: true })).toEqual([]);
  expect(refused(await items(stranger).edit({ item_id, name: 'Mine' }))).toEqual([`There is no item ${item_id}.`]);
  expect(refused(await items(stranger).add({ name: 'Mug', parent_id: item_id }))).toEqual([
    `There is no item ${item_id}.`,
  ]);
});
