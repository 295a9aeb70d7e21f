import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => void (user = await world.account()));
afterAll(() => world.close());

type Methods = TestUser['api']['setting']['payment_method'];
const methods = (): Methods => user.api.setting.payment_method;
const add = async (input: Parameters<Methods['add']>[0]) => ok(await methods().add(input)).payment_method_id;
const list = async (input: Parameters<Methods['get']>[0] = {}) => ok(await methods().get(input)).payment_methods;
const namesOf = async (input: Parameters<Methods['get']>[0]) => (await list(input)).map(({ name }) => name);

/** Another request with the same meaning: the same bytes within a second would be a repetition of the first. */
const again = <T extends object>(request: T) => ({ ...request, again: true });

const database = () => world.assembly.running.settings.db.source;
const modifiedAt = (id: number, at: string) =>
  database().query('UPDATE settings.payment_method SET date_modified = $2 WHERE payment_method_id = $1', [id, at]);

describe('payment methods', () => {
  it('are listed as they were added', async () => {
    const { channel_group, order_status } = user.api.setting;
    const group = ok(await channel_group.add({ name: 'Web' })).channel_group_id;
    const status = ok(await order_status.add({ name: 'Paid' })).order_status_id;
    const id = await add({
      name: 'Card',
      channel_group_id: group,
      order_status_id: status,
      configuration: { provider: 'Acme', live: true },
      sort_order: 2,
    });
    expect(ok(await methods().get({}))).toEqual({
      total: 1,
      payment_methods: [
        {
          payment_method_id: id,
          channel_group_id: group,
          name: 'Card',
          order_status_id: status,
          credit_note_status_id: 0,
          configuration: { provider: 'Acme', live: true },
          sort_order: 2,
          date_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        },
      ],
    });
  });

  it('need a name only, and keep on edit what is absent', async () => {
    const id = await add({ name: 'Cash' });
    const untouched = { channel_group_id: 0, order_status_id: 0, credit_note_status_id: 0, configuration: {} };
    expect(await list()).toMatchObject([{ ...untouched, name: 'Cash', sort_order: 0 }]);
    expect(ok(await methods().edit({ payment_method_id: id, sort_order: 5 })).payment_method_id).toBe(id);
    expect(await list()).toMatchObject([{ ...untouched, name: 'Cash', sort_order: 5 }]);
    ok(await methods().edit({ payment_method_id: id, name: 'Coins', configuration: { till: 1 } }));
    expect(await list()).toMatchObject([{ name: 'Coins', configuration: { till: 1 }, sort_order: 5 }]);
  });

  it('cannot refer to a credit note status while there are none', async () => {
    expect(refused(await methods().add({ name: 'Card', credit_note_status_id: 3 }))).toEqual([
      'There is no credit note status 3.',
    ]);
  });

  it('show no secret, and keep it when its mask comes back', async () => {
    const configuration = { merchant: 'M1', api_key: 'k-1', webhook: { secret: 's-1', url: 'https://pay.example' } };
    const id = await add({ name: 'Card', configuration });
    const [shown] = await list();
    expect(shown?.configuration).toEqual({
      merchant: 'M1',
      api_key: '********',
      webhook: { secret: '********', url: 'https://pay.example' },
    });
    ok(await methods().edit({ payment_method_id: id, configuration: { ...shown?.configuration, merchant: 'M2' } }));
    const stored = 'SELECT configuration FROM settings.payment_method WHERE payment_method_id = $1';
    expect(await database().query(stored, [id])).toEqual([{ configuration: { ...configuration, merchant: 'M2' } }]);
    ok(await methods().edit({ payment_method_id: id, configuration: { api_key: 'k-2' } }));
    expect(await database().query(stored, [id])).toEqual([{ configuration: { api_key: 'k-2' } }]);
  });

  it('disappear when they are deleted, unless deleted ones are asked for', async () => {
    const gone = await add({ name: 'Gone' });
    expect(ok(await methods().delete({ payment_method_id: gone })).payment_method_id).toBe(gone);
    expect(await list()).toEqual([]);
    expect(await list({ filter_deleted: true })).toMatchObject([{ payment_method_id: gone, deleted: true }]);
  });

  it('are found by id, date and channel group', async () => {
    const group = ok(await user.api.setting.channel_group.add({ name: 'Web' })).channel_group_id;
    const old = await add({ name: 'Old' });
    const grouped = await add({ name: 'Grouped', channel_group_id: group });
    await modifiedAt(old, '2026-01-01T00:00:00Z');
    await modifiedAt(grouped, '2026-01-02T00:00:00Z');
    expect(await namesOf({ payment_method_id: old })).toEqual(['Old']);
    expect(await namesOf({ filter_date_modified: '2026-01-01T00:00:00Z' })).toEqual(['Grouped']);
    expect(await namesOf({ filter_channel_group_id: String(group) })).toEqual(['Grouped']);
    expect(await namesOf({ filter_channel_group_id: `0,${group}` })).toHaveLength(2);
  });

  it('are sorted by each key both ways, and come in pages', async () => {
    const ids = [
      await add({ name: 'B', sort_order: 3 }),
      await add({ name: 'A', sort_order: 1 }),
      await add({ name: 'C', sort_order: 2 }),
    ];
    for (const [i, id] of ids.entries()) await modifiedAt(id, `2026-01-0${[2, 3, 1][i]}T00:00:00Z`);
    const expected = { name: ['A', 'B', 'C'], sort_order: ['A', 'C', 'B'], date_modified: ['C', 'B', 'A'] };
    for (const sort of ['name', 'sort_order', 'date_modified'] as const) {
      expect(await namesOf({ sort, order: 'ASC' })).toEqual(expected[sort]);
      expect(await namesOf({ sort })).toEqual(expected[sort].toReversed());
    }
    expect(await namesOf({})).toEqual(['C', 'A', 'B']);
    expect(await namesOf({ limit: 2 })).toEqual(['C', 'A']);
    expect(await namesOf({ limit: 2, page: 2 })).toEqual(['B']);
  });
});

describe('payment methods are refused', () => {
  it('when what they refer to does not exist, all of it at once', async () => {
    const status = ok(await user.api.setting.order_status.add({ name: 'Gone' })).order_status_id;
    ok(await user.api.setting.order_status.delete({ order_status_id: status }));
    const faults = [
      { code: 'unknown_reference', field: 'channel_group_id', message: 'There is no channel group 99.' },
      { code: 'unknown_reference', field: 'order_status_id', message: `There is no order status ${status}.` },
    ];
    const wrong = { channel_group_id: 99, order_status_id: status };
    expect(failure(await methods().add({ name: 'Card', ...wrong })).error_details).toEqual(faults);
    const id = await add({ name: 'Card' });
    expect(failure(await methods().edit({ payment_method_id: id, ...wrong })).error_details).toEqual(faults);
  });

  it('when the configuration is no object', async () => {
    const wrong = JSON.parse('{"name": "Card", "configuration": [1]}');
    expect(refused(await methods().add(wrong))).toEqual(['configuration must be an object.']);
  });

  it('when they are deleted or of another account', async () => {
    const [gone, own] = [await add({ name: 'Gone' }), await add({ name: 'Own' })];
    ok(await methods().delete({ payment_method_id: gone }));
    const other = (await world.account()).api.setting.payment_method;
    for (const [of, payment_method_id] of [
      [methods(), gone],
      [other, own],
    ] as const) {
      const expected = [`There is no payment method ${payment_method_id}.`];
      expect(refused(await of.edit({ payment_method_id, name: 'X' }))).toEqual(expected);
      expect(refused(await of.delete(again({ payment_method_id })))).toEqual(expected);
    }
    expect(ok(await other.get({ payment_method_id: own })).total).toBe(0);
  });

  it('when they are not of the channel groups that the user is limited to', async () => {
    const group = async (name: string) => ok(await user.api.setting.channel_group.add({ name })).channel_group_id;
    const [own, other] = [await group('Own'), await group('Other')];
    const foreign = await add({ name: 'Foreign', channel_group_id: other });
    const shared = await add({ name: 'Shared' });
    const hidden = ok(await user.api.setting.order_status.add({ name: 'Hidden', channel_group_id: other }));
    const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [own] });
    const limited = clerk.api.setting.payment_method;

    ok(await limited.add({ name: 'Mine', channel_group_id: own }));
    expect(ok(await limited.get({ order: 'ASC' })).payment_methods).toMatchObject([
      { name: 'Shared' },
      { name: 'Mine' },
    ]);
    expect(refused(await limited.add({ name: 'Card', channel_group_id: own, ...hidden }))).toEqual([
      `There is no order status ${hidden.order_status_id}.`,
    ]);
    expect(refused(await limited.delete({ payment_method_id: foreign }))).toEqual([
      `There is no payment method ${foreign}.`,
    ]);
    expect(refused(await limited.edit({ payment_method_id: shared, name: 'X' }))).toEqual([
      `You may not change payment method ${shared}: it belongs to all channel groups, and you are limited to some.`,
    ]);
  });
});
