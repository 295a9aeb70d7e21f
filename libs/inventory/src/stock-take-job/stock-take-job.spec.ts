import { stockTakeJobChanged } from '@stockbook/contracts';
import {
  factsOf,
  failure,
  ok,
  openShop,
  orderOf,
  refused,
  type Shop,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
});
afterEach(async () => {
  await world.settled();
  expect(ok(await user.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

const jobs = (of = user) => of.api.inventory.stock_take_job;
const stocked = (quantity: number, fields: object = {}) =>
  stockItem(user, shop, quantity, { name: 'Mug', cost: 2, ...fields });

async function plan(...item_ids: number[]): Promise<number> {
  const items = item_ids.map((item_id) => ({ item_id }));
  return ok(await jobs().add({ location_id: shop.store_id, items })).item_stock_take_job_id;
}
const count = async (id: number, item_id: number, quantity: number, by = user) =>
  ok(await jobs(by).count({ item_stock_take_job_id: id, items: [{ item_id, quantity }] }));
const complete = async (item_stock_take_job_id: number) =>
  ok(await jobs().complete({ item_stock_take_job_id })).changed;
async function shown(item_stock_take_job_id: number, show_counts?: boolean) {
  return ok(await jobs().get({ item_stock_take_job_id, show_counts })).stock_take_jobs[0]!;
}
async function itemOf(item_id: number) {
  const [item] = ok(await user.api.inventory.item.get({ item_id })).items;
  const { quantity, pool_cost, total_added, total_deducted } = item!;
  return { quantity, pool_cost, total_added, total_deducted };
}
async function sell(item_id: number, quantity: number): Promise<void> {
  ok(await user.api.sale.order.add(orderOf(shop, [{ item_id, quantity }], { order_status_id: shop.paid_id })));
  await world.settled();
}

describe('a stock take', () => {
  it('has at most 10,000 lines, whether they are named or follow from a brand', async () => {
    const { brand_id } = ok(await user.api.inventory.brand.add({ name: 'Many' }));
    await world.assembly.running.inventory.db.source.query(
      `INSERT INTO inventory.item (account_id, name, brand_id) SELECT $1, 'Item ' || n, $2
       FROM generate_series(1, 10001) n`,
      [user.account_id, brand_id],
    );
    const location_id = shop.store_id;
    expect(refused(await jobs().add({ location_id, brand_id }))).toEqual([
      'brand_id names more than 10000 items: take stock of a part of them at a time.',
    ]);
    const items = Array.from({ length: 10_001 }, (_, n) => ({ item_id: n + 1 }));
    expect(refused(await jobs().add({ location_id, items }))).toEqual([expect.stringMatching(/^items .*10000/)]);
  });

  it('books the differences of its counts, gains and losses at the average', async () => {
    const [mug, bowl, lamp, vase] = [await stocked(10), await stocked(10), await stocked(10), await stocked(10)];
    const id = await plan(vase, mug, bowl, lamp);
    const items = [mug, bowl, lamp].map((item_id, n) => ({ item_id, quantity: 8 + 2 * n }));
    expect(ok(await jobs().count({ item_stock_take_job_id: id, items }))).toMatchObject({ counted: 3 });
    expect(await shown(id)).toMatchObject({
      stock_take_job_id: id,
      item_stock_take_job_id: id,
      location_id: shop.store_id,
      job_status_id: 2,
      total: 4,
      counted: 3,
      changed: 0,
      items: [
        { item_id: vase, name: 'Mug', quantity: 0 },
        { item_id: mug, quantity: 8, quantity_expected: 10, difference: -2 },
        { item_id: bowl, quantity: 10, quantity_expected: 10, difference: 0 },
        { item_id: lamp, quantity: 12, quantity_expected: 10, difference: 2 },
      ],
    });
    expect(await itemOf(mug)).toMatchObject({ quantity: 10 });
    expect(await complete(id)).toBe(2);
    expect(await shown(id)).toMatchObject({ job_status_id: 3, changed: 2 });
    expect(await itemOf(mug)).toEqual({ quantity: 8, pool_cost: 16, total_added: 10, total_deducted: 2 });
    expect(await itemOf(lamp)).toEqual({ quantity: 12, pool_cost: 24, total_added: 12, total_deducted: 0 });
    expect(await itemOf(bowl)).toMatchObject({ quantity: 10 });
    expect(await itemOf(vase)).toMatchObject({ quantity: 10 });
    const [flow] = ok(await user.api.inventory.flow.get({ filter_item_id: mug, limit: 1 })).flows;
    expect(flow).toMatchObject({ document: 'stock_take_job', document_id: id, quantity: -2, balance: 8 });
  });

  it('leaves what is sold during the count sold', async () => {
    const item_id = await stocked(10);
    const id = await plan(item_id);
    await sell(item_id, 1);
    await count(id, item_id, 8);
    await sell(item_id, 3);
    expect(await shown(id)).toMatchObject({ items: [{ quantity: 8, quantity_expected: 9, difference: -1 }] });
    expect(await complete(id)).toBe(1);
    expect(await itemOf(item_id)).toMatchObject({ quantity: 5 });
  });

  it('keeps every count of a line; the later one wins', async () => {
    const item_id = await stocked(10);
    const id = await plan(item_id);
    const colleague = await world.colleague(user, { access: ['*'], modify: ['*'] });
    await count(id, item_id, 7);
    await sell(item_id, 2);
    await count(id, item_id, 6, colleague);
    const items = [5, 9].map((quantity) => ({ item_id, quantity }));
    expect(ok(await jobs().count({ item_stock_take_job_id: id, items }))).toMatchObject({ counted: 2 });
    const [line] = (await shown(id, true)).items;
    expect(line).toMatchObject({ quantity: 9, quantity_expected: 8, difference: 1 });
    expect(line?.counts?.map((each) => [each.quantity, each.quantity_expected])).toEqual([
      [7, 10],
      [6, 8],
      [5, 8],
      [9, 8],
    ]);
    expect(new Set(line?.counts?.map(({ user_id }) => user_id)).size).toBe(2);
    expect((await shown(id)).items[0]).not.toHaveProperty('counts');
    await complete(id);
    expect(await itemOf(item_id)).toMatchObject({ quantity: 9 });
  });

  it('does nothing twice', async () => {
    const item_id = await stocked(10);
    const id = await plan(item_id);
    await count(id, item_id, 4);
    expect([await complete(id), await complete(id)]).toEqual([1, 1]);
    expect(await itemOf(item_id)).toMatchObject({ quantity: 4, total_deducted: 6 });
    const cancelled = { item_stock_take_job_id: await plan(item_id) };
    await count(cancelled.item_stock_take_job_id, item_id, 0);
    ok(await jobs().cancel(cancelled));
    ok(await jobs().cancel(cancelled));
    expect(await itemOf(item_id)).toMatchObject({ quantity: 4 });
  });

  it('finds pieces of an item that had none, at its own cost', async () => {
    const { item_id } = ok(await user.api.inventory.item.add({ name: 'Found', cost: 3 }));
    const id = await plan(item_id);
    await count(id, item_id, 5);
    await complete(id);
    expect(await itemOf(item_id)).toMatchObject({ quantity: 5, pool_cost: 15 });
  });

  it('refuses a loss of pieces that are sold or reserved by now, until they are counted again', async () => {
    const item_id = await stocked(5);
    const id = await plan(item_id);
    await count(id, item_id, 2);
    await sell(item_id, 4);
    expect(refused(await jobs().complete({ item_stock_take_job_id: id }))).toEqual([
      `Item ${item_id} (Mug) is short by 2 at Store: 3 wanted, 1 available.`,
    ]);
    await count(id, item_id, 0);
    await complete(id);
    expect(await itemOf(item_id)).toMatchObject({ quantity: 0 });
  });

  it('counts the items of a category and those below, of a brand, or all, but no bundles', async () => {
    const { brand, category, item } = user.api.inventory;
    const { category_id } = ok(await category.add({ name: 'Kitchen' }));
    const { category_id: below } = ok(await category.add({ name: 'Tea', parent_id: category_id }));
    const { brand_id } = ok(await brand.add({ name: 'Hearth' }));
    const one = await stocked(1, { categories: [below] });
    const two = await stocked(1, { categories: [category_id], brand_id });
    const three = await stocked(1);
    ok(await item.delete({ item_id: await stocked(1, { brand_id }) }));
    const of = async (which: object) => {
      const added = ok(await jobs().add({ location_id: shop.store_id, ...which }));
      const { items, total } = await shown(added.item_stock_take_job_id);
      expect([added.total, items.length]).toEqual([total, total]);
      return items.map(({ item_id }) => item_id);
    };
    expect(await of({ category_id })).toEqual([one, two]);
    expect(await of({ category_id: below })).toEqual([one]);
    expect(await of({ brand_id })).toEqual([two]);
    expect(await of({ all: 1 })).toEqual([one, two, three]);
    const { brand_id: empty } = ok(await brand.add({ name: 'Empty' }));
    const { location_id } = { location_id: shop.store_id };
    expect(refused(await jobs().add({ location_id, brand_id: empty }))).toEqual([
      'brand_id names no items that could be counted.',
    ]);
    const exactlyOne = ['Exactly one of items, category_id, brand_id and all says which items are to be counted.'];
    expect(refused(await jobs().add({ location_id }))).toEqual(exactlyOne);
    expect(refused(await jobs().add({ location_id, brand_id, all: true }))).toEqual(exactlyOne);
    expect(refused(await jobs().add({ location_id, items: [{ item_id: one }, { item_id: one }] }))).toEqual([
      `items[1] names item ${one} a second time.`,
    ]);
  });

  it('keeps the counts of lines that an edit leaves', async () => {
    const [mug, bowl, lamp] = [await stocked(5), await stocked(5), await stocked(5)];
    const id = await plan(mug, bowl);
    await count(id, bowl, 3);
    await count(id, mug, 3);
    const items = [{ item_id: lamp }, { item_id: bowl }];
    ok(await jobs().edit({ item_stock_take_job_id: id, comment: 'Shelf', items }));
    const job = await shown(id);
    expect(job).toMatchObject({
      comment: 'Shelf',
      total: 2,
      counted: 1,
      items: [
        { item_id: lamp, quantity: 0 },
        { item_id: bowl, quantity: 3, difference: -2 },
      ],
    });
    ok(await jobs().edit({ item_stock_take_job_id: id, items }));
    expect((await shown(id)).date_modified).toBe(job.date_modified);
    expect(refused(await jobs().count({ item_stock_take_job_id: id, items: [{ item_id: mug, quantity: 1 }] }))).toEqual(
      [`There is no line of stock take job ${id} for item ${mug}.`],
    );
    expect(await complete(id)).toBe(1);
    expect(await itemOf(mug)).toMatchObject({ quantity: 5 });
  });

  it('takes in each state what its rules allow', async () => {
    const item_id = await stocked(5);
    const draft = { item_stock_take_job_id: await plan(item_id) };
    const over = { item_stock_take_job_id: await plan(item_id) };
    await count(over.item_stock_take_job_id, item_id, 5);
    expect(await complete(over.item_stock_take_job_id)).toBe(0);
    const locked = async (reply: Promise<object>, message: string) =>
      expect(failure(await reply).error_details).toEqual([
        { code: 'locked', field: 'item_stock_take_job_id', message: `Stock take job ${message}` },
      ]);
    const [one, two] = [draft, over].map((job) => job.item_stock_take_job_id);
    await locked(jobs().complete(draft), `${one} is a draft: only one that is counting can be completed.`);
    const rule = (done: string) => `${two} is completed: only a draft or one that is counting can be ${done}.`;
    await locked(jobs().edit({ ...over, comment: 'x' }), rule('edited'));
    await locked(jobs().cancel(over), rule('cancelled'));
    await locked(jobs().count({ ...over, items: [{ item_id, quantity: 1 }] }), rule('counted'));
  });

  it('is listed by state and date, and seen by a user of some channel groups if they see all its items', async () => {
    const { channel_group_id } = ok(await user.api.setting.channel_group.add({ name: 'Own' }));
    const other = ok(await user.api.setting.channel_group.add({ name: 'Other' })).channel_group_id;
    const own = await stocked(5, { channel_group_id });
    const hidden = await stocked(5, { channel_group_id: other });
    const [open, closed] = [await plan(own), await plan(own, hidden)];
    await count(open, own, 5);
    expect(ok(await jobs().get({ filter_job_status_id: 2 })).stock_take_jobs).toMatchObject([
      { stock_take_job_id: open },
    ]);
    expect(ok(await jobs().get({ filter_date_modified: '2100-01-01' })).total).toBe(0);
    const sorted = ok(await jobs().get({ sort: 'date_added', order: 'ASC' })).stock_take_jobs;
    expect(sorted.map(({ stock_take_job_id }) => stock_take_job_id)).toEqual([open, closed]);
    const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] });
    expect(ok(await jobs(clerk).get({})).stock_take_jobs).toMatchObject([{ stock_take_job_id: open }]);
    expect(refused(await jobs(clerk).complete({ item_stock_take_job_id: closed }))).toEqual([
      `There is no stock take job ${closed}.`,
    ]);
    expect(ok(await jobs(clerk).add({ location_id: shop.store_id, all: true })).total).toBe(1);
  });

  it('publishes its changes without its lines', async () => {
    const item_id = await stocked(5);
    const id = await plan(item_id);
    await count(id, item_id, 4);
    await complete(id);
    const facts = await factsOf(world, user.account_id, stockTakeJobChanged, id);
    expect(facts.map(({ payload }) => payload.change)).toEqual(['added', 'counted', 'completed']);
    expect(facts.at(-1)?.payload).toMatchObject({
      record: { job_status_id: 3, total: 1, counted: 1, changed: 1 },
      previous: { job_status_id: 2, changed: 0 },
    });
    expect(facts.at(-1)?.payload.record).not.toHaveProperty('items');
  });
});
