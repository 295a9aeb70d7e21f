import { ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let owner: TestUser;
let clerk: TestUser;
let location_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  clerk = await world.colleague(owner, { access: ['*'], modify: ['*'] });
  location_id = ok(await owner.api.inventory.location.add({ name: 'Shop' })).location_id;
});

const only = async (of: TestUser) => ok(await of.api.inventory.item.get({})).items[0]!;

describe('a user who may not view cost', () => {
  it('sees none', async () => {
    ok(await owner.api.inventory.item.add({ name: 'Mug', cost: 2, locations: [{ location_id, quantity: 3 }] }));
    expect(await only(owner)).toMatchObject({ cost: 2, average_cost: 2, pool_cost: 6 });
    const seen = await only(clerk);
    expect(seen).toMatchObject({ name: 'Mug', quantity: 3 });
    expect(Object.keys(seen).filter((name) => name.includes('cost'))).toEqual([]);
  });

  it('sets none', async () => {
    const { item_id } = ok(
      await clerk.api.inventory.item.add({ name: 'Mug', cost: 2, locations: [{ location_id, quantity: 3 }] }),
    );
    expect(await only(owner)).toMatchObject({ cost: 0, average_cost: 0, pool_cost: 0, quantity: 3 });
    ok(await owner.api.inventory.item.edit({ item_id, cost: 4 }));
    ok(await clerk.api.inventory.item.edit({ item_id, cost: 9, name: 'Cup' }));
    ok(await clerk.api.inventory.item.editStock({ items: [{ item_id, location_id, quantity: 5, cost: 9 }] }));
    expect(await only(owner)).toMatchObject({ name: 'Cup', cost: 4, average_cost: 0, quantity: 5 });
  });

  it.each(['cost', 'average_cost', 'pool_cost'] as const)('does not sort by %s', async (sort) => {
    expect(refused(await clerk.api.inventory.item.get({ sort }))).toEqual([
      `You may not sort by ${sort}: it needs the permission to view cost.`,
    ]);
    ok(await owner.api.inventory.item.get({ sort }));
  });
});
