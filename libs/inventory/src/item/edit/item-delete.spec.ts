import { failure, ok, openShop, orderOf, refused, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

type Items = TestUser['api']['inventory']['item'];
const items = (of = user): Items => of.api.inventory.item;
const add = async (input: Parameters<Items['add']>[0]) => ok(await items().add(input)).item_id;
const namesOf = async (input: Parameters<Items['get']>[0] = {}) =>
  ok(await items().get({ sort: 'name', order: 'ASC', ...input })).items.map(({ name }) => name);

describe('a deleted item', () => {
  it('is listed with filter_deleted alone', async () => {
    const item_id = await add({ name: 'Mug' });
    await add({ name: 'Cup' });
    expect(ok(await items().delete({ item_id }))).toEqual({ success: true, item_id });
    expect(await namesOf()).toEqual(['Cup']);
    expect(ok(await items().get({ filter_deleted: true, sort: 'name', order: 'ASC' }))).toMatchObject({
      total: 2,
      items: [
        { name: 'Cup', deleted: false },
        { name: 'Mug', deleted: true },
      ],
    });
  });

  it('keeps its stock and its flow', async () => {
    const { location_id } = ok(await user.api.inventory.location.add({ name: 'Shop' }));
    const item_id = await add({ name: 'Mug', locations: [{ location_id, quantity: 3 }] });
    ok(await items().delete({ item_id }));
    expect(ok(await items().get({ item_id, filter_deleted: true })).items).toMatchObject([{ quantity: 3 }]);
    expect(ok(await user.api.inventory.flow.get({ filter_item_id: item_id })).flows).toMatchObject([{ balance: 3 }]);
  });

  it.each(['model', 'sku', 'barcode'] as const)('may have been named by its %s', async (field) => {
    const item_id = await add({ name: 'Mug', [field]: 'X-1' });
    expect(ok(await items().delete({ [field]: 'X-1' }))).toEqual({ success: true, item_id });
    expect(await namesOf()).toEqual([]);
  });
});

describe('a deletion', () => {
  it('names one item by exactly one field', async () => {
    const item_id = await add({ name: 'Mug', sku: 'S-1' });
    const message = 'The request must name its item by exactly one of item_id, model, sku and barcode.';
    expect(refused(await items().delete({}))).toEqual([message]);
    expect(refused(await items().delete({ item_id, sku: 'S-1' }))).toEqual([message]);
  });

  it('is refused for an item that does not exist or is none of the account', async () => {
    const item_id = await add({ name: 'Mug' });
    const stranger = await world.account();
    const gone = { code: 'unknown_record', message: `There is no item ${item_id}.` };
    expect(failure(await items(stranger).delete({ item_id })).error_details).toEqual([gone]);
    expect(refused(await items().delete({ model: 'M-1' }))).toEqual(['There is no item with model M-1.']);
    ok(await items().delete({ item_id }));
    expect(failure(await items().delete({ batch_id: [item_id] })).error_details).toEqual([gone]);
  });

  it('of a batch takes priority over the other fields and answers all ids', async () => {
    const kept = await add({ name: 'Kept' });
    const batch_id = [await add({ name: 'Mug' }), await add({ name: 'Cup' })];
    expect(ok(await items().delete({ batch_id: [...batch_id, batch_id[0]!], item_id: kept }))).toEqual({
      success: true,
      item_ids: batch_id,
    });
    expect(await namesOf()).toEqual(['Kept']);
  });

  it('of a batch is done for all items or for none', async () => {
    const item_id = await add({ name: 'Mug' });
    expect(refused(await items().delete({ batch_id: [999_998, item_id, 999_999] }))).toEqual([
      'There is no item 999998.',
      'There is no item 999999.',
    ]);
    expect(await namesOf()).toEqual(['Mug']);
  });

  it('has at most 500 items', async () => {
    await world.assembly.running.inventory.db.source.query(
      `INSERT INTO inventory.item (account_id, name) SELECT $1, 'Item ' || n FROM generate_series(1, 501) n`,
      [user.account_id],
    );
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (page) => ok(await items().get({ page, limit: 100 }))),
    );
    const ids = pages.flatMap((page) => page.items.map(({ item_id }) => item_id));
    expect(refused(await items().delete({ batch_id: ids }))).toEqual(['batch_id must be a list of 0 to 500 ids.']);
    expect(ok(await items().delete({ batch_id: ids.slice(1) })).item_ids).toEqual(ids.slice(1));
    expect(ok(await items().get({ limit: 1 })).total).toBe(1);
    expect(ok(await items().get({ limit: 1, filter_deleted: true })).total).toBe(501);
  });

  it('is done once when two come at once', async () => {
    const batch_id = [await add({ name: 'Mug' }), await add({ name: 'Cup' })];
    const replies = await Promise.all([
      items().delete({ batch_id }),
      items().delete({ batch_id: [...batch_id].reverse() }),
    ]);
    expect(replies.filter(({ error }) => !error)).toHaveLength(1);
    expect(replies.flatMap(({ error }) => error ?? []).sort()).toEqual(
      batch_id.map((item_id) => `There is no item ${item_id}.`).sort(),
    );
  });
});

describe('an item in use', () => {
  it('is not deleted while orders wait for it', async () => {
    const shop = await openShop(user);
    const item_id = await stockItem(user, shop, 1);
    const lines = [{ item_id, quantity: 2 }];
    const { sale } = user.api;
    const { order_id } = ok(await sale.order.add(orderOf(shop, lines, { order_status_id: shop.paid_id }))).order;
    await world.settled();
    const message = `Item ${item_id} still has backordered lines of order ${order_id}.`;
    expect(failure(await items().delete({ batch_id: [item_id] })).error_details).toEqual([
      { code: 'in_use', field: 'batch_id', message },
    ]);
    ok(await sale.order.delete({ order_id }));
    await world.settled();
    ok(await items().delete({ item_id }));
  });

  it('is not deleted before the items that it is the parent of, but with them', async () => {
    const item_id = await add({ name: 'Cups' });
    const [mug, cup] = [await add({ name: 'Mug', parent_id: item_id }), await add({ name: 'Cup', parent_id: item_id })];
    expect(refused(await items().delete({ item_id }))).toEqual([
      `Item ${item_id} is still the parent of item ${mug} (Mug).`,
      `Item ${item_id} is still the parent of item ${cup} (Cup).`,
    ]);
    ok(await items().delete({ batch_id: [item_id, mug, cup] }));
  });
});
