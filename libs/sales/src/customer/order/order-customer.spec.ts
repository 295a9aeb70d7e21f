import { ok, World } from '@stockbook/testing';
import { Counter } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

const ada = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  company: 'Engines',
  email: 'ada@engines.test',
  telephone: '+44 1',
};
const customers = async () => ok(await counter.user.api.sale.customer.get({ order: 'ASC' }));

describe('an order without customer_id', () => {
  it('makes a customer of its contact', async () => {
    const { customer_id } = await counter.place(ada);
    expect(await customers()).toMatchObject({ total: 1, customers: [{ ...ada, customer_id, name: 'Ada Lovelace' }] });
  });

  it.each([
    ['e-mail', { email: 'ADA@engines.test', telephone: '' }],
    ['telephone', { email: '', telephone: '+44 1' }],
    ['telephone, when no e-mail is the same', { email: 'other@engines.test', telephone: '+44 1' }],
  ])('belongs to the customer of the same %s', async (_, contact) => {
    const { customer_id } = await counter.place(ada);
    const again = await counter.place({ ...ada, firstname: 'Augusta', ...contact });
    expect(again).toMatchObject({ customer_id, firstname: 'Augusta' });
    expect(await customers()).toMatchObject({ total: 1, customers: [{ firstname: 'Ada', email: ada.email }] });
  });

  it('goes by the e-mail before the telephone', async () => {
    await counter.place({ email: '', telephone: '1' });
    const { customer_id } = await counter.place({ email: 'ada@engines.test', telephone: '2' });
    expect((await counter.place({ email: 'ada@engines.test', telephone: '1' })).customer_id).toBe(customer_id);
  });

  it('makes another one for each order that has neither e-mail nor telephone', async () => {
    const orders = [await counter.place(), await counter.place()];
    expect(new Set(orders.map(({ customer_id }) => customer_id)).size).toBe(2);
  });

  it('leaves customers of other accounts alone', async () => {
    const { customer_id } = await counter.place(ada);
    const other = await Counter.open(world);
    expect((await other.place(ada)).customer_id).not.toBe(customer_id);
    expect(await other.refusals({ customer_id })).toEqual([`There is no customer ${customer_id}.`]);
  });
});

test('an order names its customer by id', async () => {
  const { customer_id } = await counter.place(ada);
  const order = await counter.place({ customer_id, firstname: 'Bob', email: 'bob@engines.test' });
  expect(order).toMatchObject({ customer_id, firstname: 'Bob' });
  expect((await customers()).total).toBe(1);
});

test('30 orders of one new customer at the same moment make one', async () => {
  const contacts = [ada, { ...ada, email: '' }, { ...ada, telephone: '' }];
  const first = await Promise.all(Array.from({ length: 10 }, () => counter.place(ada)));
  expect(new Set(first.map(({ customer_id }) => customer_id)).size).toBe(1);
  const mixed = await Promise.all(Array.from({ length: 30 }, (_, i) => counter.place(contacts[i % 3])));
  expect(new Set(mixed.map(({ customer_id }) => customer_id)).size).toBe(1);
  expect((await customers()).total).toBe(1);
});

test('contacts that cross wait for each other without a deadlock', async () => {
  const crossed = (i: number) => ({ email: `${i % 2}@engines.test`, telephone: `${(i >> 1) % 2}` });
  const orders = await Promise.all(Array.from({ length: 40 }, (_, i) => counter.place(crossed(i))));
  // The first makes a customer, and the first that shares neither contact with it another; all others find these two.
  expect(new Set(orders.map(({ customer_id }) => customer_id)).size).toBe(2);
  expect((await customers()).total).toBe(2);
});
