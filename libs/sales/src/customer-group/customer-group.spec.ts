import { failure, ok, type TestUser, World } from '@stockbook/testing';
import { again, Counter } from '../counter.fixture.js';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

describe('sale/customer_group', () => {
  it('is not deleted while customers are in it', async () => {
    const counter = await Counter.open(world);
    const { customer_group: own } = counter.user.api.sale;
    const { customer_group_id } = ok(await own.add({ name: 'Wholesale' }));
    const { customer_id } = await counter.place();
    const move = 'UPDATE sales.customer SET customer_group_id = $2 WHERE customer_id = $1';
    await counter.sql(move, [customer_id, customer_group_id]);
    const message = `Customer group ${customer_group_id} is still the group of customer ${customer_id} (Ada Lovelace).`;
    expect(failure(await own.delete({ customer_group_id })).error_details).toEqual([
      { code: 'in_use', field: 'customer_group_id', message },
    ]);
    await counter.sql(move, [customer_id, 0]);
    ok(await own.delete(again({ customer_group_id })));
  });

  it('is known to the inventory, by name', async () => {
    const { customer_group_id } = ok(await user.api.sale.customer_group.add({ name: 'Wholesale' }));
    const { item } = user.api.inventory;
    const { item_id } = ok(await item.add({ name: 'Mug', customer_groups: [{ customer_group_id, price: 8 }] }));
    expect(ok(await item.get({ item_id })).items).toMatchObject([
      { customer_groups: [{ customer_group_id, name: 'Wholesale', price: 8 }] },
    ]);
  });
});
