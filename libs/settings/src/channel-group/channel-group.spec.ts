import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => void (user = await world.account()));
afterAll(() => world.close());

type Groups = TestUser['api']['setting']['channel_group'];
const groups = (): Groups => user.api.setting.channel_group;
const add = async (input: Parameters<Groups['add']>[0]) => ok(await groups().add(input)).channel_group_id;
const list = async (input: Parameters<Groups['get']>[0] = {}) => ok(await groups().get(input)).channel_groups;
const namesOf = async (input: Parameters<Groups['get']>[0]) => (await list(input)).map(({ name }) => name);
const shop = async (of: TestUser, name: string) =>
  ok(await of.api.integration.channel.add({ type: 'shopify', name })).channel_id;

/** Another request with the same meaning: the same bytes within a second would be a repetition of the first. */
const again = <T extends object>(request: T) => ({ ...request, again: true });

const modifiedAt = (id: number, at: string) =>
  world.assembly.running.settings.db.source.query(
    'UPDATE settings.channel_group SET date_modified = $2 WHERE channel_group_id = $1',
    [id, at],
  );

describe('channel groups', () => {
  it('are listed as they were added, each channel once', async () => {
    const [a, b] = [await shop(user, 'A'), await shop(user, 'B')];
    const id = await add({ name: 'Web', channels: [b, a, b] });
    expect(ok(await groups().get({}))).toEqual({
      total: 1,
      channel_groups: [
        {
          channel_group_id: id,
          name: 'Web',
          channels: [b, a],
          date_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        },
      ],
    });
  });

  it('keep on edit what is absent', async () => {
    const [a, b] = [await shop(user, 'A'), await shop(user, 'B')];
    const id = await add({ name: 'Web', channels: [a] });
    ok(await groups().edit({ channel_group_id: id, name: 'Shops' }));
    expect(await list()).toMatchObject([{ name: 'Shops', channels: [a] }]);
    ok(await groups().edit({ channel_group_id: id, channels: [b] }));
    expect(await list()).toMatchObject([{ name: 'Shops', channels: [b] }]);
    ok(await groups().edit({ channel_group_id: id, channels: [] }));
    expect(await list()).toMatchObject([{ name: 'Shops', channels: [] }]);
  });

  it('disappear when they are deleted, unless deleted ones are asked for', async () => {
    const gone = await add({ name: 'Gone' });
    expect(ok(await groups().delete({ channel_group_id: gone })).channel_group_id).toBe(gone);
    expect(await list()).toEqual([]);
    expect(await list({ filter_deleted: true })).toMatchObject([{ channel_group_id: gone, deleted: true }]);
    expect(refused(await groups().delete(again({ channel_group_id: gone })))).toEqual([
      `There is no channel group ${gone}.`,
    ]);
    expect(refused(await user.api.setting.order_status.add({ name: 'New', channel_group_id: gone }))).toEqual([
      `There is no channel group ${gone}.`,
    ]);
  });

  it('are not deleted while user groups are limited to them, nor their channels while they are in them', async () => {
    const channel = await shop(user, 'A');
    const channel_group_id = await add({ name: 'Web', channels: [channel] });
    await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] });
    expect(refused(await groups().delete({ channel_group_id }))).toEqual([
      expect.stringMatching(`^Channel group ${channel_group_id} still limits user group \\d+ \\(clerk-\\w+\\)\\.$`),
    ]);
    expect(refused(await user.api.integration.channel.delete({ channel_id: channel }))).toEqual([
      `Channel ${channel} is still in channel group ${channel_group_id} (Web).`,
    ]);
    ok(await groups().edit({ channel_group_id, channels: [] }));
    ok(await user.api.integration.channel.delete({ channel_id: channel }));
  });

  it('are found by id, name and date, sorted by each key both ways, in pages', async () => {
    const ids = [await add({ name: 'Beta' }), await add({ name: 'Alpha' }), await add({ name: '50% off' })];
    for (const [i, id] of ids.entries()) await modifiedAt(id, `2026-01-0${[2, 3, 1][i]}T00:00:00Z`);
    expect(await namesOf({ channel_group_id: ids[0] })).toEqual(['Beta']);
    expect(await namesOf({ filter_name: 'eT' })).toEqual(['Beta']);
    expect(await namesOf({ filter_name: '%' })).toEqual(['50% off']);
    expect(await namesOf({ filter_date_modified: '2026-01-02T00:00:00Z' })).toEqual(['Alpha']);
    const expected = { name: ['50% off', 'Alpha', 'Beta'], date_modified: ['50% off', 'Beta', 'Alpha'] };
    for (const sort of ['name', 'date_modified'] as const) {
      expect(await namesOf({ sort, order: 'ASC' })).toEqual(expected[sort]);
      expect(await namesOf({ sort })).toEqual(expected[sort].toReversed());
    }
    expect(await namesOf({ limit: 2 })).toEqual(['50% off', 'Alpha']);
    expect(await namesOf({ limit: 2, page: 2 })).toEqual(['Beta']);
  });

  it('take only living channels of the account', async () => {
    const [own, gone] = [await shop(user, 'Own'), await shop(user, 'Gone')];
    ok(await user.api.integration.channel.delete({ channel_id: gone }));
    const foreign = await shop(await world.account(), 'Foreign');
    const faults = [
      { code: 'unknown_reference', field: 'channels[1]', message: `There is no channel ${gone}.` },
      { code: 'unknown_reference', field: 'channels[2]', message: `There is no channel ${foreign}.` },
    ];
    const channels = [own, gone, foreign];
    expect(failure(await groups().add({ name: 'Web', channels })).error_details).toEqual(faults);
    const id = await add({ name: 'Web' });
    expect(failure(await groups().edit({ channel_group_id: id, channels })).error_details).toEqual(faults);
    expect(await list()).toMatchObject([{ channels: [] }]);
  });

  it('of another account are not there', async () => {
    const id = await add({ name: 'Web' });
    const other = (await world.account()).api.setting.channel_group;
    expect(refused(await other.edit({ channel_group_id: id, name: 'X' }))).toEqual([
      `There is no channel group ${id}.`,
    ]);
    expect(ok(await other.get({ channel_group_id: id })).total).toBe(0);
  });

  it('are shown to who is limited to them, and not changed', async () => {
    const own = await add({ name: 'Own' });
    await add({ name: 'Other' });
    const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [own] });
    const limited = clerk.api.setting.channel_group;
    expect(ok(await limited.get({})).channel_groups).toMatchObject([{ name: 'Own' }]);
    const forbidden = [{ code: 'forbidden', message: 'You may not change channel groups: you are limited to some.' }];
    expect(failure(await limited.add({ name: 'New' })).error_details).toEqual(forbidden);
    expect(failure(await limited.edit({ channel_group_id: own, channels: [] })).error_details).toEqual(forbidden);
    expect(failure(await limited.delete({ channel_group_id: own })).error_details).toEqual(forbidden);
  });
});
