import type { OrderEdit } from '@stockbook/contracts';
import { failure, ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

const totals = [{ name: 'Total', code: 'total', price: 5, sort_order: 1 }];
const payments = [
  { payment_method: 'Cash', total: 4 },
  { payment_method: 'Card', total: 6 },
];
const refusals = async (order_id: number, changes: Omit<OrderEdit, 'order_id'>) =>
  refused(await counter.orders.edit({ order_id, ...changes }));

describe('sale/order/edit', () => {
  it.each<[string, Omit<OrderEdit, 'order_id'>]>([
    ['firstname', { firstname: 'Bob' }],
    ['lastname', { lastname: 'Lee' }],
    ['company', { company: 'Lee & Co' }],
    ['email', { email: 'bob@lee.test' }],
    ['telephone', { telephone: '1' }],
    ['telephone_2', { telephone_2: '2' }],
    ['address_1', { address_1: '1 Main Street' }],
    ['address_2', { address_2: 'Floor 2' }],
    ['city', { city: 'London' }],
    ['postcode', { postcode: 'W1' }],
    ['country', { country: 'UK' }],
    ['zone', { zone: 'Greater London' }],
    ['shipping_method', { shipping_method: 'Courier' }],
    ['shipping_tracking', { shipping_tracking: 'T-1' }],
    ['shipping_date', { shipping_date: '2026-03-01T00:00:00Z' }],
    ['date_ordered', { date_ordered: '2026-03-01T00:00:00Z' }],
    ['comment', { comment: 'Ring twice' }],
    ['total', { total: 12.5 }],
    ['totals', { totals }],
    ['currency_value', { currency_value: 1.25 }],
    ['locked', { locked: true }],
  ])('changes %s and nothing else', async (field, changes) => {
    const before = await counter.place({ email: 'ada@engines.test' });
    const name = { firstname: 'Bob Lovelace', lastname: 'Ada Lee' }[field];
    const after = await counter.edit(before.order_id, changes);
    const { date_modified, revision } = after;
    expect(after).toEqual({ ...before, ...changes, ...(name && { name }), date_modified, revision });
    expect(await counter.settled(before.order_id)).toMatchObject({ ...changes });
  });

  it('changes what the order refers to', async () => {
    ok(await counter.user.api.setting.currency.add({ code: 'EUR', value: 0.9 }));
    const { customer_id } = await counter.place({ email: 'bob@lee.test' });
    const { order_id } = await counter.place();
    const changes = { customer_id, currency: 'EUR', payment_method: counter.card_id };
    const expected = { customer_id, currency: 'EUR', currency_value: 0.9, payment_method: 'Card' };
    expect(await counter.edit(order_id, changes)).toMatchObject(expected);
    expect(await counter.edit(order_id, { currency: 'EUR', currency_value: 0 })).toMatchObject(expected);
    const cleared = await counter.edit(order_id, { payment_method: 0, customer_id: 0 });
    expect(cleared).toMatchObject({ ...expected, payment_method: '' });
  });

  it('accepts the full body, which changes what differs', async () => {
    const body = counter.order({
      imported_order_id: 'W-1',
      date_ordered: '2026-03-01',
      order_status_id: counter.shop.paid_id,
    });
    const { order: before } = ok(await counter.orders.add(body));
    const after = await counter.edit(before.order_id, { ...body, order_status_id: 0, city: 'Paris' });
    const { date_modified, revision } = after;
    expect(after).toEqual({ ...before, city: 'Paris', date_modified, revision });
  });

  it('moves date_modified', async () => {
    const { order_id } = await counter.place();
    await counter.sql("UPDATE sales.sale_order SET date_modified = '2026-01-01' WHERE order_id = $1", [order_id]);
    expect((await counter.edit(order_id, { comment: 'x' })).date_modified).not.toMatch(/^2026-01-01/);
  });

  it('splits the payment and joins it again', async () => {
    const { order_id } = await counter.place();
    expect((await counter.edit(order_id, { split_payment: 1, payments })).payments).toEqual(payments);
    expect(await refusals(order_id, { total: 11 })).toEqual([
      'payments must add up to total, which is 11; they add up to 10.',
    ]);
    expect((await counter.edit(order_id, { total: 11, split_payment: 0 })).payments).toEqual([]);
  });

  it('writes the change of a status to history', async () => {
    const { order_id } = await counter.place();
    expect(await counter.edit(order_id, { order_status_id: counter.shop.paid_id })).toMatchObject({
      order_status: 'Paid',
      products: [{ order_status: 'Paid' }],
    });
    await counter.edit(order_id, { order_status_id: counter.shop.paid_id, comment: 'again' });
    const history = await counter.history(order_id);
    expect(history.map(({ order_status, user }) => [order_status, user])).toEqual([
      ['Pending', 'owner'],
      ['Paid', 'owner'],
    ]);
  });
});

describe('the lines of an edit', () => {
  it('replace the old ones; a line that keeps its item keeps its id, and weight and cost follow', async () => {
    const { user, shop } = counter;
    const mug = await stockItem(user, shop, 9, { name: 'Mug', weight: 0.5 });
    const cup = await stockItem(user, shop, 9, { name: 'Cup', weight: 0.2 });
    const lines = [
      product({ item_id: mug, cost: 2 }),
      product({ item_id: cup, quantity: 2 }),
      product({ name: 'Wrap' }),
    ];
    const { order_id, products: before } = await counter.place({ products: lines });
    const [mugId, cupId, wrapId] = before.map(({ order_product_id }) => order_product_id);
    const { products, weight, cost } = await counter.edit(order_id, {
      products: [
        product({ item_id: cup, quantity: 3 }),
        product({ name: 'Ribbon' }),
        product({ item_id: mug, quantity: 2, price: 8 }),
        { ...product({ name: 'Wrap', price: 2 }), order_product_id: wrapId },
      ],
    });
    expect(products.map(({ order_product_id }) => order_product_id)).toEqual([
      cupId,
      expect.any(Number),
      mugId,
      wrapId,
    ]);
    expect(products.map(({ quantity, total }) => [quantity, total])).toEqual([
      [3, 30],
      [1, 10],
      [2, 16],
      [1, 2],
    ]);
    expect([weight, cost]).toEqual([1.6, 11.5]);
    expect((await counter.settled(order_id)).products).toEqual(products);
    const left = await counter.edit(order_id, { products: [product({ item_id: cup })] });
    expect((await counter.settled(order_id)).products).toEqual(left.products);
    expect(left.products).toMatchObject([{ order_product_id: cupId, quantity: 1 }]);
  });

  it('may name the item of a line by its sku', async () => {
    const item_id = await stockItem(counter.user, counter.shop, 9, { sku: 'M-1' });
    const { order_id, products } = await counter.place({ products: [product({ sku: 'M-1' })] });
    const edited = await counter.edit(order_id, { products: [product({ sku: 'M-1', quantity: 2 })] });
    expect(edited.products).toMatchObject([{ item_id, quantity: 2, order_product_id: products[0]?.order_product_id }]);
  });

  it('are refused when they name lines or items that are not there', async () => {
    const { order_id, products } = await counter.place();
    const { order_product_id } = (await counter.place()).products[0]!;
    const own = products[0]!.order_product_id;
    expect(await refusals(order_id, { products: [{ ...product(), order_product_id }] })).toEqual([
      `There is no order product ${order_product_id}.`,
    ]);
    const twice = [own, own].map((order_product_id) => ({ ...product(), order_product_id }));
    expect(await refusals(order_id, { products: twice })).toEqual([
      `products[1].order_product_id must be unique; ${own} is there already.`,
    ]);
    expect(await refusals(order_id, { products: [product({ item_id: 999 })] })).toEqual(['There is no item 999.']);
  });
});

describe('sale/order/edit refuses', () => {
  it('an order that is not there, is deleted, or is of another account', async () => {
    const gone = (await counter.place()).order_id;
    ok(await counter.orders.delete({ order_id: gone }));
    const others = (await (await Counter.open(world)).place()).order_id;
    for (const order_id of [999_999, gone, others]) {
      const { error_details } = failure(await counter.orders.edit({ order_id, comment: 'x' }));
      expect(error_details).toEqual([{ code: 'unknown_record', message: `There is no order ${order_id}.` }]);
    }
  });

  it('an order without lines', async () => {
    const { order_id } = await counter.place();
    const message = 'products must be a list of 1 to 1000 objects.';
    expect(await refusals(order_id, { products: [] })).toEqual([message]);
    expect(await counter.refusals({ products: [] })).toEqual([message]);
  });

  it('an order and a status that are not there, both at once', async () => {
    expect(await refusals(999_999, { order_status_id: 999 })).toEqual([
      'There is no order 999999.',
      'There is no order status 999.',
    ]);
  });

  it('to change where the order comes from', async () => {
    const { order_id } = await counter.place({ imported_order_id: 'W-1' });
    const { channel_id } = counter.shop;
    expect(await refusals(order_id, { imported_order_id: 'W-2', channel_id: 999 })).toEqual([
      `imported_order_id cannot change; that of order ${order_id} is W-1.`,
      `channel_id cannot change; that of order ${order_id} is ${channel_id}.`,
    ]);
  });

  it('unknown references, and names all of them at once', async () => {
    const { order_id } = await counter.place();
    const unknown = { customer_id: 999, order_status_id: 999, payment_method: 999, currency: 'XXX' };
    const double = [...totals, ...totals];
    expect(
      (
        await refusals(order_id, { ...unknown, totals: double, payments: [{ payment_method: 'Gold', total: 1 }] })
      ).toSorted(),
    ).toEqual([
      'There is no currency XXX.',
      'There is no customer 999.',
      'There is no order status 999.',
      'There is no payment method 999.',
      'There is no payment method Gold.',
      'totals[1].code must be unique; total is there already.',
    ]);
  });
});

describe('a locked order', () => {
  it('is not edited while its status locks it', async () => {
    const { order_id } = await counter.place({ order_status_id: counter.done_id });
    const { error_details } = failure(await counter.orders.edit({ order_id, comment: 'x', locked: false }));
    const message = `Order ${order_id} is locked: its status Done forbids changes.`;
    expect(error_details).toEqual([{ code: 'locked', message }]);
  });

  it('is not edited once a payout is recorded', async () => {
    const { order_id } = await counter.place();
    const payouts = JSON.stringify([{ name: 'Sales', amount: 10 }]);
    await counter.sql('UPDATE sales.sale_order SET payouts = $2 WHERE order_id = $1', [order_id, payouts]);
    expect(await refusals(order_id, { comment: 'x' })).toEqual([
      `Order ${order_id} is locked: a payout is recorded for it.`,
    ]);
    expect(await counter.settled(order_id)).toMatchObject({ locked: true, payouts: [{ name: 'Sales', amount: 10 }] });
  });

  it('is freed by who locked it by hand, together with other changes', async () => {
    const { order_id } = await counter.place();
    expect((await counter.edit(order_id, { locked: true })).locked).toBe(true);
    expect(await refusals(order_id, { comment: 'x' })).toEqual([`Order ${order_id} is locked: a user locked it.`]);
    expect(await counter.edit(order_id, { comment: 'x', locked: false })).toMatchObject({
      comment: 'x',
      locked: false,
    });
  });
});
