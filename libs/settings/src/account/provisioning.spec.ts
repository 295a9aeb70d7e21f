import { SYSTEM, ownCaller, Refused } from '@stockbook/contracts';
import { checkedClient, failure, ok, type TestUser, World } from '@stockbook/testing';
import { IdentityHandlers } from '../identity/identity.handlers.js';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

const company = (of: TestUser) => of.api.setting.company.get({});
const withSecret = (api_secret: string, changes: object = {}) =>
  checkedClient(world.url, { ...user.credentials, ...changes, api_secret }).setting.company.get({});
const UNAUTHENTICATED = 'The domain, the api_key or the auth_signature is wrong.';
const errorOf = async (reply: Promise<{ error?: readonly string[] }>) => (await reply).error;

const faultsOf = async (work: () => Promise<unknown>) => {
  const error = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => thrown);
  return error instanceof Refused ? error.faults : error;
};
/** Returns the identity as the gateway loads it. */
const identityOf = async (api_key: string) => {
  const input = { domain: user.credentials.domain, api_key };
  const call = { caller: ownCaller(0), input, deadline: Date.now() + 2_000, request_id: '' };
  return (await new IdentityHandlers(world.assembly.running.settings.db).get(call)).identity;
};
const published = async (topic: string): Promise<{ sequence: number; payload: object }[]> => {
  await world.settled();
  return world.assembly.running.settings.db.source.query(
    `SELECT sequence::int, payload FROM settings.outbox_archive WHERE account_id = $1 AND topic = $2 ORDER BY sequence`,
    [user.account_id, topic],
  );
};

describe('an account', () => {
  it('comes with a company, a base currency and an owner who may do everything', async () => {
    expect(ok(await company(user)).settings).toMatchObject({ name: 'Test shop', currency: 'USD', timezone: 'UTC' });
    expect(ok(await user.api.setting.currency.get({})).currencies).toMatchObject([{ code: 'USD', value: 1 }]);
    ok(await user.api.setting.company.edit({ name: 'Rose' }));
    const record = expect.objectContaining({ account_id: user.account_id, name: 'Test shop', enabled: true });
    expect(await published('setting.account')).toEqual([
      { sequence: 1, payload: { change: 'added', actor: SYSTEM, record, previous: {} } },
    ]);
  });

  it('is found by its domain without regard to case', async () => {
    const { domain } = user.credentials;
    expect(await world.provisioning.accountOf(domain.toUpperCase())).toBe(user.account_id);
    expect(await faultsOf(() => world.provisioning.accountOf('nobody'))).toEqual([
      { code: 'unknown_record', message: 'There is no account nobody.' },
    ]);
    const { api_secret, api_key } = user.credentials;
    const shouted = { domain: domain.toUpperCase(), api_key: api_key.toUpperCase() };
    ok(await withSecret(api_secret, shouted));
  });

  it('has a domain of its own', async () => {
    const domain = user.credentials.domain.toUpperCase();
    const owner = { email: 'amy@rose.example', username: 'amy' };
    const again = () => world.provisioning.addAccount({ domain, name: 'Rose', currency: 'USD', owner });
    expect(await faultsOf(again)).toEqual([
      { code: 'duplicate', message: `There is already an account ${user.credentials.domain}.` },
    ]);
  });

  it('is refused with every fault at once', async () => {
    const owner = { email: 'amy', username: ' ' };
    const wrong = { domain: '-rose', name: '', currency: 'usd', timezone: 'Mars', owner };
    expect(await faultsOf(() => world.provisioning.addAccount(wrong))).toMatchObject([
      {
        field: 'domain',
        message: 'domain must be letters, digits, dots and hyphens, with a letter or digit at both ends.',
      },
      { field: 'name', message: 'name must not be blank.' },
      { field: 'currency', message: 'currency must be a currency code of three capital letters, like USD.' },
      { field: 'timezone', message: 'timezone must be an IANA time zone, and "Mars" is none.' },
      { field: 'email', message: 'email must be an e-mail address of at most 254 characters.' },
      { field: 'username', message: 'username must not be blank.' },
    ]);
  });

  it('lets nobody in while it is disabled', async () => {
    await world.provisioning.changeAccount(user.account_id, { enabled: false });
    expect(failure(await company(user)).error_details).toEqual([
      { code: 'forbidden', message: 'The account is disabled.' },
    ]);
    await world.provisioning.changeAccount(user.account_id, { enabled: true });
    expect(await identityOf(user.credentials.api_key)).toMatchObject({ enabled: true });
    expect(await published('setting.account')).toHaveLength(3);
  });

  it('keeps its clock tolerance within 60 and 900 seconds', async () => {
    await world.provisioning.changeAccount(user.account_id, { clock_tolerance: 900 });
    expect(await identityOf(user.credentials.api_key)).toMatchObject({ clock_tolerance: 900 });
    expect(await faultsOf(() => world.provisioning.changeAccount(user.account_id, { clock_tolerance: 59 }))).toEqual([
      { code: 'invalid', field: 'clock_tolerance', message: 'clock_tolerance must be an integer from 60 to 900.' },
    ]);
  });
});

describe('a user', () => {
  const amy = { email: 'Amy@Rose.example', username: 'amy', firstname: 'Amy', lastname: 'Rose' };

  it('has an e-mail of its own in the account, without regard to case', async () => {
    await world.provisioning.addUser(user.account_id, amy);
    const again = { ...amy, email: 'AMY@rose.example' };
    expect(await faultsOf(() => world.provisioning.addUser(user.account_id, again))).toEqual([
      { code: 'duplicate', message: 'There is already a user amy@rose.example.' },
    ]);
    await world.provisioning.addUser((await world.account()).account_id, amy);
  });

  it('is of a group that exists', async () => {
    const lost = { ...amy, user_group: 'Lost' };
    expect(await faultsOf(() => world.provisioning.addUser(user.account_id, lost))).toEqual([
      { code: 'unknown_reference', field: 'user_group', message: 'There is no user group Lost.' },
    ]);
    const permission = { access: ['*'], modify: [] };
    await world.provisioning.addUserGroup(user.account_id, 'Readers', permission);
    expect(await faultsOf(() => world.provisioning.addUserGroup(user.account_id, ' ', permission))).toEqual([
      { code: 'invalid', field: 'name', message: 'name must not be blank.' },
    ]);
    expect(await faultsOf(() => world.provisioning.addUserGroup(user.account_id, 'Readers', permission))).toEqual([
      { code: 'duplicate', message: 'There is already a user group Readers.' },
    ]);
  });

  it('can come with a new group, and leaves none behind when it is refused', async () => {
    const clerks = { name: 'Clerks', permission: { access: ['setting/*'], modify: [] } };
    const add = (email: string) =>
      world.provisioning.addUser(user.account_id, { email, username: 'amy', user_group: clerks });
    expect(await faultsOf(() => add(user.credentials.api_key))).toEqual([
      { code: 'duplicate', message: `There is already a user ${user.credentials.api_key}.` },
    ]);
    const { api_secret } = await add(amy.email);
    ok(await withSecret(api_secret, { api_key: amy.email }));
    expect(await faultsOf(() => add('eve@rose.example'))).toEqual([
      { code: 'duplicate', message: 'There is already a user group Clerks.' },
    ]);
  });

  it.each(['sales/*', 'sale', 'sale/order/get', 'sale/', '', '*/order'])(
    'has no group that may use %p',
    async (path) => {
      const user_group = { name: ' ', permission: { access: ['sale/order', path], modify: ['sale/*', '*'] } };
      const add = () => world.provisioning.addUser(user.account_id, { ...amy, user_group });
      expect(await faultsOf(add)).toEqual([
        { code: 'invalid', field: 'user_group', message: 'user_group must not be blank.' },
        {
          code: 'invalid',
          field: 'access',
          message:
            'access must name resources like sale/order, all of a group like sale/*, or all by *, ' +
            `and "${path}" is none of these.`,
        },
      ]);
    },
  );

  it('is not let in while disabled', async () => {
    const { api_secret } = await world.provisioning.addUser(user.account_id, amy);
    const { provisioning } = world;
    await provisioning.enableUser(user.account_id, amy.email, false);
    expect(await errorOf(withSecret(api_secret, { api_key: amy.email }))).toEqual([UNAUTHENTICATED]);
    await provisioning.enableUser(user.account_id, amy.email, true);
    expect(await identityOf(amy.email)).toMatchObject({ username: 'amy', enabled: true });
    expect(await faultsOf(() => provisioning.enableUser(user.account_id, 'eve@rose.example', true))).toEqual([
      { code: 'unknown_record', message: 'There is no user eve@rose.example.' },
    ]);
  });

  it('signs with the two newest secrets', async () => {
    const { api_key, api_secret: first } = user.credentials;
    const { api_secret: second } = await world.provisioning.rotateSecret(user.account_id, api_key.toUpperCase());
    const { api_secret: third } = await world.provisioning.rotateSecret(user.account_id, api_key);
    expect(third).toMatch(/^[0-9A-Za-z]{40}$/);
    ok(await withSecret(third));
    ok(await withSecret(second));
    expect(await errorOf(withSecret(first))).toEqual([UNAUTHENTICATED]);
  });

  it('cannot sign with a revoked secret', async () => {
    const { api_key, api_secret: first } = user.credentials;
    const { user_secret_id, api_secret: second } = await world.provisioning.rotateSecret(user.account_id, api_key);
    const revoke = () => world.provisioning.revokeSecret(user.account_id, api_key, user_secret_id);
    await revoke();
    ok(await withSecret(first));
    expect(await errorOf(withSecret(second))).toEqual([UNAUTHENTICATED]);
    expect(await faultsOf(revoke)).toEqual([
      { code: 'unknown_record', message: `There is no user secret ${user_secret_id}.` },
    ]);
  });

  it('is known by a live secret alone', async () => {
    const { api_key, api_secret } = user.credentials;
    const isLive = (secret: string, email = api_key) => world.provisioning.isLiveSecret(user.account_id, email, secret);
    expect(await isLive(api_secret, api_key.toUpperCase())).toBe(true);
    expect(await isLive(api_secret.slice(1))).toBe(false);
    expect(await isLive(api_secret, amy.email)).toBe(false);
    await world.provisioning.rotateSecret(user.account_id, api_key);
    expect(await isLive(api_secret)).toBe(true);
    await world.provisioning.rotateSecret(user.account_id, api_key);
    expect(await isLive(api_secret)).toBe(false);
  });

  it('keeps no secret in plain', async () => {
    const stored: object[] = await world.assembly.running.settings.db.source.query(
      'SELECT * FROM settings.user_secret WHERE account_id = $1',
      [user.account_id],
    );
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(user.credentials.api_secret);
  });
});
