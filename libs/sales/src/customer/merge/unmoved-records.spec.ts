import { orderChanged } from '@stockbook/contracts';
import { factsOf, ok, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
});

const customers = () => counter.user.api.sale.customer;
const add = async (firstname: string) =>
  ok(await customers().add({ firstname, idempotency_key: crypto.randomUUID() })).customer_id;
const merge = async (customer_id: number, merge_customer_id: number) =>
  void ok(await customers().merge({ customer_id, merge_customer_id }));

/** Keeps the job from the order while `work` runs. */
const whileLocked = (order_id: number, work: () => Promise<void>) =>
  world.whileLocked('sales', `SELECT FROM sales.sale_order WHERE order_id = ${order_id} FOR UPDATE`, work);

test('every list shows records of a merged customer as those of the one that stays before they are moved', async () => {
  const [stays, goes, last] = [await add('Ada'), await add('Augusta'), await add('Grace')];
  const year = new Date().getUTCFullYear();
  const paid = { date_ordered: `${year}-01-02T12:00:00Z`, total: 30, order_status_id: counter.shop.paid_id };
  const { order_id, products } = await counter.place({ customer_id: goes, ...paid, products: [product()] });
  const credited = [{ order_product_id: products[0]?.order_product_id ?? 0, quantity: 1 }];
  const { credit_note_id } = ok(await counter.user.api.sale.credit_note.add({ order_id, products: credited }));
  await world.settled();

  const expectAllAt = async (customer_id: number, ids: readonly number[]) => {
    const { order, credit_note } = counter.user.api.sale;
    for (const filter_customer_id of ids) {
      expect(ok(await order.get({ filter_customer_id }))).toMatchObject({
        total: 1,
        orders: [{ order_id, customer_id }],
      });
      const notes = ok(await credit_note.get({ filter_customer_id }));
      expect(notes).toMatchObject({ total: 1, credit_notes: [{ credit_note_id, customer_id }] });
    }
    expect(ok(await order.get({ order_id })).orders).toMatchObject([{ customer_id }]);
    const [shown] = ok(await customers().get({ customer_id })).customers;
    expect(shown).toMatchObject({ customer_id, annual_spend: 30, date_ordered: paid.date_ordered });
    const [first] = ok(await customers().get({ sort: 'annual_spend', filter_deleted: true })).customers;
    expect(first).toMatchObject({ customer_id, annual_spend: 30 });
  };
  const carried = () => counter.sql('SELECT customer_id FROM sales.sale_order WHERE order_id = $1', [order_id]);

  await whileLocked(order_id, async () => {
    await merge(stays, goes);
    expect(await carried()).toEqual([{ customer_id: goes }]);
    await expectAllAt(stays, [stays, goes]);
    expect(await counter.place({ customer_id: goes })).toMatchObject({ customer_id: stays });
  });
  await world.settled();
  expect(await carried()).toEqual([{ customer_id: stays }]);

  ok(await counter.orders.delete({ order_id: (await counter.ids({ filter_customer_id: stays }))[0] ?? 0 }));
  await expectAllAt(stays, [stays, goes]);
  await merge(last, stays);
  await expectAllAt(last, [last, stays, goes]);
});

test('a merge into a customer that is merged itself moves the records of both', async () => {
  const [first, second, third] = [await add('Ada'), await add('Ada'), await add('Ada')];
  const { order_id } = await counter.place({ customer_id: first });
  ok(await counter.user.api.integration.webhook.add({ url: 'https://hook.invalid', events: ['sale_customer'] }));
  await world.settled();
  const other = await counter.place({ customer_id: second });
  await merge(second, first);
  await merge(third, second);
  expect(await counter.ids({ filter_customer_id: third })).toEqual([other.order_id, order_id]);
  for (const id of [order_id, other.order_id]) {
    const fact = (await factsOf(world, counter.user.account_id, orderChanged, id)).at(-1);
    const author = { user_id: counter.user.user_id, operation: 'sale/customer/merge' };
    expect(fact?.payload).toMatchObject({ change: 'edited', record: { customer_id: third }, actor: author });
  }
});
