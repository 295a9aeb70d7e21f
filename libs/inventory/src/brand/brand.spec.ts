import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => void (user = await world.account()));
afterAll(() => world.close());

type Brands = TestUser['api']['inventory']['brand'];
type Get = Parameters<Brands['get']>[0];
const brands = (of = user): Brands => of.api.inventory.brand;
const add = async (name: string, channel_group_id?: number) =>
  ok(await brands().add({ name, channel_group_id })).brand_id;
const namesOf = async (input: Get, of = user) => ok(await brands(of).get(input)).brands.map(({ name }) => name);
const channelGroup = async (name: string) => ok(await user.api.setting.channel_group.add({ name })).channel_group_id;
const limitedTo = (group: number) => world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [group] });
const modifiedAt = (brand_id: number, date: string) =>
  world.assembly.running.inventory.db.source.query(
    'UPDATE inventory.brand SET date_modified = $2 WHERE brand_id = $1',
    [brand_id, date],
  );

describe('brands', () => {
  it('are listed as they were added', async () => {
    const channel_group_id = await channelGroup('Web');
    const image = 'https://example.com/acme.png';
    const added = ok(await brands().add({ name: 'Acme', channel_group_id, image }));
    expect(added).toEqual({ success: true, brand_id: expect.any(Number) });
    const date_modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(ok(await brands().get({}))).toEqual({
      total: 1,
      brands: [{ brand_id: added.brand_id, channel_group_id, name: 'Acme', image, date_modified }],
    });
  });

  it('keep on edit what is absent', async () => {
    const { brand_id } = ok(await brands().add({ name: 'Acme', image: 'a.png' }));
    expect(ok(await brands().edit({ brand_id, name: 'Ajax' }))).toEqual({ success: true, brand_id });
    expect(ok(await brands().get({ brand_id })).brands).toMatchObject([{ name: 'Ajax', image: 'a.png' }]);
  });

  it('are gone when deleted, but for filter_deleted', async () => {
    const brand_id = await add('Acme');
    expect(ok(await brands().delete({ brand_id }))).toEqual({ success: true, brand_id });
    await add('Ajax');
    expect(await namesOf({})).toEqual(['Ajax']);
    expect(ok(await brands().get({ filter_deleted: true, order: 'ASC' })).brands).toMatchObject([
      { name: 'Acme', deleted: true },
      { name: 'Ajax', deleted: false },
    ]);
    const { error_details } = failure(await brands().edit({ brand_id, name: 'Again' }));
    expect(error_details).toEqual([{ code: 'unknown_record', message: `There is no brand ${brand_id}.` }]);
  });

  it('are not modified before they were modified last', async () => {
    const brand_id = await add('Acme');
    await modifiedAt(brand_id, '2100-01-01T00:00:00Z');
    ok(await brands().edit({ brand_id, name: 'Ajax' }));
    expect(await namesOf({ filter_date_modified: '2099-12-31T00:00:00Z' })).toEqual(['Ajax']);
  });

  it('are not deleted while items have them', async () => {
    const brand_id = await add('Acme');
    const { item } = user.api.inventory;
    const { item_id } = ok(await item.add({ name: 'Mug', brand_id }));
    expect(failure(await brands().delete({ brand_id })).error_details).toEqual([
      { code: 'in_use', field: 'brand_id', message: `Brand ${brand_id} is still the brand of item ${item_id} (Mug).` },
    ]);
    ok(await item.delete({ item_id }));
    ok(await brands().delete({ brand_id }));
  });

  it('do not go into a channel group that is deleted', async () => {
    const channel_group_id = await channelGroup('Web');
    const brand_id = await add('Acme', channel_group_id);
    ok(await brands().edit({ brand_id, channel_group_id: 0 }));
    ok(await user.api.setting.channel_group.delete({ channel_group_id }));
    const gone = [`There is no channel group ${channel_group_id}.`];
    expect(refused(await brands().add({ name: 'Ajax', channel_group_id }))).toEqual(gone);
  });

  it('need a name and an existing channel group', async () => {
    expect(refused(await brands().add({ name: '' }))).toEqual(['name must not be blank.']);
    const { error_details } = failure(await brands().add({ name: 'Acme', channel_group_id: 999_999 }));
    expect(error_details).toEqual([
      { code: 'unknown_reference', field: 'channel_group_id', message: 'There is no channel group 999999.' },
    ]);
    const brand_id = await add('Acme');
    expect(refused(await brands().edit({ brand_id, channel_group_id: 999_999 }))).toEqual([
      'There is no channel group 999999.',
    ]);
  });

  it('of another account do not exist', async () => {
    const brand_id = await add('Acme');
    const stranger = await world.account();
    expect(await namesOf({ brand_id }, stranger)).toEqual([]);
    expect(refused(await brands(stranger).edit({ brand_id, name: 'Mine' }))).toEqual([
      `There is no brand ${brand_id}.`,
    ]);
    expect(refused(await brands(stranger).delete({ brand_id }))).toEqual([`There is no brand ${brand_id}.`]);
    expect(await namesOf({})).toEqual(['Acme']);
  });
});

describe('a user limited to a channel group', () => {
  it('sees brands of this group and of all groups alone', async () => {
    const [mine, other] = [await channelGroup('Web'), await channelGroup('Shop')];
    await add('All');
    await add('Mine', mine);
    const hidden = await add('Other', other);
    const clerk = await limitedTo(mine);
    expect(await namesOf({ sort: 'name', order: 'ASC' }, clerk)).toEqual(['All', 'Mine']);
    expect(await namesOf({ filter_channel_group_id: String(other) }, clerk)).toEqual([]);
    expect(await namesOf({ brand_id: hidden }, clerk)).toEqual([]);
    expect(refused(await brands(clerk).edit({ brand_id: hidden, channel_group_id: mine }))).toEqual([
      `There is no brand ${hidden}.`,
    ]);
    expect(refused(await brands(clerk).add({ name: 'New', channel_group_id: other }))).toEqual([
      `There is no channel group ${other}.`,
    ]);
  });
});

describe('lists of brands', () => {
  it('are narrowed by each filter', async () => {
    const web = await channelGroup('Web');
    const shop = await channelGroup('Shop');
    const acme = await add('Acme 100%');
    await modifiedAt(acme, '2026-01-01T00:00:00Z');
    await modifiedAt(await add('Ajax', web), '2026-01-02T00:00:00Z');
    await modifiedAt(await add('Apex', shop), '2026-01-03T00:00:00Z');
    const namesBy = (input: Get) => namesOf({ ...input, sort: 'name', order: 'ASC' });
    expect(await namesOf({ brand_id: 0 })).toEqual([]);
    expect(await namesBy({ brand_id: acme })).toEqual(['Acme 100%']);
    expect(await namesBy({ filter_name: 'aJ' })).toEqual(['Ajax']);
    expect(await namesBy({ filter_name: '%' })).toEqual(['Acme 100%']);
    expect(await namesBy({ filter_channel_group_id: `${web},${shop}` })).toEqual(['Ajax', 'Apex']);
    expect(await namesBy({ filter_date_modified: '2026-01-02T00:00:00Z' })).toEqual(['Apex']);
    expect(await namesBy({ filter_date_modified: '' })).toHaveLength(3);
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
    for (let i = 0; i < 5; i++) await brands().add({ name: 'Same', image: String(i) });
    const page = async (at: number) => ok(await brands().get({ page: at, limit: 2, sort: 'name' }));
    const pages = await Promise.all([1, 2, 3, 4].map(page));
    expect(pages.map(({ total, brands: shown }) => [total, shown.length])).toEqual([
      [5, 2],
      [5, 2],
      [5, 1],
      [5, 0],
    ]);
    expect(new Set(pages.flatMap(({ brands: shown }) => shown.map(({ brand_id }) => brand_id))).size).toBe(5);
  });
});
