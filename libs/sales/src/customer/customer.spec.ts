import { ok, type TestUser, World } from '@stockbook/testing';
import { Counter } from '../counter.fixture.js';

type Filters = Parameters<TestUser['api']['sale']['customer']['get']>[0];

let world: World;
beforeAll(async () => void (world = await World.shared()));

describe('sale/customer/get', () => {
  let counter: Counter;
  let group_id: number;
  const id = { ada: 0, bob: 0, eve: 0 };
  const year = new Date().getUTCFullYear();

  beforeAll(async () => {
    counter = await Counter.open(world);
    const { customer_group, order } = counter.user.api.sale;
    group_id = ok(await customer_group.add({ name: 'Wholesale' })).customer_group_id;
    ok(await counter.user.api.setting.currency.add({ code: 'EUR', value: 0.5 }));
    const contact = (firstname: string, lastname: string, email: string, telephone: string) => ({
      ...{ firstname, lastname, email, telephone, company: `${lastname} Ltd` },
    });
    const spend = async (total: number, date: string, changes: object) =>
      (
        await counter.place({
          total,
          date_ordered: `${date}T12:00:00Z`,
          order_status_id: counter.shop.paid_id,
          ...changes,
        })
      ).customer_id;
    const [ada, bob] = [contact('Ada', 'Love', 'ada@engines.test', '+1'), contact('Bob', 'Lee', 'bob@love.test', '+2')];
    id.ada = await spend(10, `${year}-01-05`, ada);
    await spend(20, `${year}-01-06`, { ...ada, currency: 'EUR' });
    await spend(5, `${year - 1}-12-31`, ada);
    await spend(7, `${year - 2}-12-31`, ada);
    await spend(1_000, `${year}-01-01`, { ...ada, order_status_id: counter.shop.pending_id });
    const gone = await counter.place({ ...ada, total: 500, order_status_id: counter.shop.paid_id });
    ok(await order.delete({ order_id: gone.order_id }));
    id.bob = await spend(40, `${year - 1}-06-01`, bob);
    id.eve = (await counter.place(contact('Eve', 'Adams', '', '+33'))).customer_id;
    await world.settled();
    const bobs = { customer_id: id.bob, customer_group_id: group_id, card_number: 'Çard-2' };
    ok(await counter.user.api.sale.customer.edit(bobs));
    for (const [i, customer] of [id.eve, id.ada, id.bob].entries())
      await counter.sql(
        'UPDATE sales.customer SET reward = $2::int, date_added = $3, date_modified = $4 WHERE customer_id = $1',
        [customer, i * 10, `2026-01-0${i + 1}T00:00:00Z`, `2026-02-0${3 - i}T00:00:00Z`],
      );
    await counter.sql("UPDATE sales.sale_order SET date_ordered = '2020-01-01' WHERE customer_id = $1", [id.eve]);
  });

  const found = async (filters: Filters) => {
    const { total, customers } = ok(await counter.user.api.sale.customer.get(filters));
    expect(total).toBe(customers.length);
    return customers.map(({ firstname }) => firstname);
  };

  it('shows a customer with what was spent in the base currency, this year and last', async () => {
    expect(ok(await counter.user.api.sale.customer.get({ customer_id: id.ada }))).toEqual({
      total: 1,
      customers: [
        {
          customer_id: id.ada,
          revision: 1,
          firstname: 'Ada',
          lastname: 'Love',
          name: 'Ada Love',
          company: 'Love Ltd',
          customer_group: '',
          customer_group_id: 0,
          email: 'ada@engines.test',
          telephone: '+1',
          card_number: '',
          reward: 10,
          date_added: '2026-01-02T00:00:00Z',
          date_modified: '2026-02-02T00:00:00Z',
          date_ordered: `${year}-01-06T12:00:00Z`,
          annual_spend: 50,
          annual_spend_2: 5,
        },
      ],
    });
  });

  it.each<[keyof Filters, () => Filters, string[]]>([
    ['customer_id', () => ({ customer_id: 999_999 }), []],
    ['search', () => ({ search: 'love' }), ['Bob', 'Ada']],
    ['search', () => ({ search: '+33' }), ['Eve']],
    ['search', () => ({ search: 'ENGINES.test' }), ['Ada']],
    ['search', () => ({ search: 'card-' }), ['Bob']],
    ['filter_name', () => ({ filter_name: 'ADA' }), ['Eve', 'Ada']],
    ['filter_customer_group_id', () => ({ filter_customer_group_id: group_id }), ['Bob']],
    ['filter_email', () => ({ filter_email: 'Love.test' }), ['Bob']],
    ['filter_telephone', () => ({ filter_telephone: '+3' }), ['Eve']],
    ['filter_card_number', () => ({ filter_card_number: ' Çard-2' }), ['Bob']],
    ['filter_date_modified', () => ({ filter_date_modified: '2026-02-02T00:00:00Z' }), ['Eve']],
  ])('finds by %s', async (_, filters, names) => {
    expect(await found(filters())).toEqual(names);
  });

  it.each<[NonNullable<Filters['sort']>, string[]]>([
    ['name', ['Ada', 'Bob', 'Eve']],
    ['customer_group_id', ['Ada', 'Eve', 'Bob']],
    ['email', ['Eve', 'Ada', 'Bob']],
    ['telephone', ['Ada', 'Bob', 'Eve']],
    ['reward', ['Eve', 'Ada', 'Bob']],
    ['date_added', ['Eve', 'Ada', 'Bob']],
    ['date_modified', ['Bob', 'Ada', 'Eve']],
    ['date_ordered', ['Eve', 'Bob', 'Ada']],
    ['annual_spend', ['Bob', 'Eve', 'Ada']],
    ['annual_spend_2', ['Eve', 'Ada', 'Bob']],
  ])('sorts by %s both ways', async (sort, names) => {
    expect(await found({ sort, order: 'ASC' })).toEqual(names);
    expect(await found({ sort })).toEqual(names.toReversed());
  });

  it('finds nothing by the id 0', async () => {
    expect(ok(await counter.user.api.sale.customer.get({ customer_id: 0 }))).toEqual({ total: 0, customers: [] });
  });

  it('comes in pages, the newest first', async () => {
    const page = async (page: number) =>
      ok(await counter.user.api.sale.customer.get({ page, limit: 2 })).customers.map(({ customer_id }) => customer_id);
    expect([await page(1), await page(2)]).toEqual([[id.eve, id.bob], [id.ada]]);
  });

  it('names the group of a customer', async () => {
    expect(ok(await counter.user.api.sale.customer.get({ customer_id: id.bob })).customers).toMatchObject([
      { customer_group: 'Wholesale', customer_group_id: group_id },
    ]);
  });

  it('shows deleted customers when they are asked for, and takes no order for them', async () => {
    const { customer_id } = await counter.place({ email: 'gone@engines.test' });
    ok(await counter.user.api.sale.customer.delete({ customer_id }));
    expect(await found({ customer_id })).toEqual([]);
    const { customers } = ok(await counter.user.api.sale.customer.get({ filter_deleted: true }));
    expect(customers.map(({ deleted }) => deleted)).toEqual([true, false, false, false]);
    expect(await counter.refusals({ customer_id })).toEqual([`There is no customer ${customer_id}.`]);
    expect((await counter.place({ email: 'gone@engines.test' })).customer_id).not.toBe(customer_id);
  });

  it('shows no customer of another account', async () => {
    const other = await world.account();
    expect(ok(await other.api.sale.customer.get({ customer_id: id.ada })).total).toBe(0);
    expect(ok(await other.api.sale.customer.get({})).total).toBe(0);
  });
});
