import { failure, ok, openShop, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
});

const api = () => user.api.extension.total.promotion;
type Configuration = Record<string, unknown>;
type Add = Parameters<ReturnType<typeof api>['add']>[0];

const added = async (type: Add['type'], configuration: Configuration, others: Partial<Add> = {}) =>
  ok(await api().add({ name: 'x', type, configuration, ...others })).promotion_id;
const stored = async (promotion_id: number) => ok(await api().get({ promotion_id })).promotions[0];

describe('a promotion', () => {
  const faultsOf = async (type: Add['type'], configuration: Configuration, others: Partial<Add> = {}) =>
    failure(await api().add({ name: 'x', type, configuration, ...others })).error_details?.map(({ field }) => field);

  it('refuses what its type does not know, all at once', async () => {
    expect(await faultsOf('percent', { percent: 5, cupons: ['A'], constructor: 1, amount: 1 })).toEqual([
      'configuration.cupons',
      'configuration.constructor',
      'configuration.amount',
    ]);
    expect(await faultsOf('percent', { percent: 5, hours: ['17:00', '17:00'] })).toEqual(['configuration.hours']);
    expect(await faultsOf('buy_get', { buy_quantity: 0, get_quantity: 1.5 })).toHaveLength(2);
    expect(await faultsOf('percent', { percent: 101, weekdays: [8], hours: ['9:00'], coupons: ['a b', 'ä'] })).toEqual([
      'configuration.coupons[1]',
      'configuration.weekdays',
      'configuration.hours',
      'configuration.percent',
    ]);
    expect(await faultsOf('fixed', { amount: -1, cupons: ['A'], hours: ['9:00'], coupons: 'A' })).toEqual([
      'configuration.amount',
      'configuration.coupons',
      'configuration.cupons',
      'configuration.hours',
    ]);
  });

  it('refuses a level that its type does not have', async () => {
    expect(await faultsOf('fixed', { amount: 5, per: 'order' }, { total_promotion: false })).toEqual([
      'configuration.per',
    ]);
    expect(await faultsOf('fixed', { amount: 5, per: 'unit' }, { total_promotion: true })).toEqual([
      'configuration.per',
    ]);
    expect(await faultsOf('price', { price: 5 }, { total_promotion: true })).toEqual(['total_promotion']);
    expect(await faultsOf('shipping', {}, { total_promotion: false })).toEqual(['total_promotion']);
  });

  it('knows its level by its type', async () => {
    const ids = [
      ok(await api().add({ name: 'a', type: 'shipping', status: false })).promotion_id,
      ok(await api().add({ name: 'b', type: 'fixed', status: false })).promotion_id,
      ok(await api().add({ name: 'c', type: 'fixed', status: false, configuration: { per: 'line' } })).promotion_id,
      ok(await api().add({ name: 'd', type: 'percent', status: false, total_promotion: true })).promotion_id,
    ];
    ok(await api().edit({ promotion_id: ids[3] ?? 0, configuration: { percent: 7 } }));
    const levels = ids.map(
      async (promotion_id) => ok(await api().get({ promotion_id })).promotions[0]?.total_promotion,
    );
    expect(await Promise.all(levels)).toEqual([true, true, false, true]);
  });

  it('keeps its level as long as its type and configuration allow it', async () => {
    const promotion_id = await added('fixed', { amount: 5 }, { total_promotion: false, status: false });
    const levelAfter = async (changes: Partial<Add>) => {
      ok(await api().edit({ promotion_id, ...changes }));
      return (await stored(promotion_id))?.total_promotion;
    };
    expect(await levelAfter({ configuration: { amount: 6 } })).toBe(false);
    expect(await levelAfter({ type: 'fixed', configuration: { amount: 6, per: 'unit' } })).toBe(false);
    expect(await levelAfter({ configuration: { amount: 6, per: 'order' } })).toBe(true);
    expect(await levelAfter({ configuration: { amount: 7 } })).toBe(true);
    expect(await levelAfter({ type: 'percent', configuration: { percent: 7 } })).toBe(false);
  });

  it('refers to categories, channels and customer groups that exist', async () => {
    const configuration = { get_categories: [98], channel_ids: [shop.channel_id, 97], customer_group_ids: [96] };
    expect(await faultsOf('buy_get', configuration, { categories: [99] })).toEqual([
      'categories[0]',
      'configuration.get_categories[0]',
      'configuration.channel_ids[1]',
      'configuration.customer_group_ids[0]',
    ]);
  });

  it('names a channel on after its deletion, and takes it in no other promotion', async () => {
    const channel_id = ok(await user.api.integration.channel.add({ type: 'pos', name: 'Fair' })).channel_id;
    const channel_ids = [shop.channel_id, channel_id];
    const promotion_id = await added('percent', { percent: 50, channel_ids }, { status: false });
    ok(await user.api.integration.channel.delete({ channel_id }));
    const refusal = [`There is no channel ${channel_id}.`];
    ok(await api().edit({ promotion_id, title: 'Fair' }));
    ok(await api().edit({ promotion_id, configuration: { percent: 60, channel_ids: [channel_id] } }));
    expect(await stored(promotion_id)).toMatchObject({ title: 'Fair', configuration: { channel_ids: [channel_id] } });
    ok(await api().edit({ promotion_id, configuration: { percent: 60, channel_ids: [shop.channel_id] } }));
    expect((await api().edit({ promotion_id, configuration: { channel_ids } })).error).toEqual(refusal);
    expect((await api().add({ name: 'x', type: 'percent', configuration: { channel_ids } })).error).toEqual(refusal);
  });

  it('applies to its other customer groups after the deletion of one, and to nobody after that of all', async () => {
    const { customer, customer_group } = user.api.sale;
    const groupOf = async (name: string) => ok(await customer_group.add({ name })).customer_group_id;
    const [friends, staff] = [await groupOf('Friends'), await groupOf('Staff')];
    const friend = ok(await customer.add({ firstname: 'Ada', customer_group_id: friends })).customer_id;
    const stranger = ok(await customer.add({ firstname: 'Bob' })).customer_id;
    const promotion_id = await added('percent', { percent: 50, customer_group_ids: [staff, friends] });
    const totals = async () => {
      const products = [{ quantity: 1, price: 10 }];
      const cart = (customer_id: number) => api().calculate({ customer_id, products });
      return [ok(await cart(friend)).total, ok(await cart(stranger)).total];
    };
    ok(await customer_group.delete({ customer_group_id: staff }));
    expect(await totals()).toEqual([5, 10]);
    ok(await api().edit({ promotion_id, title: 'Half off' }));
    ok(await customer.edit({ customer_id: friend, customer_group_id: await groupOf('Others') }));
    ok(await customer_group.delete({ customer_group_id: friends }));
    ok(await api().edit({ promotion_id, sort_order: 1 }));
    expect(await totals()).toEqual([10, 10]);
    const configuration = { customer_group_ids: [staff, friends] };
    ok(await api().edit({ promotion_id, configuration: { percent: 50, ...configuration } }));
    expect(await faultsOf('percent', { percent: 50, ...configuration })).toEqual([
      'configuration.customer_group_ids[0]',
      'configuration.customer_group_ids[1]',
    ]);
    expect(await stored(promotion_id)).toMatchObject({ title: 'Half off', configuration });
    ok(await api().delete({ promotion_id }));
  });

  it('is sorted by its type and by the number of its uses', async () => {
    const owner = await world.account();
    const { promotion } = owner.api.extension.total;
    const { source } = world.assembly.running.integration.db;
    const ids: number[] = [];
    for (const [type, total_used] of [
      ['percent', 2],
      ['fixed', 3],
      ['shipping', 1],
    ] as const) {
      const { promotion_id } = ok(await promotion.add({ name: 'x', type }));
      await source.query('UPDATE integration.promotion SET total_used = $2 WHERE promotion_id = $1', [
        promotion_id,
        total_used,
      ]);
      ids.push(promotion_id);
    }
    const [percent, fixed, shipping] = ids;
    const idsBy = async (sort: 'type' | 'total_used', order: 'ASC' | 'DESC') =>
      ok(await promotion.get({ sort, order })).promotions.map(({ promotion_id }) => promotion_id);
    expect(await idsBy('type', 'ASC')).toEqual([fixed, percent, shipping]);
    expect(await idsBy('type', 'DESC')).toEqual([shipping, percent, fixed]);
    expect(await idsBy('total_used', 'ASC')).toEqual([shipping, percent, fixed]);
    expect(await idsBy('total_used', 'DESC')).toEqual([fixed, percent, shipping]);
  });

  it('refuses an end before its beginning', async () => {
    expect(await faultsOf('percent', {}, { date_start: '2026-02-02', date_end: '2026-02-01' })).toEqual(['date_end']);
  });
});

describe('a promotion category', () => {
  it('has items by their names, and is not deleted while a promotion uses it', async () => {
    const item_id = await stockItem(user, shop, 1, { name: 'Red mug' });
    const unknown = await api().addCategory({ name: 'Mugs', items: [{ item_id }, { item_id: 999 }] });
    expect(unknown.error).toEqual(['There is no item 999.']);
    const { promotion_category_id } = ok(await api().addCategory({ name: 'Mugs', items: [{ item_id }, { item_id }] }));
    const { categories } = ok(await api().getCategory({ promotion_category_id }));
    expect(categories).toMatchObject([{ name: 'Mugs', items: [{ item_id, name: 'Red mug' }] }]);
    const promotion_id = await added('percent', { percent: 10 }, { categories: [promotion_category_id] });
    const refused = await api().deleteCategory({ promotion_category_id });
    expect(failure(refused).error_details).toMatchObject([{ code: 'in_use', field: 'promotion_category_id' }]);
    ok(await api().delete({ promotion_id }));
    ok(await api().deleteCategory({ promotion_category_id }));
    expect(ok(await api().getCategory({ filter_name: 'mug' })).total).toBe(0);
  });
});
