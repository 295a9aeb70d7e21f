import { ok, openShop, refused, type Shop, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let clerk: TestUser;
let shop: Shop;
let own: number;
/** An item and a document of each kind that the clerk does not see, and those that the clerk sees. */
let secret: number;
let mug: number;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
  const { channel_group } = user.api.setting;
  own = ok(await channel_group.add({ name: 'Own', channels: [shop.channel_id] })).channel_group_id;
  const other = ok(await channel_group.add({ name: 'Other' })).channel_group_id;
  const rights = { access: ['*'], modify: ['*'], view_cost: true, channel_groups: [own] };
  clerk = await world.colleague(user, rights);
  secret = await addItem('Secret', { channel_group_id: other });
  mug = await addItem('Mug');
});

type Item = Parameters<TestUser['api']['inventory']['item']['add']>[0];
const addItem = async (name: string, fields: Partial<Item> = {}) =>
  ok(await user.api.inventory.item.add({ name, channel_group_id: own, ...fields })).item_id;
const placed = (item_id: number) => [{ item_id, quantity: 1, cost: 1 }];

test('a record of a limited user is still in use by records of others, which are counted and not named', async () => {
  const { inventory } = clerk.api;
  const category = async (name: string, of: TestUser, fields: object) =>
    ok(await of.api.inventory.category.add({ name, ...fields })).category_id;
  const category_id = await category('Cups', clerk, { channel_group_id: own });
  const { brand_id } = ok(await inventory.brand.add({ name: 'Kiln', channel_group_id: own }));
  const hidden = ok(await user.api.inventory.item.get({ item_id: secret })).items[0]!.channel_group_id;
  await category('Hidden', user, { channel_group_id: hidden, parent_id: category_id });
  const part = await addItem('Part');
  const set = { channel_group_id: hidden, item_bundles: [{ bundle_item_id: part, quantity: 1 }] };
  await addItem('Secret set', set);
  const seen = await addItem('Seen set', { item_bundles: set.item_bundles });
  const fields = { categories: [category_id], brand_id, parent_id: part };
  for (const item_id of [secret, mug]) ok(await user.api.inventory.item.edit({ item_id, ...fields }));

  expect(refused(await inventory.category.delete({ category_id }))).toEqual([
    `Category ${category_id} is still the parent of 1 category.`,
    `Category ${category_id} is still a category of item ${mug} (Mug).`,
    `Category ${category_id} is still a category of 1 more item.`,
  ]);
  expect(refused(await inventory.brand.delete({ brand_id }))).toEqual([
    `Brand ${brand_id} is still the brand of item ${mug} (Mug).`,
    `Brand ${brand_id} is still the brand of 1 more item.`,
  ]);
  expect(refused(await inventory.item.delete({ item_id: part }))).toEqual([
    `Item ${part} is still the parent of item ${mug} (Mug).`,
    `Item ${part} is still the parent of 1 more item.`,
    `Item ${part} is still a component of item ${seen} (Seen set).`,
    `Item ${part} is still a component of 1 more item.`,
  ]);
  expect(refused(await user.api.inventory.brand.delete({ brand_id }))).toEqual([
    `Brand ${brand_id} is still the brand of item ${secret} (Secret).`,
    `Brand ${brand_id} is still the brand of item ${mug} (Mug).`,
  ]);
});

test('documents with items that a limited user does not see are counted, not named', async () => {
  const { inventory } = user.api;
  const { location_id } = ok(await inventory.location.add({ name: 'Yard' }));
  ok(await user.api.integration.channel.add({ name: 'Hidden', type: 'pos', configuration: { location_id } }));
  const { supplier_id } = ok(await inventory.supplier.add({ name: 'Kiln', channel_group_id: own }));
  const add = async (item_id: number) => {
    const line = { item_id, quantity: 1 };
    const stocked = { ...line, quantity: 3, location_id, cost: 1 };
    ok(await inventory.addition.add({ addition: [stocked] }));
    const item = [...placed(item_id), ...placed(mug)];
    const { purchase_order_id } = ok(await inventory.purchase_order.add({ location_id, supplier_id, item }));
    const places = { from_location_id: location_id, to_location_id: shop.store_id };
    const { item_transfer_job_id } = ok(await inventory.transfer_job.add({ ...places, items: [line] }));
    const { item_stock_take_job_id } = ok(await inventory.stock_take_job.add({ location_id, items: [{ item_id }] }));
    const { item_reservation_id } = ok(await inventory.reservation.add({ location_id, reservation: [line] }));
    return { purchase_order_id, item_transfer_job_id, item_stock_take_job_id, item_reservation_id };
  };
  const [hidden, seen] = [await add(secret), await add(mug)];
  const supplier = `Supplier ${supplier_id} still has to deliver`;
  expect(refused(await clerk.api.inventory.supplier.delete({ supplier_id }))).toEqual([
    `${supplier} purchase order ${seen.purchase_order_id}.`,
    `${supplier} 1 more purchase order.`,
  ]);
  expect(refused(await user.api.inventory.supplier.delete({ supplier_id }))).toEqual([
    `${supplier} purchase order ${hidden.purchase_order_id}.`,
    `${supplier} purchase order ${seen.purchase_order_id}.`,
  ]);
  const ordered = refused(await clerk.api.inventory.item.delete({ item_id: mug }));
  expect(ordered).toEqual([
    `Item ${mug} is still to arrive with purchase order ${seen.purchase_order_id}.`,
    `Item ${mug} is still to arrive with 1 more purchase order.`,
  ]);
});
