import { itemChanged, categoryChanged } from '@stockbook/contracts';
import { factsOf, failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

const add = async (name: string, parent_id = 0, channel_group_id = 0) =>
  ok(await user.api.inventory.category.add({ name, parent_id, channel_group_id })).category_id;
const addItem = async (name: string, ...categories: number[]) =>
  ok(await user.api.inventory.item.add({ name, categories })).item_id;
const list = async () =>
  ok(await user.api.inventory.category.get({ sort: 'name', order: 'ASC', limit: 100 })).categories;
const itemsBy = async (filter_category: string, filter_category_descendants?: boolean) => {
  const input = { filter_category, filter_category_descendants, sort: 'name', order: 'ASC' } as const;
  const { items, total } = ok(await user.api.inventory.item.get(input));
  expect(total).toBe(items.length);
  return items.map(({ name }) => name);
};
const categoriesOf = async (item_id: number) => ok(await user.api.inventory.item.get({ item_id })).items[0]?.categories;

describe('the tree of categories', () => {
  it('lists the children of a category, and those without a parent', async () => {
    const cups = await add('Cups');
    const mugs = await add('Mugs', cups);
    const { category } = user.api.inventory;
    expect(ok(await category.get({ filter_parent_id: 0 })).categories).toMatchObject([{ category_id: cups }]);
    expect(ok(await category.get({ filter_parent_id: cups })).categories).toMatchObject([
      { category_id: mugs, parent_id: cups },
    ]);
  });

  it('moves a category, but not below itself or its descendants', async () => {
    const [cups, lamps] = [await add('Cups'), await add('Lamps')];
    const mugs = await add('Mugs', cups);
    const { category } = user.api.inventory;
    for (const parent_id of [cups, mugs]) {
      const message = `parent_id must be neither category ${cups} itself nor one of its descendants.`;
      expect(refused(await category.edit({ category_id: cups, parent_id }))).toEqual([message]);
    }
    ok(await category.edit({ category_id: mugs, parent_id: lamps }));
    ok(await category.edit({ category_id: cups, parent_id: mugs }));
    expect(await list()).toMatchObject([
      { name: 'Cups', parent_id: mugs },
      { name: 'Lamps', parent_id: 0 },
      { name: 'Mugs', parent_id: lamps },
    ]);
    ok(await category.edit({ category_id: mugs, parent_id: 0 }));
  });

  it('has no circle when two clients move two categories below each other', async () => {
    const clients = world.clientsOf(user);
    const [one, other] = [clients[0]!, clients.at(-1)!];
    for (let round = 0; round < 20; round++) {
      const [a, b] = [await add(`A ${round}`), await add(`B ${round}`)];
      const answers = await Promise.all([
        one.inventory.category.edit({ category_id: a, parent_id: b }),
        other.inventory.category.edit({ category_id: b, parent_id: a }),
      ]);
      expect(answers.filter(({ error }) => error)).toHaveLength(1);
      const roots = (await list()).filter(({ category_id, parent_id }) => [a, b].includes(category_id) && !parent_id);
      expect(roots).toHaveLength(1);
    }
  });

  it('takes no child for a category that another client deletes', async () => {
    const [one, other] = [world.clientsOf(user)[0]!, world.clientsOf(user).at(-1)!];
    for (let round = 0; round < 10; round++) {
      const category_id = await add(`Parent ${round}`);
      const [deleted, added] = await Promise.all([
        one.inventory.category.delete({ category_id }),
        other.inventory.category.add({ name: `Child ${round}`, parent_id: category_id }),
      ]);
      expect([deleted, added].filter(({ error }) => error)).toHaveLength(1);
    }
  });
});

describe('the deletion of a category', () => {
  it('is refused while it has children or items, and names them', async () => {
    const cups = await add('Cups');
    const mugs = await add('Mugs', cups);
    const item_id = await addItem('Blue mug', cups);
    const { category, item } = user.api.inventory;
    expect(failure(await category.delete({ category_id: cups }))).toMatchObject({
      error_details: [
        { code: 'in_use', message: `Category ${cups} is still the parent of category ${mugs} (Mugs).` },
        { code: 'in_use', message: `Category ${cups} is still a category of item ${item_id} (Blue mug).` },
      ],
    });
    ok(await category.edit({ category_id: mugs, parent_id: 0 }));
    ok(await item.edit({ item_id, categories: [mugs] }));
    ok(await category.delete({ category_id: cups }));
  });

  it('with take_out moves its children up and takes its items out of it', async () => {
    const shop = await add('Shop');
    const cups = await add('Cups', shop);
    const mugs = await add('Mugs', cups);
    const item_id = await addItem('Blue mug', mugs, cups, shop);
    ok(await user.api.inventory.category.delete({ category_id: cups, take_out: true }));
    expect(await list()).toMatchObject([
      { category_id: mugs, parent_id: shop },
      { category_id: shop, parent_id: 0 },
    ]);
    const left = [
      { category_id: mugs, name: 'Mugs' },
      { category_id: shop, name: 'Shop' },
    ];
    expect(await categoriesOf(item_id)).toEqual(left);
    const [, moved] = await factsOf(world, user.account_id, categoryChanged, mugs);
    expect(moved?.payload).toMatchObject({ change: 'edited', previous: { parent_id: cups } });
    const [, edited] = await factsOf(world, user.account_id, itemChanged, item_id);
    expect(edited).toMatchObject({
      sequence: 2,
      payload: { change: 'edited', record: { categories: left }, previous: { categories: expect.any(Array) } },
    });
  });

  it('with take_out is refused while it has children and items that a limited user may not change', async () => {
    const { channel_group_id } = ok(await user.api.setting.channel_group.add({ name: 'Web' }));
    const rights = { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] };
    const clerk = await world.colleague(user, rights);
    const cups = await add('Cups', 0, channel_group_id);
    const mugs = await add('Mugs', cups);
    await add('Beakers', cups, channel_group_id);
    const item_id = await addItem('Blue mug', cups);
    expect(refused(await clerk.api.inventory.category.delete({ category_id: cups, take_out: true }))).toEqual([
      `Category ${cups} is still the parent of category ${mugs} (Mugs).`,
      `Category ${cups} is still a category of item ${item_id} (Blue mug).`,
    ]);
    expect((await list()).filter(({ parent_id }) => parent_id === cups)).toHaveLength(2);
  });

  it('with take_out is refused for more items than one request takes out', async () => {
    const category_id = await add('Cups');
    await world.assembly.running.inventory.db.source.query(
      `INSERT INTO inventory.item (account_id, name, categories) SELECT $1, 'Cup', ARRAY[$2::bigint]
       FROM generate_series(1, 1001)`,
      [user.account_id, category_id],
    );
    const { category } = user.api.inventory;
    expect(refused(await category.delete({ category_id, take_out: true }))).toEqual([
      `take_out takes at most 1000 items out of a category; category ${category_id} has more.`,
    ]);
    expect(refused(await category.delete({ category_id })).at(-1)).toBe(
      `Category ${category_id} is still a category of 991 more items.`,
    );
    const [first] = ok(await user.api.inventory.item.get({ limit: 1 })).items;
    ok(await user.api.inventory.item.delete({ item_id: first?.item_id }));
    ok(await category.delete({ category_id, take_out: true }));
    expect(await itemsBy(String(category_id))).toEqual([]);
  });

  it('and an edit that puts an item into it exclude each other', async () => {
    const [one, other] = [world.clientsOf(user)[0]!, world.clientsOf(user).at(-1)!];
    const kept = await add('Kept');
    const item_id = await addItem('Blue mug', kept);
    for (let round = 0; round < 10; round++) {
      const [parent, child] = [await add(`Parent ${round}`), await add(`Child ${round}`)];
      ok(await user.api.inventory.category.edit({ category_id: child, parent_id: parent }));
      ok(await user.api.inventory.item.edit({ item_id, categories: [parent] }));
      const [deleted] = await Promise.all([
        one.inventory.category.delete({ category_id: parent, take_out: true }),
        other.inventory.item.edit({ item_id, categories: [child, parent, kept] }),
      ]);
      ok(deleted);
      const shown = (await categoriesOf(item_id))?.map(({ category_id }) => category_id);
      expect([[], [child, kept]]).toContainEqual(shown);
    }
  });
});

describe('the categories of items', () => {
  it('are set once each, shown by name, and found by', async () => {
    const [cups, lamps] = [await add('Cups'), await add('Lamps')];
    const mugs = await add('Mugs', cups);
    const blue = await addItem('Blue mug', mugs, lamps, mugs);
    await addItem('Cup', cups);
    await addItem('Spoon');
    expect(await categoriesOf(blue)).toEqual([
      { category_id: mugs, name: 'Mugs' },
      { category_id: lamps, name: 'Lamps' },
    ]);
    expect(await itemsBy(String(cups))).toEqual(['Cup']);
    expect(await itemsBy(String(cups), true)).toEqual(['Blue mug', 'Cup']);
    expect(await itemsBy(`${mugs},${cups}`)).toEqual(['Blue mug', 'Cup']);
    ok(await user.api.inventory.item.edit({ item_id: blue, categories: [] }));
    expect(await itemsBy(String(cups), true)).toEqual(['Cup']);
  });

  it('count each item once, with the other filters of the list', async () => {
    const { item } = user.api.inventory;
    const { channel_group_id } = ok(await user.api.setting.channel_group.add({ name: 'Web' }));
    const { brand_id } = ok(await user.api.inventory.brand.add({ name: 'Acme' }));
    const [cups, lamps] = [await add('Cups'), await add('Lamps')];
    const gone = await addItem('Jar', cups, lamps);
    const moved = await addItem('Pot', lamps);
    for (const name of ['Mug', 'Beaker']) await addItem(name, cups, lamps);
    ok(await item.delete({ item_id: gone }));
    ok(await item.edit({ item_id: moved, categories: [cups], channel_group_id, brand_id }));
    const totalOf = async (input: object) => ok(await item.get({ ...input, limit: 1 })).total;
    const both = `${cups},${lamps}`;
    expect(await totalOf({ filter_category: both })).toBe(3);
    expect(await totalOf({ filter_category: String(lamps) })).toBe(2);
    expect(await totalOf({ filter_category: both, filter_deleted: true })).toBe(4);
    expect(await totalOf({ filter_category: both, filter_channel_group_id: `${channel_group_id}` })).toBe(1);
    expect(await totalOf({ filter_category: both, filter_channel_group_id: '0' })).toBe(2);
    expect(await totalOf({ filter_category: both, filter_brand_id: brand_id })).toBe(1);
  });

  it('must exist, and those of other channel groups stay as they are', async () => {
    const { channel_group_id } = ok(await user.api.setting.channel_group.add({ name: 'Web' }));
    const { channel_group_id: other } = ok(await user.api.setting.channel_group.add({ name: 'Shop' }));
    const rights = { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] };
    const clerk = (await world.colleague(user, rights)).api.inventory.item;
    const [own, hidden, foreign] = [await add('Own'), await add('Hidden', 0, other), await add('Foreign', 0, other)];
    const { item_id } = ok(await user.api.inventory.item.add({ name: 'Mug', channel_group_id, categories: [hidden] }));
    const unknown = { code: 'unknown_reference', field: 'categories[1]', message: `There is no category ${foreign}.` };
    expect(failure(await clerk.edit({ item_id, categories: [hidden, foreign] })).error_details).toEqual([unknown]);
    ok(await clerk.edit({ item_id, categories: [hidden, own] }));
    expect(await categoriesOf(item_id)).toHaveLength(2);
  });
});
