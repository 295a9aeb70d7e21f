import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => void (user = await world.account()));
afterAll(() => world.close());

const statuses = () => user.api.setting.order_status;
const add = async (input: Parameters<TestUser['api']['setting']['order_status']['add']>[0]) =>
  ok(await statuses().add(input)).order_status_id;
const list = async (input: Parameters<TestUser['api']['setting']['order_status']['get']>[0] = {}) =>
  ok(await statuses().get(input));
const namesOf = async (input: Parameters<typeof list>[0]) => (await list(input)).order_statuses.map(({ name }) => name);

/** Another request with the same meaning: the same bytes within a second would be a repetition of the first. */
const again = <T extends object>(request: T) => ({ ...request, again: true });

const settings = () => world.assembly.running.settings.db.source;
const modifiedAt = (id: number, at: string) =>
  settings().query('UPDATE settings.order_status SET date_modified = $2 WHERE order_status_id = $1', [id, at]);

describe('order statuses', () => {
  it('are listed as they were added', async () => {
    const group = ok(await user.api.setting.channel_group.add({ name: 'Web' })).channel_group_id;
    const id = await add({ name: 'Shipped', channel_group_id: group, deduct: true, lock: true });
    expect(await list()).toEqual({
      total: 1,
      order_statuses: [
        {
          order_status_id: id,
          channel_group_id: group,
          name: 'Shipped',
          deduct: true,
          lock: true,
          date_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        },
      ],
    });
  });

  it('need a name only', async () => {
    await add({ name: 'New' });
    expect((await list()).order_statuses).toMatchObject([{ channel_group_id: 0, deduct: false, lock: false }]);
  });

  it('keep on edit what is absent', async () => {
    const id = await add({ name: 'Paid', deduct: true });
    await modifiedAt(id, '2026-01-01T00:00:00Z');
    expect(ok(await statuses().edit({ order_status_id: id, lock: true }))).toEqual({
      success: true,
      order_status_id: id,
    });
    expect((await list()).order_statuses).toMatchObject([{ name: 'Paid', deduct: true, lock: true }]);
    expect((await list()).order_statuses[0]?.date_modified).not.toBe('2026-01-01T00:00:00Z');
    ok(await statuses().edit({ order_status_id: id, name: 'Paid up', deduct: false, lock: false }));
    expect((await list()).order_statuses).toMatchObject([{ name: 'Paid up', deduct: false, lock: false }]);
  });

  it('disappear when they are deleted, unless deleted ones are asked for', async () => {
    const [gone, kept] = [await add({ name: 'Gone' }), await add({ name: 'Kept' })];
    expect(ok(await statuses().delete({ order_status_id: gone })).order_status_id).toBe(gone);
    expect(await namesOf({})).toEqual(['Kept']);
    expect(await list({ order_status_id: gone })).toEqual({ total: 0, order_statuses: [] });
    const { order_statuses, total } = await list({ filter_deleted: true, order: 'ASC' });
    expect(total).toBe(2);
    expect(order_statuses).toMatchObject([
      { order_status_id: gone, deleted: true },
      { order_status_id: kept, deleted: false },
    ]);
  });

  it('are found by id, date and channel group', async () => {
    const group = ok(await user.api.setting.channel_group.add({ name: 'Web' })).channel_group_id;
    const old = await add({ name: 'Old' });
    const grouped = await add({ name: 'Grouped', channel_group_id: group });
    await modifiedAt(old, '2026-01-01T00:00:00Z');
    await modifiedAt(grouped, '2026-01-02T00:00:00Z');
    expect(await namesOf({ order_status_id: old })).toEqual(['Old']);
    expect(await namesOf({ filter_date_modified: '2026-01-01T00:00:00Z' })).toEqual(['Grouped']);
    expect(await namesOf({ filter_date_modified: '2026-01-02T00:00:00Z' })).toEqual([]);
    expect(await namesOf({ filter_date_modified: '' })).toHaveLength(2);
    expect(await namesOf({ filter_channel_group_id: String(group) })).toEqual(['Grouped']);
    expect(await namesOf({ filter_channel_group_id: `0,${group}` })).toHaveLength(2);
  });

  it('are sorted by each key both ways, by the newest unless told', async () => {
    const ids = [await add({ name: 'B' }), await add({ name: 'A' }), await add({ name: 'C' })];
    for (const [i, id] of ids.entries()) await modifiedAt(id, `2026-01-0${[2, 3, 1][i]}T00:00:00Z`);
    expect(await namesOf({})).toEqual(['C', 'A', 'B']);
    expect(await namesOf({ order: 'ASC' })).toEqual(['B', 'A', 'C']);
    expect(await namesOf({ sort: 'name' })).toEqual(['C', 'B', 'A']);
    expect(await namesOf({ sort: 'name', order: 'ASC' })).toEqual(['A', 'B', 'C']);
    expect(await namesOf({ sort: 'date_modified' })).toEqual(['A', 'B', 'C']);
    expect(await namesOf({ sort: 'date_modified', order: 'ASC' })).toEqual(['C', 'B', 'A']);
  });

  it('come in pages that do not overlap', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) await modifiedAt(await add({ name }), '2026-01-01T00:00:00Z');
    const pages = [1, 2, 3, 4].map((page) => list({ page, limit: 2, sort: 'date_modified' }));
    const found = await Promise.all(pages);
    expect(found.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
    expect(found.map(({ order_statuses }) => order_statuses.length)).toEqual([2, 2, 1, 0]);
    const ids = found.flatMap(({ order_statuses }) => order_statuses.map((status) => status.order_status_id));
    expect(new Set(ids).size).toBe(5);
  });

  it('tell of each change, numbered', async () => {
    const id = await add({ name: 'New' });
    ok(await statuses().edit({ order_status_id: id, name: 'Newer' }));
    ok(await statuses().delete({ order_status_id: id }));
    await world.settled();
    const told = await settings().query(
      `SELECT name, sequence::int, payload FROM settings.outbox_archive
       WHERE account_id = $1 AND topic = 'setting.order_status' ORDER BY sequence`,
      [user.account_id],
    );
    expect(told).toEqual(
      [1, 2, 3].map((sequence) => ({
        name: 'setting.order_status.changed',
        sequence,
        payload: { order_status_id: id },
      })),
    );
  });
});

describe('order statuses are refused', () => {
  it('without a name, and with a channel group that does not exist', async () => {
    expect(refused(await statuses().add({ name: '' }))).toEqual(['name must not be blank.']);
    const reply = failure(await statuses().add({ name: 'New', channel_group_id: 99 }));
    expect(reply.error_details).toEqual([
      { code: 'unknown_reference', field: 'channel_group_id', message: 'There is no channel group 99.' },
    ]);
  });

  it('when they are deleted or of another account', async () => {
    const [gone, own] = [await add({ name: 'Gone' }), await add({ name: 'Own' })];
    ok(await statuses().delete({ order_status_id: gone }));
    const other = (await world.account()).api.setting.order_status;
    for (const [of, order_status_id] of [
      [statuses(), gone],
      [other, own],
    ] as const) {
      const expected = [{ code: 'unknown_record', message: `There is no order status ${order_status_id}.` }];
      expect(failure(await of.edit({ order_status_id, name: 'X' })).error_details).toEqual(expected);
      expect(failure(await of.delete(again({ order_status_id }))).error_details).toEqual(expected);
    }
    expect(ok(await other.get({ order_status_id: own })).total).toBe(0);
  });

  it('while something takes them as its default', async () => {
    const id = await add({ name: 'New' });
    const { payment_method, company } = user.api.setting;
    const cash = ok(await payment_method.add({ name: 'Cash', order_status_id: id })).payment_method_id;
    ok(await company.edit({ default_order_status_id: id }));
    expect(failure(await statuses().delete({ order_status_id: id })).error_details).toEqual([
      {
        code: 'in_use',
        field: 'order_status_id',
        message: `Order status ${id} is still the default of the company.`,
      },
      {
        code: 'in_use',
        field: 'order_status_id',
        message: `Order status ${id} is still the default of payment method ${cash} (Cash).`,
      },
    ]);
    ok(await payment_method.delete({ payment_method_id: cash }));
    ok(await company.edit({ default_order_status_id: 0 }));
    ok(await statuses().delete({ order_status_id: id }));
  });
});

it('is never deleted and taken as a default at the same time', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) {
    const order_status_id = await add({ name });
    const replies = await Promise.all([
      statuses().delete({ order_status_id }),
      user.api.setting.payment_method.add({ name, order_status_id }),
    ]);
    expect(replies.filter(({ error }) => error)).toHaveLength(1);
  }
});

describe('who is limited to channel groups', () => {
  it('sees the shared order statuses and changes only those of the own groups', async () => {
    const group = async (name: string) => ok(await user.api.setting.channel_group.add({ name })).channel_group_id;
    const [own, other] = [await group('Own'), await group('Other')];
    const shared = await add({ name: 'Shared' });
    const foreign = await add({ name: 'Foreign', channel_group_id: other });
    const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [own] });
    const limited = clerk.api.setting.order_status;

    const mine = ok(await limited.add({ name: 'Mine', channel_group_id: own })).order_status_id;
    const seen = ok(await limited.get({ order: 'ASC' })).order_statuses;
    expect(seen.map(({ name }) => name)).toEqual(['Shared', 'Mine']);
    ok(await limited.edit({ order_status_id: mine, name: 'Mine!', channel_group_id: own }));

    const notAll = [`channel_group_id must be one of your channel groups (${own}), not 0.`];
    expect(refused(await limited.add({ name: 'New' }))).toEqual(notAll);
    expect(refused(await limited.edit({ order_status_id: mine, channel_group_id: 0 }))).toEqual(notAll);
    expect(refused(await limited.edit({ order_status_id: mine, channel_group_id: other }))).toEqual([
      `There is no channel group ${other}.`,
    ]);
    expect(refused(await limited.edit({ order_status_id: foreign, channel_group_id: own }))).toEqual([
      `There is no order status ${foreign}.`,
    ]);
    expect(failure(await limited.delete({ order_status_id: shared })).error_details).toEqual([
      {
        code: 'forbidden',
        message: `You may not change order status ${shared}: it belongs to all channel groups, and you are limited to some.`,
      },
    ]);
  });
});
