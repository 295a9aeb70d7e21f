import { failure, ok, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

test('is not deleted while items have it', async () => {
  const { brand, item } = user.api.inventory;
  const { brand_id } = ok(await brand.add({ name: 'Acme' }));
  const { item_id } = ok(await item.add({ name: 'Mug', brand_id }));
  expect(failure(await brand.delete({ brand_id })).error_details).toEqual([
    { code: 'in_use', field: 'brand_id', message: `Brand ${brand_id} is still the brand of item ${item_id} (Mug).` },
  ]);
  ok(await item.delete({ item_id }));
  ok(await brand.delete({ brand_id }));
});
