import { call, failure, ok, World } from '@stockbook/testing';
import { Counter } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world, 'Asia/Singapore');
});

/** Sends what the types of the client do not allow. */
const send = async (verb: string, body: object) =>
  (await call(world.url, counter.user.credentials, `sale/order/${verb}`, body)).body;

/** Returns this many characters, each of two units of a string and of four bytes, that do not compress. */
const characters = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => String.fromCodePoint(0x20000 + ((from + n * 7919) % 40_000))).join('');

describe('the texts of an order', () => {
  const short = ['firstname', 'lastname', 'company', 'address_1', 'address_2', 'city', 'postcode', 'country', 'zone'];
  const shipping = ['shipping_method', 'shipping_tracking'];

  it('take 1,000 characters each, whatever these are, and are found by them', async () => {
    const texts = Object.fromEntries([...short, ...shipping].map((field, n) => [field, characters(1_000, n)]));
    const { order_id } = await counter.place(texts);
    expect(await counter.settled(order_id)).toMatchObject(texts);
    for (const field of [...shipping, 'postcode'])
      expect(await counter.ids({ [`filter_${field}`]: texts[field] })).toEqual([order_id]);
    expect(await counter.ids({ filter_name: characters(20) })).toEqual([order_id]);
  });

  it('are refused above that, in characters', async () => {
    const long = Object.fromEntries([...short, ...shipping].map((field) => [field, characters(1_001)]));
    expect(await counter.refusals({ ...long, telephone: characters(65), comment: characters(65_537) })).toEqual([
      'firstname must be a text of at most 1000 characters.',
      'lastname must be a text of at most 1000 characters.',
      'company must be a text of at most 1000 characters.',
      'telephone must be a text of at most 64 characters.',
      ...['address_1', 'address_2', 'city', 'postcode', 'country', 'zone', ...shipping].map(
        (field) => `${field} must be a text of at most 1000 characters.`,
      ),
      'comment must be a text of at most 65536 characters.',
    ]);
  });

  it('are stored in NFC, e-mail and telephone without white space around', async () => {
    const given = { firstname: 'Zoe\u0308 ', email: ' Zoe\u0308@example.com\t', telephone: '\u00a0+65 1 ' };
    expect(await counter.place(given)).toMatchObject({
      firstname: 'Zo\u00eb ',
      email: 'Zo\u00eb@example.com',
      telephone: '+65 1',
    });
  });

  it('are numbers where these are what a client writes', async () => {
    const order = ok(await counter.orders.add(counter.order())).order;
    const changes = { telephone: 6_591_234_567, postcode: 18_956, shipping_tracking: 42 };
    expect(await send('edit', { order_id: order.order_id, ...changes })).toMatchObject({
      order: { telephone: '6591234567', postcode: '18956', shipping_tracking: '42' },
    });
  });
});

describe('the customer of an order', () => {
  it('is found by e-mail and by telephone whatever stands around them and however they are composed', async () => {
    const first = await counter.place({ email: 'Mu\u0308ller@example.com', telephone: '5550001' });
    const by = async (contact: object) => (await counter.place(contact)).customer_id;
    expect(await by({ email: '  m\u00fcller@EXAMPLE.com\n' })).toBe(first.customer_id);
    expect(await by({ telephone: ' 5550001 ' })).toBe(first.customer_id);
    expect(await by({ telephone: '05550001' })).not.toBe(first.customer_id);
  });

  it('is found in lists the same way', async () => {
    const { customer_id } = await counter.place({ email: 'trim@example.com', telephone: '777 888' });
    const { customer } = counter.user.api.sale;
    for (const filter of [{ filter_email: ' TRIM@ ' }, { filter_telephone: ' 777 8' }, { search: ' trim@example ' }])
      expect(ok(await customer.get(filter)).customers).toMatchObject([{ customer_id }]);
  });
});

describe('a payment method', () => {
  it('is given by its exact name, on add and on edit', async () => {
    const order = await counter.place({ payment_method: 'Card' });
    expect(order).toMatchObject({ payment_method: 'Card' });
    expect(await counter.edit(order.order_id, { payment_method: 'Cash' })).toMatchObject({ payment_method: 'Cash' });
    expect(await counter.edit(order.order_id, { payment_method: `${counter.card_id}` })).toMatchObject({
      payment_method: 'Card',
    });
    expect(await counter.edit(order.order_id, { payment_method: '' })).toMatchObject({ payment_method: '' });
  });

  it('gives the order its status by its name, too', async () => {
    const { payment_method } = counter.user.api.setting;
    ok(await payment_method.add({ name: 'Prepaid', order_status_id: counter.shop.paid_id }));
    expect(await counter.place({ payment_method: 'Prepaid', order_status_id: 0 })).toMatchObject({
      order_status_id: counter.shop.paid_id,
    });
  });

  it('is refused when the name is of none or of several', async () => {
    const { payment_method } = counter.user.api.setting;
    const ids = [];
    for (const image of [1, 2])
      ids.push(ok(await payment_method.add({ name: 'Voucher', sort_order: image })).payment_method_id);
    expect(await counter.refusals({ payment_method: 'card' })).toEqual(['There is no payment method card.']);
    expect(failure(await counter.orders.add(counter.order({ payment_method: 'Voucher' }))).error_details).toEqual([
      {
        code: 'invalid',
        field: 'payment_method',
        message: `Voucher is the name of several payment methods: ${ids.join(', ')}. Give the id of one.`,
      },
    ]);
  });
});

describe('a list', () => {
  it('takes an empty sort, order and filter_date_type for the default, and an order in any case', async () => {
    const fresh = await Counter.open(world);
    const first = (await fresh.place({ date_ordered: '2026-01-01' })).order_id;
    const last = (await fresh.place({ date_ordered: '2025-01-01' })).order_id;
    const list = async (body: object) => (await call(world.url, fresh.user.credentials, 'sale/order/get', body)).body;
    const orders = (...ids: number[]) => ({ orders: ids.map((order_id) => ({ order_id })) });
    expect(await list({ sort: '', order: '', filter_date_type: '' })).toMatchObject(orders(last, first));
    expect(await list({ sort: 'date_ordered', order: 'asc' })).toMatchObject(orders(last, first));
    expect(await list({ filter_date_type: '', filter_date_end: '2025-06-01' })).toMatchObject(orders());
  });
});

describe('a date', () => {
  it('without an offset is of the account, and zeros are no date', async () => {
    const order = await counter.place({ date_ordered: '2026-01-02T03:04:05', shipping_date: '0000-00-00 00:00:00' });
    expect(order).toMatchObject({ date_ordered: '2026-01-01T19:04:05Z', shipping_date: '' });
    expect(await counter.edit(order.order_id, { shipping_date: '2026-01-03T00:00:00' })).toMatchObject({
      shipping_date: '2026-01-02T16:00:00Z',
    });
    expect(await counter.edit(order.order_id, { shipping_date: '0000-00-00' })).toMatchObject({ shipping_date: '' });
  });
});
