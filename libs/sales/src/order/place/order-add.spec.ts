import { fieldsOf, order, type OrderAdd } from '@stockbook/contracts';
import { call, eventually, failure, ok, post, sign, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

const totals = [
  { name: 'Shipping', code: 'shipping', price: 4.5, sort_order: 1 },
  { name: 'Total', code: 'total', price: 22.5, sort_order: 9 },
];

describe('sale/order/add', () => {
  it('keeps every field, and answers with the whole order', async () => {
    const { user, shop, card_id } = counter;
    const item_id = await stockItem(user, shop, 5, { name: 'Mug', model: 'M', sku: 'S', image: 'm.png', weight: 0.25 });
    const given = {
      firstname: 'Ada',
      lastname: 'Lovelace',
      company: 'Engines Ltd',
      email: 'ada@engines.test',
      telephone: '+44 1',
      telephone_2: '+44 2',
      address_1: '1 Main Street',
      address_2: 'Floor 2',
      city: 'London',
      postcode: 'W1',
      country: 'UK',
      zone: 'Greater London',
      shipping_method: 'Courier',
      shipping_tracking: 'T-1',
      comment: 'Ring twice',
      imported_order_id: 'W-1',
      total: 22.5,
      totals,
    };
    const payments = [
      { payment_method: 'Cash', total: 20 },
      { payment_method: 'Card', total: 2.5 },
    ];
    const order = await counter.place({
      ...given,
      date_ordered: '2026-03-01T16:15:30+08:00',
      shipping_date: '2026-03-02 10:00:00',
      currency_value: 1.25,
      payment_method: card_id,
      split_payment: 1,
      payments,
      order_status_id: counter.shop.paid_id,
      products: [
        product({ item_id, name: '', quantity: 2, price: 10, discount: 0.5, discount_total: 1, totals: [totals[0]!] }),
        product({ name: 'Wrap', model: 'W', sku: 'WS', price: 1.1, cost: 0.4, quantity: 3 }),
      ],
    });
    expect(order).toEqual({
      ...given,
      revision: 1,
      payments,
      order_id: expect.any(Number),
      customer_id: expect.any(Number),
      name: 'Ada Lovelace',
      location_id: shop.store_id,
      channel_id: shop.channel_id,
      channel: 'Counter',
      payment_method: 'Card',
      order_status: 'Paid',
      order_status_id: shop.paid_id,
      shipping_label_status_id: 0,
      order_blacklist_id: 0,
      currency: 'USD',
      currency_value: 1.25,
      cost: 6.2,
      weight: 0.5,
      shipping_date: '2026-03-02T10:00:00Z',
      date_ordered: '2026-03-01T08:15:30Z',
      date_added: expect.stringMatching(/Z$/),
      date_modified: order.date_added,
      locked: false,
      payouts: [],
      data: [],
      products: [
        {
          order_product_id: expect.any(Number),
          imported_order_product_id: '',
          item_id,
          thumb: 'm.png',
          name: 'Mug',
          model: 'M',
          sku: 'S',
          quantity: 2,
          price: 10,
          discount: 0.5,
          discount_total: 1,
          discount_platform: 0,
          allocated: 0,
          totals: [totals[0]],
          total: 22.5,
          order_status: 'Paid',
          order_status_id: shop.paid_id,
          weight: 0.25,
          cost: 2.5,
          deducted: false,
          quantity_deducted: 0,
        },
        expect.objectContaining({ item_id: 0, name: 'Wrap', model: 'W', sku: 'WS', total: 3.3, cost: 0.4, weight: 0 }),
      ],
    });
    const listed = await counter.settled(order.order_id);
    expect(listed).toMatchObject({ ...given, payments, customer_id: order.customer_id, weight: 0.5, cost: 6.2 });
    expect(listed.products.map(({ deducted, cost }) => [deducted, cost])).toEqual([
      [true, 2.5],
      [false, 0.4],
    ]);
  });

  it('marks its channel as active', async () => {
    const { channel } = counter.user.api.integration;
    const activeAt = async () =>
      ok(await channel.get({ channel_id: counter.shop.channel_id })).channels[0]?.date_active;
    expect(await activeAt()).toBe('');
    const { date_added } = await counter.place();
    await eventually(async () => (await activeAt()) !== '');
    expect(Date.parse((await activeAt()) ?? '')).toBeGreaterThanOrEqual(Date.parse(date_added));
  });

  it('reads dates in the zone of the account, and takes no date for now', async () => {
    const abroad = await Counter.open(world, 'Asia/Singapore');
    expect(await abroad.place({ date_ordered: '2026-03-01', shipping_date: '' })).toMatchObject({
      date_ordered: '2026-02-28T16:00:00Z',
      shipping_date: '',
    });
    const { date_ordered, date_added } = await counter.place({ date_ordered: '' });
    expect(Math.abs(Date.parse(date_ordered) - Date.parse(date_added))).toBeLessThanOrEqual(1_000);
  });

  it('finds items by model, then by sku, and leaves the rest as free text', async () => {
    const item_id = await stockItem(counter.user, counter.shop, 5, { model: 'MUG', sku: 'S-1' });
    const { products } = await counter.place({
      products: [product({ model: 'MUG' }), product({ model: 'X', sku: 'S-1' }), product({ model: 'mug' })],
    });
    expect(products.map((line) => line.item_id)).toEqual([item_id, item_id, 0]);
  });

  it('refuses a sku that several living items have, and names them', async () => {
    const { user, shop } = counter;
    const first = await stockItem(user, shop, 1, { name: 'Mug', sku: 'S-2' });
    const second = await stockItem(user, shop, 1, { name: 'Cup', sku: 'S-2' });
    const products = [product({ sku: 'S-2' })];
    expect(await counter.refusals({ products })).toEqual([
      `products[0].sku S-2 fits several items: ${first}, ${second}. Name one by its item_id.`,
    ]);
    ok(await user.api.inventory.item.delete({ item_id: first }));
    expect(await counter.place({ products })).toMatchObject({ products: [{ item_id: second }] });
  });

  it('takes an order of a thousand lines', async () => {
    const products = Array.from({ length: 1_000 }, (_, i) => product({ name: `Line ${i}` }));
    const order = await counter.place({ products });
    expect(order.products.map(({ name }) => name)).toEqual(products.map(({ name }) => name));
    expect((await counter.settled(order.order_id)).products).toEqual(order.products);
  });

  it('names what is locked by its status', async () => {
    expect((await counter.place({ order_status_id: counter.done_id })).locked).toBe(true);
  });

  it('sees a status, a channel and a rate that were made a moment ago', async () => {
    await counter.place();
    const { setting, integration } = counter.user.api;
    const { order_status_id } = ok(await setting.order_status.add({ name: 'New' }));
    const { channel_id } = ok(await integration.channel.add({ type: 'pos', name: 'Fair' }));
    ok(await counter.user.api.setting.currency.add({ code: 'EUR', value: 0.92345678 }));
    expect(await counter.place({ order_status_id, channel_id, currency: 'EUR' })).toMatchObject({
      order_status: 'New',
      channel: 'Fair',
      location_id: counter.shop.store_id,
      currency_value: 0.92345678,
    });
  });

  it('takes the status of the payment method before the default', async () => {
    const { payment_method } = counter.user.api.setting;
    const { shop } = counter;
    ok(await payment_method.edit({ payment_method_id: counter.card_id, order_status_id: shop.paid_id }));
    await world.settled();
    expect(await counter.place({ order_status_id: 0, payment_method: counter.card_id })).toMatchObject({
      order_status: 'Paid',
    });
    expect(await counter.place({ order_status_id: 0 })).toMatchObject({ order_status: 'Pending' });
  });

  it('hides cost from who may not view it, and does not take it from them', async () => {
    const clerk = await world.colleague(counter.user, { access: ['*'], modify: ['*'] });
    const { order } = ok(await clerk.api.sale.order.add(counter.order({ products: [product({ cost: 3 })] })));
    expect(order).not.toHaveProperty('cost');
    expect(order.products[0]).not.toHaveProperty('cost');
    expect(await counter.settled(order.order_id)).toMatchObject({ cost: 0, products: [{ cost: 0 }] });
  });
});

describe('sale/order/add refuses', () => {
  const fieldOf = (field: string) => expect.objectContaining({ field });

  it('missing fields, and names all of them at once', async () => {
    const { status, body } = await call(world.url, counter.user.credentials, 'sale/order/add', {});
    const required = Object.keys(fieldsOf(order.add.request)).filter((field) => field !== 'payments');
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: required.map((field) => `${field} is required.`) });
  });

  it('unknown references, and names all of them at once', async () => {
    const unknown = { channel_id: 999, customer_id: 999, payment_method: 999, currency: 'XXX', order_status_id: 999 };
    const wrong = counter.order({ ...unknown, products: [product(), product({ item_id: 999 })] });
    const reply = failure(await counter.orders.add(wrong));
    expect(reply.error.toSorted()).toEqual([
      'There is no channel 999.',
      'There is no currency XXX.',
      'There is no customer 999.',
      'There is no item 999.',
      'There is no order status 999.',
      'There is no payment method 999.',
    ]);
    expect(reply.error_details).toEqual(
      expect.arrayContaining([...Object.keys(unknown), 'products[1].item_id'].map(fieldOf)),
    );
  });

  it.each<[string, Partial<OrderAdd>, string]>([
    ['a quantity', { products: [product({ quantity: 0 })] }, 'products[0].quantity must be an integer of at least 1.'],
    ['split_payment', { split_payment: 2 }, 'split_payment must be true, false, 1 or 0.'],
    [
      'a rate',
      { currency_value: -1 },
      'currency_value must be a number of at least 0 with at most 7 digits and 8 decimals.',
    ],
    [
      'a cost',
      { products: [product({ cost: -1 })] },
      'products[0].cost must be a number of at least 0 with at most 11 digits and 4 decimals.',
    ],
    ['a sum', { total: 1.23456 }, 'total must be a number with at most 11 digits and 4 decimals.'],
    ['a code', { totals: [{ ...totals[0]!, code: '' }] }, 'totals[0].code must not be blank.'],
  ])('%s that is wrong', async (_, changes, message) => {
    expect(await counter.refusals(changes)).toEqual([message]);
  });

  it('a channel that is disabled', async () => {
    const { channel_id } = counter.shop;
    ok(await counter.user.api.integration.channel.edit({ channel_id, status: 0 }));
    await world.settled();
    expect(await counter.refusals({})).toEqual([`Channel ${channel_id} is disabled.`]);
  });

  it('an order that was imported before, and names it', async () => {
    const { order_id } = await counter.place({ imported_order_id: 'W-1' });
    const message = `Order ${order_id} of channel ${counter.shop.channel_id} has the imported_order_id W-1 already.`;
    const again = failure(await counter.orders.add(counter.order({ imported_order_id: 'W-1' })));
    expect(again.error_details).toEqual([{ code: 'duplicate', field: 'imported_order_id', message }]);
    ok(await counter.orders.delete({ order_id }));
    expect((await counter.place({ imported_order_id: 'W-1' })).order_id).not.toBe(order_id);
  });
});

describe('at the same moment', () => {
  it('50 times the same request are one order and 50 equal answers', async () => {
    const body = { ...counter.order({ imported_order_id: 'W-1', email: 'ada@engines.test' }) };
    const text = sign('/sale/order/add', body, counter.user.credentials);
    const send = () => post(world.url, 'sale/order/add', text);
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    const bodies = answers.map(({ body }) => JSON.stringify({ ...body, replayed: undefined }));
    expect(new Set(bodies).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(49);
    expect(ok(await counter.orders.get({})).total).toBe(1);
  });

  it('of 20 orders with one imported_order_id one is taken, and the others name it', async () => {
    const orders = Array.from({ length: 20 }, () => counter.order({ imported_order_id: 'W-1' }));
    const replies = await Promise.all(orders.map((order) => counter.orders.add(order)));
    const taken = replies.flatMap((reply) => (reply.error ? [] : [reply.order.order_id]));
    expect(taken).toHaveLength(1);
    const texts = new Set(replies.flatMap((reply) => reply.error ?? []));
    expect([...texts]).toEqual([
      `Order ${taken[0]} of channel ${counter.shop.channel_id} has the imported_order_id W-1 already.`,
    ]);
  });
});
