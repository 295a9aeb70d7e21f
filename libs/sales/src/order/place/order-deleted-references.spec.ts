import { ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

/** Adds an order all of whose references are deleted, and the body that it was added by. */
async function orphan() {
  const { inventory, sale, setting } = counter.user.api;
  const item_id = await stockItem(counter.user, counter.shop, 5, { weight: 0.5, model: 'MUG' });
  const { payment_method_id } = ok(await setting.payment_method.add({ name: 'Cheque' }));
  const { order_status_id } = ok(await setting.order_status.add({ name: 'Odd' }));
  const { customer_id } = await counter.place({ email: 'ada@engines.test' });
  const body = counter.order({
    customer_id,
    order_status_id,
    payment_method: payment_method_id,
    split_payment: 1,
    payments: [{ payment_method: 'Cheque', total: 10 }],
    products: [product({ item_id, quantity: 2 }), product({ model: 'MUG' })],
  });
  const { order } = ok(await sale.order.add(body));
  ok(await setting.payment_method.delete({ payment_method_id }));
  ok(await setting.order_status.delete({ order_status_id }));
  await counter.sql('UPDATE sales.customer SET date_deleted = now() WHERE customer_id = $1', [customer_id]);
  ok(await inventory.item.delete({ item_id }));
  await world.settled();
  return { order, body };
}

describe('an order that refers to what is deleted', () => {
  it('is edited by its full body', async () => {
    const { order, body } = await orphan();
    const edited = await counter.edit(order.order_id, { ...body, city: 'Paris' });
    const { date_modified, revision } = edited;
    expect(edited).toEqual({ ...order, city: 'Paris', date_modified, revision });
  });

  it('keeps a changed line of its item, and its total may be split by its payment method', async () => {
    const { order, body } = await orphan();
    const payments = [{ payment_method: 'Cheque', total: 11 }];
    const [mug] = body.products;
    const { products } = await counter.edit(order.order_id, {
      total: 11,
      payments,
      products: [{ ...mug!, quantity: 3 }],
    });
    const { order_product_id, item_id } = order.products[0]!;
    expect(products).toMatchObject([{ order_product_id, item_id, quantity: 3, weight: 0.5 }]);
  });

  it('can be commented on under its own status', async () => {
    const { order } = await orphan();
    const { order_id, order_status_id } = order;
    ok(await counter.orders.addHistory({ order_id, order_status_id, comment: 'Called' }));
    expect((await counter.history(order_id)).at(-1)).toMatchObject({ order_status: 'Odd', comment: 'Called' });
  });

  it('gives no other order the right to refer to it', async () => {
    const { body, order } = await orphan();
    const { order_id } = await counter.place();
    const { customer_id, payment_method, order_status_id, payments, products } = body;
    const changes = { customer_id, payment_method, order_status_id, payments, products: products.slice(0, 1) };
    expect(refused(await counter.orders.edit({ order_id, ...changes })).toSorted()).toEqual([
      `There is no customer ${customer_id}.`,
      `There is no item ${order.products[0]!.item_id}.`,
      `There is no order status ${order_status_id}.`,
      `There is no payment method ${payment_method}.`,
      'There is no payment method Cheque.',
    ]);
  });
});
