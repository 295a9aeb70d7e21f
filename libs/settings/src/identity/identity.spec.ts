import { type Permission, SecretKeys } from '@stockbook/auth';
import { ownCaller } from '@stockbook/contracts';
import { ok, type TestUser, World } from '@stockbook/testing';
import { IdentityHandlers } from './identity.handlers.js';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account('Asia/Singapore')));

const find = async (domain: string, api_key: string) => {
  const call = { caller: ownCaller(0), input: { domain, api_key }, deadline: Date.now() + 2_000, request_id: '' };
  return (await new IdentityHandlers(world.assembly.running.settings.db).get(call)).identity;
};
const identityOf = ({ credentials }: TestUser) => find(credentials.domain, credentials.api_key);

describe('an identity', () => {
  it('is all that the gateway needs to know of a user', async () => {
    expect(await identityOf(user)).toEqual({
      account_id: user.account_id,
      enabled: true,
      zone: 'Asia/Singapore',
      clock_tolerance: 300,
      user_id: user.user_id,
      username: 'owner',
      secrets: [{ key_id: 'test', sealed: expect.any(String) }],
      sessions: [],
      permission: { access: ['*'], modify: ['*'], view_cost: true },
    });
  });

  it('is found without regard to case, in the domain only', async () => {
    const { domain, api_key } = user.credentials;
    expect(await find(domain.toUpperCase(), api_key.toUpperCase())).toMatchObject({ user_id: user.user_id });
    expect(await find('nowhere', api_key)).toBeUndefined();
    expect(await find(domain, 'nobody@rose.example')).toBeUndefined();
    expect(await find((await world.account()).credentials.domain, api_key)).toBeUndefined();
  });

  it('holds the secrets sealed, for no one without the key', async () => {
    const [secret] = (await identityOf(user))?.secrets ?? [];
    expect(JSON.stringify(secret)).not.toContain(user.credentials.api_secret);
    const foreign = SecretKeys.parse(`test:${Buffer.alloc(32).toString('base64')}`);
    expect(() => foreign.open({ key_id: 'test', sealed: '', ...secret }, 'user')).toThrow();
  });

  it('names the channels of the groups that the user is limited to', async () => {
    const { channel } = user.api.integration;
    const { channel_group } = user.api.setting;
    const shop = async (name: string) => ok(await channel.add({ type: 'shopify', name })).channel_id;
    const [a, b, c] = [await shop('A'), await shop('B'), await shop('C')];
    const group = async (name: string, channels: number[]) =>
      ok(await channel_group.add({ name, channels })).channel_group_id;
    const [one, two, gone] = [await group('1', [a, b]), await group('2', [b]), await group('3', [c])];
    ok(await channel_group.delete({ channel_group_id: gone }));
    const channelsOf = async (limits: Pick<Permission, 'channel_groups'>) => {
      const clerk = await world.colleague(user, { access: [], modify: [], ...limits });
      return (await identityOf(clerk))?.channel_ids?.toSorted((x, y) => x - y);
    };
    expect(await channelsOf({ channel_groups: [one, two, gone] })).toEqual([a, b]);
    expect(await channelsOf({ channel_groups: [two] })).toEqual([b]);
    expect(await channelsOf({ channel_groups: [] })).toEqual([]);
    expect(await channelsOf({})).toBeUndefined();
  });
});
