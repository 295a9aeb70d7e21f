import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

type Groups = TestUser['api']['setting']['channel_group'];
const groups = (): Groups => user.api.setting.channel_group;
const add = async (input: Parameters<Groups['add']>[0]) => ok(await groups().add(input)).channel_group_id;
const list = async () => ok(await groups().get({})).channel_groups;
const shop = async (of: TestUser, name: string) =>
  ok(await of.api.integration.channel.add({ type: 'shopify', name })).channel_id;

describe('channel groups', () => {
  it('have each channel once', async () => {
    const [a, b] = [await shop(user, 'A'), await shop(user, 'B')];
    await add({ name: 'Web', channels: [b, a, b] });
    expect(await list()).toMatchObject([{ channels: [b, a] }]);
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

  it('are shown to who is limited to them', async () => {
    const own = await add({ name: 'Own' });
    await add({ name: 'Other' });
    const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [own] });
    const limited = clerk.api.setting.channel_group;
    expect(ok(await limited.get({})).channel_groups).toMatchObject([{ name: 'Own' }]);
  });
});
