import { userGroupChanged } from '@stockbook/contracts';
import { factsOf, failure, ok, refused, type TestUser, World } from '@stockbook/testing';

const CLERKS = { access: ['sale/*'], modify: ['sale/order'] };

let world: World;
let owner: TestUser;
let group_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  group_id = ok(await owner.api.setting.user_group.add({ name: 'Clerks', permission: CLERKS })).user_group_id;
});

test('a user group is listed by name, with its rights', async () => {
  const { user_group } = owner.api.setting;
  const groups = ok(await user_group.get({ sort: 'name', order: 'ASC' })).user_groups;
  expect(groups).toMatchObject([
    { user_group_id: group_id, name: 'Clerks', permission: CLERKS },
    { name: 'Owner', permission: { access: ['*'], modify: ['*'], view_cost: true } },
  ]);
  expect(ok(await user_group.get({ filter_name: 'cle' })).user_groups).toMatchObject([{ name: 'Clerks' }]);
});

test('a user group is listed by the date of its change, and once deleted with filter_deleted alone', async () => {
  const { user_group } = owner.api.setting;
  const { user_group_id } = ok(await user_group.add({ name: 'Admins', permission: CLERKS }));
  const ids = async (input: Parameters<typeof user_group.get>[0]) =>
    ok(await user_group.get(input)).user_groups.map((group) => group.user_group_id);
  const [owners = 0] = await ids({ filter_name: 'Owner' });
  const { source } = world.assembly.running.settings.db;
  for (const [n, id] of [owners, group_id, user_group_id].entries())
    await source.query('UPDATE settings.user_group SET date_modified = $2 WHERE user_group_id = $1', [
      ...[id, `2020-01-0${n + 1}`],
    ]);
  expect(await ids({ filter_date_modified: '2020-01-01T00:00:00Z' })).toEqual([user_group_id, group_id]);
  expect(await ids({ filter_date_modified: '2020-01-03T00:00:00Z' })).toEqual([]);
  ok(await user_group.delete({ user_group_id }));
  expect(await ids({})).toEqual([group_id, owners]);
  const all = ok(await user_group.get({ filter_deleted: true })).user_groups;
  expect(all.map(({ deleted }) => deleted)).toEqual([true, false, false]);
});

test('a user group is found by its id, and listed in pages', async () => {
  const { user_group } = owner.api.setting;
  expect(ok(await user_group.get({ user_group_id: group_id }))).toMatchObject({
    total: 1,
    user_groups: [{ name: 'Clerks' }],
  });
  expect(ok(await user_group.get({ user_group_id: Number.MAX_SAFE_INTEGER }))).toEqual({ total: 0, user_groups: [] });
  const names = async (page: number) => {
    const { total, user_groups } = ok(await user_group.get({ page, limit: 2 }));
    return [total, ...user_groups.map(({ name }) => name)];
  };
  ok(await user_group.add({ name: 'Admins', permission: CLERKS }));
  expect(await names(1)).toEqual([3, 'Admins', 'Clerks']);
  expect(await names(2)).toEqual([3, 'Owner']);
  expect(await names(3)).toEqual([3]);
});

test('an edit changes what it is given of a user group, and each change is published', async () => {
  const { user_group } = owner.api.setting;
  const stored = async () => ok(await user_group.get({ user_group_id: group_id })).user_groups[0];
  const changes = [{ name: 'Cashiers' }, { permission: { access: ['sale/order'], modify: [] } }];
  const states = [await stored()];
  for (const change of changes) {
    const edited = await user_group.edit({ user_group_id: group_id, ...change });
    expect(edited).toEqual({ success: true, user_group_id: group_id });
    states.push(await stored());
    const revision = states.length;
    expect(states.at(-1)).toEqual({ ...states.at(-2), ...change, revision, date_modified: expect.any(String) });
  }
  ok(await user_group.delete({ user_group_id: group_id }));
  const facts = await factsOf(world, owner.account_id, userGroupChanged, group_id);
  expect(facts.map(({ payload }) => payload)).toMatchObject([
    { change: 'added', record: states[0], previous: {} },
    { change: 'edited', record: states[1], previous: { name: 'Clerks' } },
    { change: 'edited', record: states[2], previous: { permission: CLERKS } },
    { change: 'deleted', record: { name: 'Cashiers' } },
  ]);
});

test('a user group is refused with all faults at once', async () => {
  const { user_group } = owner.api.setting;
  const permission = { access: ['sale/nothing'], modify: ['x'], channel_groups: [999_001] };
  expect(refused(await user_group.add({ name: 'Wrong', permission }))).toEqual([
    expect.stringMatching(/^permission\.access must name resources .* "sale\/nothing" is none of these\.$/),
    expect.stringMatching(/^permission\.modify must name resources .* "x" is none of these\.$/),
    'There is no channel group 999001.',
  ]);
  expect(failure(await user_group.add({ name: 'Clerks', permission: CLERKS })).error_details).toEqual([
    { code: 'duplicate', message: 'There is already a user group Clerks.' },
  ]);
});

test('a user group is not deleted while it has users', async () => {
  const { user_group } = owner.api.setting;
  const { user } = owner.api.setting;
  const amy = { user_group_id: group_id, username: 'amy', email: 'amy@shop.test' };
  const { user_id } = ok(await user.add(amy));
  expect(refused(await user_group.delete({ user_group_id: group_id }))).toEqual([
    `User group ${group_id} is still the group of user ${user_id} (amy).`,
  ]);
  ok(await user.delete({ user_id }));
  ok(await user_group.delete({ user_group_id: group_id }));
});
