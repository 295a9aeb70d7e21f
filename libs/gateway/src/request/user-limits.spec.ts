import { call, eventually, failure, ok, post, sign, type TestUser, World } from '@stockbook/testing';
import { networksOf } from './user-limits.js';

const WHOAMI = 'setting/user/whoami';

let world: World;
let owner: TestUser;
let program: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  program = await world.colleague(owner, { access: ['*'], modify: [] });
});

const limit = async (limits: { expires?: string; allowed_networks?: string[] }) =>
  ok(await owner.api.setting.user.edit({ user_id: program.user_id, ...limits }));
const shown = async () => ok(await owner.api.setting.user.get({ user_id: program.user_id })).users[0];
const answer = async () => {
  const { status, body } = await call(world.url, program.credentials, WHOAMI, {});
  return { status, error: Object(body).error };
};

describe('a user who expires', () => {
  it('is refused from that time on, with the time, and comes back without one', async () => {
    await limit({ expires: '2026-01-01T12:00:00Z' });
    expect(await answer()).toEqual({ status: 401, error: ['The user has expired at 2026-01-01T12:00:00Z.'] });
    await limit({ expires: '' });
    expect(await answer()).toMatchObject({ status: 200 });
  });

  it('is served until then', async () => {
    const end = Date.now() + 1_500;
    await limit({ expires: new Date(end).toISOString() });
    const early: number[] = [];
    await eventually(async () => {
      const { status } = await answer();
      if (Date.now() < end) early.push(status);
      return status === 401;
    });
    expect(new Set(early)).toEqual(new Set(early.length ? [200] : []));
  });

  it('shows the time', async () => {
    expect(await shown()).toMatchObject({ expires: '', allowed_networks: [] });
    await limit({ expires: '2030-01-01 12:00' });
    expect(await shown()).toMatchObject({ expires: '2030-01-01T12:00:00Z' });
  });

  it('tells nothing to who does not have the secret', async () => {
    await limit({ expires: '2026-01-01' });
    const text = sign(`/${WHOAMI}`, {}, { ...program.credentials, api_secret: 'x'.repeat(40) });
    const { body } = await post(world.url, WHOAMI, text);
    expect(body).toMatchObject({ error: ['The domain, the api_key or the auth_signature is wrong.'] });
  });
});

describe('a user of some networks', () => {
  it('is refused from all others, with the address', async () => {
    await limit({ allowed_networks: ['10.0.0.0/8', '2001:db8::1'] });
    expect(await answer()).toEqual({ status: 403, error: ['Requests of this user may not come from 127.0.0.1.'] });
    expect(await shown()).toMatchObject({ allowed_networks: ['10.0.0.0/8', '2001:db8::1'] });
    await limit({ allowed_networks: ['10.0.0.0/8', '127.0.0.1'] });
    expect(await answer()).toMatchObject({ status: 200 });
  });

  it('is known by an IPv4 address in the spelling of IPv6', async () => {
    const networks = networksOf({ allowed_networks: ['10.0.0.0/8', 'fd00::/8'] });
    const known = ['10.1.2.3', '::ffff:10.1.2.3', '11.1.2.3', '::ffff:11.1.2.3', 'fd00::1', 'fe00::1'];
    expect(known.map((address) => networks?.check(address, address.includes(':') ? 'ipv6' : 'ipv4'))).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it('is refused with each entry that is no network', async () => {
    const { user_id } = program;
    const allowed_networks = ['10.0.0.0/8', '10.0.0.0/33', 'office', '0.0.0.0/0'];
    const refusal = failure(await owner.api.setting.user.edit({ user_id, allowed_networks }));
    expect(refusal.error_details.map(({ field }) => field)).toEqual([1, 2, 3].map((i) => `allowed_networks[${i}]`));
    expect(refusal.error[1]).toBe("allowed_networks[2] must be an address or a network like 10.0.0.0/8, not 'office'.");
  });
});

test.each([{ expires: '2030-01-01' }, { allowed_networks: ['127.0.0.1'] }])(
  'the last administrator is not limited by %j, as nobody could end that',
  async (limits) => {
    const { user_id } = owner;
    const administrator = await world.colleague(owner, { access: ['*'], modify: ['*'], view_cost: true });
    ok(await administrator.api.setting.user.edit({ user_id, ...limits }));
    const refusal = failure(await administrator.api.setting.user.edit({ user_id: administrator.user_id, ...limits }));
    expect(refusal.error_details).toMatchObject([{ code: 'in_use' }]);
  },
);
