import { type audit, type CallOf, isFactType, operations, resourceOf, shownBy } from '@stockbook/contracts';
import { events } from '@stockbook/service';
import {
  eventually,
  failure,
  ok,
  openShop,
  orderOf,
  refused,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';
import { AuditPruning } from './audit-pruning.js';

let world: World;
let owner: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (owner = await world.account()));

type Request = CallOf<typeof audit.get>['input'];
const list = async (input: Request = {}, by = owner) => {
  await world.settled();
  return ok(await by.api.setting.audit.get(input)).audits;
};
const database = () => world.assembly.running.settings.db;

describe('the audit log', () => {
  it('records who changed which record, from where and by which request', async () => {
    const { brand } = owner.api.inventory;
    const { brand_id } = ok(await brand.add({ name: 'Hearth' }));
    ok(await brand.edit({ brand_id, name: 'Clay' }));
    ok(await brand.delete({ brand_id }));
    const record = `inventory/brand/${brand_id}`;
    const changes = await list({ filter_record: record });
    const of = (verb: string, change: string, previous: object) => ({
      audit_id: expect.any(Number),
      date_added: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      user_id: owner.user_id,
      user: 'owner',
      operation: `inventory/brand/${verb}`,
      record,
      change,
      previous,
      address: expect.stringMatching(/127\.0\.0\.1$/),
      request_id: expect.stringMatching(/./),
    });
    expect(changes).toEqual([
      of('delete', 'deleted', {}),
      of('edit', 'edited', { name: 'Hearth' }),
      of('add', 'added', {}),
    ]);
    expect(new Set(changes.map(({ request_id }) => request_id)).size).toBe(3);
  });

  it('has the changes of orders, with what they were before', async () => {
    const shop = await openShop(owner);
    const item_id = await stockItem(owner, shop, 5);
    const { order_id } = ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id, quantity: 1 }]))).order;
    ok(await owner.api.sale.order.edit({ order_id, city: 'Paris' }));
    ok(await owner.api.sale.order.addHistory({ order_id, order_status_id: shop.paid_id }));
    expect(await list({ filter_record: `sale/order/${order_id}` })).toMatchObject([
      { operation: 'sale/order/addHistory', change: 'status_changed', previous: { order_status_id: shop.pending_id } },
      { operation: 'sale/order/edit', change: 'edited', previous: { city: '' } },
      { operation: 'sale/order/add', change: 'added', previous: {} },
    ]);
  });

  it('has no settlements, also where somebody subscribes to orders', async () => {
    const shop = await openShop(owner);
    const item_id = await stockItem(owner, shop, 5);
    ok(await owner.api.integration.webhook.add({ url: 'https://shop.example/hook', events: ['sale_order'] }));
    const order = orderOf(shop, [{ item_id, quantity: 1 }], { order_status_id: shop.paid_id });
    const { order_id } = ok(await owner.api.sale.order.add(order)).order;
    await world.settled();
    expect(ok(await owner.api.sale.order.get({ order_id })).orders).toMatchObject([{ products: [{ deducted: true }] }]);
    expect(await list({ filter_record: `sale/order/${order_id}` })).toMatchObject([{ change: 'added' }]);
  });

  it('has the quantities that are set, with the location and what was there before', async () => {
    const shop = await openShop(owner);
    const item_id = await stockItem(owner, shop, 5);
    const location_id = shop.store_id;
    const items = [{ item_id, location_id, quantity: 7 }];
    ok(await owner.api.inventory.item.editStock({ items, idempotency_key: 'set' }));
    ok(await owner.api.inventory.item.editStock({ items, idempotency_key: 'set again' }));
    const [change, ...others] = await list({ filter_operation: 'inventory/item/editStock' });
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      user_id: owner.user_id,
      record: `inventory/stock/${item_id}`,
      change: 'edited',
      previous: { location_id, quantity: 5, on_hand: 5 },
    });
  });

  it('has what operators did, by nobody', async () => {
    await world.provisioning.changeAccount(owner.account_id, { name: 'Rose' });
    const [change] = await list({ filter_record: `setting/account/${owner.account_id}` });
    expect(change).toMatchObject({
      user_id: 0,
      user: '',
      operation: '',
      change: 'edited',
      previous: { name: 'Test shop' },
    });
  });

  it('leaves cost out for who may not see it', async () => {
    const { item } = owner.api.inventory;
    const { item_id } = ok(await item.add({ name: 'Mug', price: 5, cost: 2 }));
    ok(await item.edit({ item_id, price: 6, cost: 3 }));
    const clerk = await world.colleague(owner, { access: ['*'], modify: [] });
    const edits = { filter_record: `inventory/item/${item_id}`, limit: 1 };
    expect(await list(edits)).toMatchObject([{ previous: { price: 5, cost: 2 } }]);
    expect((await list(edits, clerk)).map(({ previous }) => previous)).toEqual([{ price: 5 }]);
  });

  it('leaves out a long former value, and says how long it was', async () => {
    const { item } = owner.api.inventory;
    const { item_id } = ok(await item.add({ name: 'Mug', description: 'x'.repeat(20_000) }));
    ok(await item.edit({ item_id, description: 'Short', plain_description: 'Short' }));
    const [change] = await list({ filter_record: `inventory/item/${item_id}` });
    expect(change?.previous).toMatchObject({ description: { left_out: 20_002 } });
  });

  it('is listed by user, operation, kind of record and dates', async () => {
    const clerk = await world.colleague(owner, { access: [], modify: ['inventory/brand'] });
    const { brand_id } = ok(await clerk.api.inventory.brand.add({ name: 'Hearth' }));
    ok(await owner.api.inventory.brand.edit({ brand_id, name: 'Clay' }));
    const records = async (input: Request) => (await list(input)).map(({ change, record }) => `${change} ${record}`);
    const [added, edited] = [`added inventory/brand/${brand_id}`, `edited inventory/brand/${brand_id}`];
    expect(await records({ filter_user_id: clerk.user_id })).toEqual([added]);
    expect(await records({ filter_operation: 'inventory/brand/edit' })).toEqual([edited]);
    expect(await records({ filter_record: 'inventory/brand' })).toEqual([edited, added]);
    expect(await records({ filter_record: 'inventory/brand', order: 'ASC', limit: 1 })).toEqual([added]);
    const old = `UPDATE settings.audit SET date_added = '2026-01-01T00:00:00Z'
      WHERE account_id = $1 AND change = 'edited'`;
    await database().source.query(old, [owner.account_id]);
    expect(await records({ filter_record: 'inventory/brand', filter_date_end: '2026-01-01' })).toEqual([edited]);
    expect(await records({ filter_record: 'inventory/brand', filter_date_start: '2026-01-02' })).toEqual([added]);
    expect(refused(await owner.api.setting.audit.get({ filter_record: 'brand 7' }))).toEqual([
      'filter_record must name a record like sale/order/42, or a kind like sale/order, not "brand 7".',
    ]);
  });

  it('is not read by users limited to channel groups, nor by another account', async () => {
    const { channel_group_id } = ok(await owner.api.setting.channel_group.add({ name: 'Web' }));
    const permission = { access: ['*'], modify: [], channel_groups: [channel_group_id] };
    const clerk = await world.colleague(owner, permission);
    expect(failure(await clerk.api.setting.audit.get({})).error_details).toEqual([
      { code: 'forbidden', message: 'setting/audit/get concerns all channel groups, and you are limited to some.' },
    ]);
    const other = await world.account();
    expect(await list({ filter_record: 'setting/channel_group' }, other)).toEqual([]);
  });

  it('shows a user the changes of the records whose resources they may access', async () => {
    const { brand, location } = owner.api.inventory;
    ok(await brand.add({ name: 'Hearth' }));
    ok(await location.add({ name: 'Store' }));
    const { customer_id } = ok(await owner.api.sale.customer.add({ firstname: 'Ada' }));
    ok(await owner.api.sale.customer.addReward({ customer_id, reward: 5 }));
    const kindsSeen = async (access: string[]) => {
      const clerk = await world.colleague(owner, { access: ['setting/audit', ...access], modify: [] });
      const audits = await list({}, clerk);
      expect(ok(await clerk.api.setting.audit.get({ limit: 1 })).total).toBe(audits.length);
      return new Set(audits.map(({ record }) => record.replace(/\/\d+$/, '')));
    };
    expect(await kindsSeen([])).toEqual(new Set());
    expect(await kindsSeen(['inventory/brand'])).toEqual(new Set(['inventory/brand']));
    expect(await kindsSeen(['sale/*'])).toEqual(new Set(['sale/customer', 'sale/reward']));
    expect(await kindsSeen(['setting/user'])).toEqual(new Set(['setting/user', 'setting/user_secret']));
    const filtered = { filter_record: 'inventory/location' };
    const clerk = await world.colleague(owner, { access: ['setting/audit', 'inventory/brand'], modify: [] });
    expect(await list(filtered, clerk)).toEqual([]);
    expect(await list(filtered)).toHaveLength(1);
  });

  it('knows for every change the resource that shows such records', () => {
    const resources = new Set([...operations.values()].map(resourceOf));
    const changed = events.filter(isFactType).map(({ topic }) => topic.replaceAll('.', '/'));
    expect(changed.filter((resource) => !resources.has(shownBy[resource] ?? resource))).toEqual([]);
    expect(Object.keys(shownBy).filter((resource) => !changed.includes(resource))).toEqual([]);
  });

  it.each(["UPDATE settings.audit SET username = ''", 'DELETE FROM settings.audit'])(
    'is append-only for the role of the service: %s',
    async (sql) => {
      const change = database().transactFor([owner.account_id], (tx) => tx.manager.query(sql));
      await expect(change).rejects.toThrow('permission denied for table audit');
    },
  );

  it('is kept for the days that the account says', async () => {
    await list();
    const { account_id } = owner;
    const age = (days: number) =>
      database().source.query(
        `UPDATE settings.audit SET date_added = now() - make_interval(days => $2) WHERE account_id = $1`,
        [account_id, days],
      );
    const pruned = async () => {
      await new AuditPruning().run(database());
      return (await list()).length === 0;
    };
    await age(179);
    expect(await pruned()).toBe(false);
    ok(await owner.api.setting.company.edit({ audit_days: 30 }));
    await list();
    await age(31);
    await eventually(pruned);
  });
});
