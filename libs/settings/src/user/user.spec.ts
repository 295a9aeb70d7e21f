import { userChanged, userSecretChanged } from '@stockbook/contracts';
import { checkedClient, eventually, factsOf, failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let owner: TestUser;
let group_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  group_id = ok(await owner.api.setting.user_group.add({ name: 'Clerks', permission: CLERKS })).user_group_id;
});

const CLERKS = { access: ['sale/*'], modify: ['sale/order'] };
type Users = TestUser['api']['setting']['user'];
const users = (of = owner): Users => of.api.setting.user;
let names = 0;
const given = (fields: Partial<Parameters<Users['add']>[0]> = {}) => {
  const username = `user-${++names}`;
  return { user_group_id: group_id, username, email: `${username}@shop.test`, ...fields };
};
const add = async (fields: Partial<Parameters<Users['add']>[0]> = {}) => ok(await users().add(given(fields)));
const list = async (input: Parameters<Users['get']>[0] = {}) => ok(await users().get(input)).users;
const signIn = (api_key: string, api_secret = '') =>
  checkedClient(world.url, { domain: owner.credentials.domain, api_key, api_secret });
const administrator = (permission: object = {}) =>
  world.colleague(owner, {
    access: ['setting/*'],
    modify: ['setting/user', 'setting/user_group'],
    ...permission,
  });

describe('a user', () => {
  it('is added with a secret that is shown once', async () => {
    const fields = { firstname: 'Amy', lastname: 'Rose', preference: { theme: 'dark' }, email: 'Amy@Shop.test' };
    const { user_id, api_secret } = await add({ ...fields, username: 'amy' });
    expect(api_secret).toMatch(/^[0-9A-Za-z]{40}$/);
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const shown = { ...fields, user_id, user_group_id: group_id, username: 'amy', email: 'amy@shop.test' };
    const dates = { date_added: date, date_modified: date, date_active: '' };
    const limits = { enabled: true, expires: '', allowed_networks: [] };
    expect(await list({ user_id })).toEqual([{ ...shown, ...limits, ...dates, revision: 1 }]);
    const amy = signIn('AMY@shop.test', api_secret);
    ok(await amy.sale.customer_group.get({}));
    await eventually(async () => (await list({ user_id }))[0]?.date_active !== '');
  });

  it('shows its secret in no replay and no fact', async () => {
    const request = { ...given(), idempotency_key: 'amy' };
    const first = ok(await users().add(request));
    const { api_secret, ...others } = first;
    expect(ok(await users().add(request))).toEqual({ ...others, replayed: true });
    await world.settled();
    const published = 'SELECT payload FROM settings.outbox_archive WHERE account_id = $1';
    const facts = await world.assembly.running.settings.db.source.query<object[]>(published, [owner.account_id]);
    expect(JSON.stringify(facts)).not.toContain(api_secret);
    const [fact] = await factsOf(world, owner.account_id, userSecretChanged, first.user_secret_id);
    expect(fact?.payload).toMatchObject({
      change: 'added',
      actor: { user_id: owner.user_id },
      record: { user_secret_id: first.user_secret_id, user_id: first.user_id, date_revoked: '' },
    });
  });

  it('gets a further secret, after which the one before the last is revoked', async () => {
    const request = given();
    const first = ok(await users().add(request));
    const { user_id } = first;
    const second = ok(await users().rotateSecret({ user_id }));
    for (const { api_secret } of [first, second]) ok(await signIn(request.email, api_secret).setting.user.whoami({}));
    const third = ok(await users().rotateSecret({ user_id }));
    const refusal = failure(await signIn(request.email, first.api_secret).setting.user.whoami({}));
    expect(refusal.error_details).toMatchObject([{ code: 'unauthenticated' }]);
    for (const { api_secret } of [second, third]) ok(await signIn(request.email, api_secret).setting.user.whoami({}));
    const facts = await factsOf(world, owner.account_id, userSecretChanged, first.user_secret_id);
    expect(facts.map(({ payload }) => Object(payload).change)).toEqual(['added', 'revoked']);
  });

  it('is refused with all faults at once', async () => {
    const wrong = given({ email: 'amy', user_group_id: 999_001 });
    expect(refused(await users().add(wrong))).toEqual([
      'email must be an e-mail address of at most 254 characters.',
      'There is no user group 999001.',
    ]);
    const [{ email = '' } = {}] = await list({ user_id: (await add()).user_id });
    const taken = [{ code: 'duplicate', message: `There is already a user ${email}.` }];
    expect(failure(await users().add(given({ email: email.toUpperCase() }))).error_details).toEqual(taken);
    const { user_id } = await add();
    expect(failure(await users().edit({ user_id, email })).error_details).toEqual(taken);
  });

  it('keeps up to 64 KiB of preference', async () => {
    const sized = (bytes: number) => ({ text: 'é'.repeat((bytes - '{"text":""}'.length - 1) / 2) + 'x' });
    const { user_id } = await add({ preference: sized(65_536) });
    expect((await list({ user_id }))[0]?.preference).toEqual(sized(65_536));
    expect(refused(await users().edit({ user_id, preference: sized(65_538) }))).toEqual([
      'preference must be an object of at most 65536 bytes as JSON, with at most 16 levels.',
    ]);
  });

  it('is listed by each filter and sort', async () => {
    const other = ok(await owner.api.setting.user_group.add({ name: 'Admins', permission: CLERKS })).user_group_id;
    const [a, b] = [
      await add({ username: 'Zoé', firstname: 'Ann', lastname: 'B', user_group_id: other }),
      await add({ username: 'adam', firstname: 'Bob', lastname: 'A' }),
    ];
    const ids = async (input: Parameters<Users['get']>[0]) => (await list(input)).map(({ user_id }) => user_id);
    expect(await ids({ filter_user_group_id: other })).toEqual([a.user_id]);
    expect(await ids({ filter_username: 'zoe' })).toEqual([a.user_id]);
    expect(await ids({ sort: 'username', order: 'ASC' })).toEqual([b.user_id, owner.user_id, a.user_id]);
    expect(await ids({ sort: 'user_group', order: 'ASC' })).toEqual([a.user_id, b.user_id, owner.user_id]);
    expect(await ids({ sort: 'name' })).toEqual([b.user_id, a.user_id, owner.user_id]);
    const { source } = world.assembly.running.settings.db;
    for (const [n, id] of [b.user_id, a.user_id, owner.user_id].entries())
      await source.query(
        'UPDATE settings."user" SET date_added = $2, date_modified = $2, date_active = $2 WHERE user_id = $1',
        [id, `2020-01-0${n + 1}`],
      );
    for (const sort of ['date_added', 'date_modified', 'date_active'] as const)
      expect([sort, await ids({ sort })]).toEqual([sort, [owner.user_id, a.user_id, b.user_id]]);
    expect(await ids({ filter_date_modified: '2020-01-02T00:00:00Z' })).toEqual([owner.user_id]);
    ok(await users().delete({ user_id: a.user_id }));
    expect(await list({ user_id: a.user_id, filter_deleted: true })).toMatchObject([{ deleted: true }]);
    expect(await ids({ user_id: a.user_id })).toEqual([]);
  });

  it('publishes each change', async () => {
    const { user_id } = await add();
    ok(await users().edit({ user_id, firstname: 'Amy' }));
    ok(await users().edit({ user_id, firstname: 'Amy' }));
    ok(await users().delete({ user_id }));
    const facts = await factsOf(world, owner.account_id, userChanged, user_id);
    expect(facts.map(({ sequence, payload }) => [sequence, Object(payload).change])).toEqual([
      [1, 'added'],
      [2, 'edited'],
      [3, 'deleted'],
    ]);
    expect(facts[1]?.payload).toMatchObject({ record: { firstname: 'Amy' }, previous: { firstname: '' } });
  });

  it('is not deleted while a salesman code is theirs', async () => {
    const { user_id } = await add();
    const { user_salesman_id } = ok(await owner.api.setting.user_salesman.add({ user_id, code: 'S-1' }));
    expect(refused(await users().delete({ user_id }))).toEqual([
      `User ${user_id} is still the user of user salesman ${user_salesman_id} (S-1).`,
    ]);
    ok(await owner.api.setting.user_salesman.delete({ user_salesman_id }));
    ok(await users().delete({ user_id }));
  });

  it('sees who they are without any permission', async () => {
    const { channel_group_id } = ok(await owner.api.setting.channel_group.add({ name: 'Web' }));
    const permission = { access: [], modify: [], view_cost: true, channel_groups: [channel_group_id] };
    const clerk = await world.colleague(owner, permission);
    const company = { name: 'Test shop', currency: 'USD', timezone: 'UTC', language: 'en' };
    expect(ok(await clerk.api.setting.user.whoami({}))).toEqual({
      user_id: clerk.user_id,
      username: expect.stringMatching(/^clerk-/),
      email: clerk.credentials.api_key,
      user_group_id: expect.any(Number),
      permission,
      view_cost: true,
      channel_group_ids: [channel_group_id],
      company,
    });
    expect(ok(await owner.api.setting.user.whoami({}))).not.toHaveProperty('channel_group_ids');
  });
});

describe('a user with fewer rights', () => {
  it('grants no more than these', async () => {
    const { api } = await administrator();
    const powers = { access: ['*'], modify: ['setting/user', 'sale/*'], view_cost: true };
    const message = 'You may not grant what you do not hold: access *, modify sale/*, view_cost.';
    const beyond = [{ code: 'forbidden', field: 'permission', message }];
    const { user_group } = api.setting;
    expect(failure(await user_group.add({ name: 'Powers', permission: powers })).error_details).toEqual(beyond);
    const permission = { access: ['setting/user'], modify: ['setting/user'] };
    const { user_group_id } = ok(await user_group.add({ name: 'Helpers', permission }));
    expect(failure(await user_group.edit({ user_group_id, permission: powers })).error_details).toEqual(beyond);
    const { user_id } = ok(await api.setting.user.add(given({ user_group_id })));
    const forbidden = [
      {
        code: 'forbidden',
        field: 'user_group_id',
        message: 'You may not grant what you do not hold: access sale/*, modify sale/order.',
      },
    ];
    expect(failure(await api.setting.user.add(given())).error_details).toEqual(forbidden);
    expect(failure(await api.setting.user.edit({ user_id, user_group_id: group_id })).error_details).toEqual(forbidden);
  });

  it('stays in their own channel groups', async () => {
    const group = async (name: string) => ok(await owner.api.setting.channel_group.add({ name })).channel_group_id;
    const [own, other] = [await group('Own'), await group('Other')];
    const { api } = await administrator({ channel_groups: [own] });
    const refusal = async (limits: { channel_groups?: number[] }) =>
      refused(await api.setting.user_group.add({ name: 'New', permission: { access: [], modify: [], ...limits } }));
    expect(await refusal({})).toEqual(['You may not grant what you do not hold: all channel groups.']);
    expect(await refusal({ channel_groups: [other] })).toContain(`There is no channel group ${other}.`);
    ok(
      await api.setting.user_group.add({ name: 'New', permission: { access: [], modify: [], channel_groups: [own] } }),
    );
  });

  it('changes no user and no group that holds more', async () => {
    const { api } = await administrator();
    const more = 'who holds more than you: access *, modify *, view_cost.';
    const { user_id } = owner;
    const aboutUser = [`You may not change user ${user_id}, ${more}`];
    expect(refused(await api.setting.user.rotateSecret({ user_id }))).toEqual(aboutUser);
    expect(refused(await api.setting.user.edit({ user_id, email: 'me@shop.test' }))).toEqual(aboutUser);
    expect(refused(await api.setting.user.delete({ user_id }))).toEqual(aboutUser);
    const [{ user_group_id = 0 } = {}] = await list({ user_id });
    const aboutGroup = [`You may not change user group ${user_group_id}, ${more}`];
    const { user_group } = api.setting;
    expect(refused(await user_group.edit({ user_group_id, name: 'Mine' }))).toEqual(aboutGroup);
    expect(refused(await user_group.delete({ user_group_id }))).toEqual(aboutGroup);
  });
});

describe('the last administrator', () => {
  const LAST = [
    'One enabled user must remain who may modify setting/user and setting/user_group, ' +
      'without expires and allowed_networks.',
  ];

  it('is not deleted, disabled or moved, nor is their group demoted', async () => {
    const { user_id } = owner;
    const [{ user_group_id = 0 } = {}] = await list({ user_id });
    expect(refused(await users().delete({ user_id }))).toEqual(LAST);
    expect(refused(await users().edit({ user_id, enabled: false }))).toEqual(LAST);
    expect(refused(await users().edit({ user_id, user_group_id: group_id }))).toEqual(LAST);
    const { user_group } = owner.api.setting;
    expect(refused(await user_group.edit({ user_group_id, permission: CLERKS }))).toEqual(LAST);
    const other = await administrator();
    ok(await users().delete({ user_id }));
    expect(ok(await other.api.setting.user.get({})).total).toBe(1);
  });

  const administratorsOf = async (account_id: number) => {
    const living = `SELECT count(*)::int AS count FROM settings."user"
      WHERE account_id = $1 AND enabled AND date_deleted IS NULL`;
    const [row] = await world.assembly.running.settings.db.source.query<{ count: number }[]>(living, [account_id]);
    return row?.count;
  };

  it('remains when two remove each other at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const one = await world.account();
      const other = await world.colleague(one, { access: ['*'], modify: ['*'], view_cost: true });
      const replies = await Promise.all([
        one.api.setting.user.delete({ user_id: other.user_id }),
        round % 2
          ? other.api.setting.user.delete({ user_id: one.user_id })
          : other.api.setting.user.edit({ user_id: one.user_id, enabled: false }),
      ]);
      expect([round, replies.filter(({ error }) => error)]).toEqual([round, [expect.anything()]]);
      expect(await administratorsOf(one.account_id)).toBe(1);
    }
  });
});
