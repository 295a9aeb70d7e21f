import { ok, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

const ada = { firstname: 'Ada', email: 'ada@engines.test', telephone: '+44 1' };
const customerOf = async (contact: object) => (await counter.place(contact)).customer_id;
const merge = async (customer_id: number, merge_customer_id: number) =>
  void ok(await counter.user.api.sale.customer.merge({ customer_id, merge_customer_id }));

describe('after a merge, the contacts of the customer that went', () => {
  it.each([
    ['e-mail', { email: 'ADA@engines.test', telephone: '' }],
    ['telephone', { email: '', telephone: '+44 1' }],
  ])('find the customer that stays by %s, also behind another merge', async (_, contact) => {
    const [gone, middle, last] = [
      await customerOf(ada),
      await customerOf({ email: 'bob@engines.test' }),
      await customerOf({ email: 'carol@engines.test' }),
    ];
    await merge(middle, gone);
    expect(await customerOf(contact)).toBe(middle);
    await merge(last, middle);
    expect(await customerOf(contact)).toBe(last);
    expect(await customerOf({ email: 'bob@engines.test' })).toBe(last);
  });

  it('find a living customer that has them before the one that stays', async () => {
    const [gone, stays] = [await customerOf(ada), await customerOf({ email: 'bob@engines.test' })];
    await merge(stays, gone);
    const { customer_id } = ok(await counter.user.api.sale.customer.add(ada));
    expect(await customerOf(ada)).toBe(customer_id);
  });

  it('find nobody once the customer that stays is deleted', async () => {
    const [gone, stays] = [await customerOf(ada), await customerOf({ email: 'bob@engines.test' })];
    await merge(stays, gone);
    ok(await counter.user.api.sale.customer.delete({ customer_id: stays }));
    const made = await customerOf(ada);
    expect([gone, stays]).not.toContain(made);
    expect(await customerOf(ada)).toBe(made);
  });

  it('find the customer that stays for credit notes and imports', async () => {
    const [gone, stays] = [await customerOf(ada), await customerOf({ email: 'bob@engines.test' })];
    await merge(stays, gone);
    const imported = { ...counter.order({ ...ada, products: [product()] }), imported_order_id: 'I-1' };
    expect(ok(await counter.user.api.integration.channel.importOrder(imported)).order.customer_id).toBe(stays);
    const line = { item_id: 0, name: 'Gift wrap', quantity: 1, price: 1 };
    const { credit_note_id } = ok(
      await counter.user.api.sale.credit_note.add({ ...ada, currency: 'USD', products: [line] }),
    );
    expect(ok(await counter.user.api.sale.credit_note.get({ credit_note_id })).credit_notes).toMatchObject([
      { customer_id: stays },
    ]);
  });
});
