import { ok, type TestUser, World } from '@stockbook/testing';

const PAGE_KIB = 16;

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.open({ env: { PAGE_KIB: String(PAGE_KIB) } })));
beforeEach(async () => void (user = await world.account()));
afterAll(() => world.close());

/** These 11 names take two thirds of a page. */
const names = Array.from({ length: 11 }, (_, n) => `${n}${'x'.repeat(998)}`);
const items = () => user.api.inventory.item;

/** Each page shows one of the items: two of them do not fit. */
async function expectOneAPage(ids: readonly number[]): Promise<void> {
  const first = ok(await items().get({ limit: 100, sort: 'date_added', order: 'ASC' }));
  expect(first).toMatchObject({ total: ids.length, truncated: true, items: [{ item_id: ids[0] }] });
  expect(first.items).toHaveLength(1);
  const { next_page = 0, next_limit = 0 } = first;
  const second = ok(await items().get({ page: next_page, limit: next_limit, sort: 'date_added', order: 'ASC' }));
  expect(second.items).toMatchObject([{ item_id: ids[1] }]);
}

test('a page of items ends where the components of bundles exceed its bytes', async () => {
  const parts: number[] = [];
  for (const name of names) parts.push(ok(await items().add({ name })).item_id);
  const item_bundles = parts.map((bundle_item_id) => ({ bundle_item_id, quantity: 1 }));
  const bundles: number[] = [];
  for (const name of ['A', 'B', 'C']) bundles.push(ok(await items().add({ name, bundle: true, item_bundles })).item_id);
  const shown = ok(await items().get({ filter_bundle: true, order: 'ASC', sort: 'date_added' }));
  expect(shown).toMatchObject({ total: 3, truncated: true, next_page: 2, next_limit: 1 });
  expect(shown.items.map(({ item_id }) => item_id)).toEqual(bundles.slice(0, 1));
  expect(shown.items[0]?.item_bundles).toHaveLength(names.length);
});

test('a page of items ends where the names of their locations exceed its bytes', async () => {
  const places: number[] = [];
  for (const name of names) places.push(ok(await user.api.inventory.location.add({ name })).location_id);
  const locations = places.map((location_id) => ({ location_id, quantity: 1 }));
  const ids: number[] = [];
  for (const name of ['A', 'B', 'C']) ids.push(ok(await items().add({ name, locations })).item_id);
  await expectOneAPage(ids);
});

test('a page of items ends where the names of their categories exceed its bytes', async () => {
  const categories: number[] = [];
  for (const name of names) categories.push(ok(await user.api.inventory.category.add({ name })).category_id);
  const ids: number[] = [];
  for (const name of ['A', 'B', 'C']) ids.push(ok(await items().add({ name, categories })).item_id);
  await expectOneAPage(ids);
});
