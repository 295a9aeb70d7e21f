import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';
import { again, Counter } from '../counter.fixture.js';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => void (user = await world.account()));
afterAll(() => world.close());

const groups = () => user.api.sale.customer_group;
const add = async (name: string) => ok(await groups().add({ name })).customer_group_id;
const names = async (filters: Parameters<TestUser['api']['sale']['customer_group']['get']>[0]) =>
  ok(await groups().get(filters)).customer_groups.map(({ name }) => name);

describe('sale/customer_group', () => {
  it('is added, changed and listed', async () => {
    const customer_group_id = await add('Wholesale');
    ok(await groups().edit({ customer_group_id, name: 'Retail' }));
    const date_modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(ok(await groups().get({ customer_group_id }))).toEqual({
      total: 1,
      customer_groups: [{ customer_group_id, name: 'Retail', date_modified }],
    });
  });

  it('is found by part of the name and by the date of its change', async () => {
    await add('Wholesale');
    await add('Resale');
    await add('Staff');
    expect(await names({ filter_name: 'SALE', sort: 'name', order: 'ASC' })).toEqual(['Resale', 'Wholesale']);
    expect(await names({ filter_date_modified: '2020-01-01' })).toHaveLength(3);
    expect(await names({ filter_date_modified: '2100-01-01' })).toEqual([]);
  });

  it('is not found by the id 0', async () => {
    ok(await groups().add({ name: 'Any' }));
    expect(ok(await groups().get({ customer_group_id: 0 }))).toEqual({ total: 0, customer_groups: [] });
  });

  it('is sorted by each key both ways, and comes in pages', async () => {
    for (const name of ['B', 'C', 'A']) await add(name);
    const { source } = world.assembly.running.sales.db;
    for (const [name, day] of Object.entries({ A: 2, B: 3, C: 1 }))
      await source.query('UPDATE sales.customer_group SET date_modified = $3 WHERE account_id = $1 AND name = $2', [
        user.account_id,
        name,
        `2026-01-0${day}T00:00:00Z`,
      ]);
    expect(await names({ sort: 'name', order: 'ASC' })).toEqual(['A', 'B', 'C']);
    expect(await names({ sort: 'name' })).toEqual(['C', 'B', 'A']);
    expect(await names({ sort: 'date_modified', order: 'ASC' })).toEqual(['C', 'A', 'B']);
    expect(await names({ sort: 'date_modified' })).toEqual(['B', 'A', 'C']);
    expect(await names({ limit: 2 })).toEqual(['A', 'C']);
    expect(await names({ limit: 2, page: 2 })).toEqual(['B']);
  });

  it('is deleted softly, and once', async () => {
    const customer_group_id = await add('Wholesale');
    expect(ok(await groups().delete({ customer_group_id }))).toEqual({ success: true, customer_group_id });
    expect(await names({})).toEqual([]);
    expect(ok(await groups().get({ filter_deleted: true })).customer_groups).toMatchObject([
      { customer_group_id, deleted: true },
    ]);
    const gone = [`There is no customer group ${customer_group_id}.`];
    expect(refused(await groups().delete(again({ customer_group_id })))).toEqual(gone);
    expect(refused(await groups().edit({ customer_group_id, name: 'x' }))).toEqual(gone);
  });

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

  it('belongs to its account', async () => {
    const customer_group_id = await add('Wholesale');
    const other = (await world.account()).api.sale.customer_group;
    expect(ok(await other.get({ customer_group_id })).total).toBe(0);
    const gone = [`There is no customer group ${customer_group_id}.`];
    expect(refused(await other.edit({ customer_group_id, name: 'x' }))).toEqual(gone);
    expect(refused(await other.delete({ customer_group_id }))).toEqual(gone);
  });

  it('needs a name', async () => {
    expect(refused(await groups().add({ name: '' }))).toEqual(['name must not be blank.']);
  });

  it('is known to the inventory, by name', async () => {
    const customer_group_id = await add('Wholesale');
    const { item } = user.api.inventory;
    const { item_id } = ok(await item.add({ name: 'Mug', customer_groups: [{ customer_group_id, price: 8 }] }));
    expect(ok(await item.get({ item_id })).items).toMatchObject([
      { customer_groups: [{ customer_group_id, name: 'Wholesale', price: 8 }] },
    ]);
  });
});
