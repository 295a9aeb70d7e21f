import { type Caller, type ItemSnapshot, type OrderAdd, ownCaller, Refused } from '@stockbook/contracts';
import { product } from '../../counter.fixture.js';
import { placeOrder, type PlacementLookups } from './order-placement.js';

const owner: Caller = { ...ownCaller(1), user_id: 7, username: 'ann' };
const now = new Date('2026-03-02T00:00:00Z');

const mug: ItemSnapshot = {
  item_id: 5,
  name: 'Blue mug',
  model: 'MUG',
  sku: 'M-1',
  image: 'mug.png',
  weight: 0.25,
  average_cost: '2',
};
const cup: ItemSnapshot = {
  item_id: 6,
  name: 'Red cup',
  model: 'CUP',
  sku: 'C-1',
  image: 'cup.png',
  weight: 0.1,
  average_cost: '1',
};

const lookups: PlacementLookups = {
  caller: owner,
  customer_id: 3,
  now,
  items: [mug, cup],
  channels: [
    { channel_id: 1, type: 'pos', name: 'Counter', status: 1, location_id: 11 },
    { channel_id: 2, type: 'pos', name: 'Fair', status: 1, location_id: 0 },
    { channel_id: 3, type: 'pos', name: 'Old', status: 0, location_id: 11 },
    { channel_id: 4, type: 'shopee', name: 'Shopee', status: 1, location_id: 11 },
  ],
  strict_promotion_ids: [],
  settings: {
    currency: 'USD',
    order_statuses: [
      { order_status_id: 1, name: 'Pending', deduct: false, lock: false, void: false, channel_group_id: 0 },
      { order_status_id: 2, name: 'Paid', deduct: true, lock: false, void: false, channel_group_id: 0 },
      { order_status_id: 3, name: 'Done', deduct: true, lock: true, void: false, channel_group_id: 0 },
    ],
    credit_note_statuses: [],
    payment_methods: [
      { payment_method_id: 1, name: 'Cash', order_status_id: 2, credit_note_status_id: 0, channel_group_id: 0 },
      { payment_method_id: 2, name: 'Card', order_status_id: 0, credit_note_status_id: 0, channel_group_id: 0 },
      { payment_method_id: 3, name: 'Cheque', order_status_id: 99, credit_note_status_id: 0, channel_group_id: 0 },
    ],
    currencies: [
      { code: 'USD', value: 1, decimal_place: 2 },
      { code: 'EUR', value: 0.92345678, decimal_place: 2 },
    ],
    channel_group_ids: [],
    language_ids: [],
    domain: 'shop',
    default_order_status_id: 1,
    default_location_id: 12,
  },
};

const input: OrderAdd = {
  imported_order_id: 'W-1',
  channel_id: 1,
  customer_id: 0,
  firstname: 'Ann',
  lastname: 'Lee',
  company: 'Lee & Co',
  email: 'ann@lee.test',
  telephone: '1',
  telephone_2: '2',
  date_ordered: '2026-03-01T08:15:30Z',
  address_1: '1 Main Street',
  address_2: 'Floor 2',
  city: 'Springfield',
  postcode: '12345',
  country: 'US',
  zone: 'Illinois',
  shipping_method: 'Courier',
  shipping_date: '2026-03-02T10:00:00Z',
  shipping_tracking: 'T-1',
  currency: 'USD',
  currency_value: 0,
  payment_method: 1,
  total: 30,
  comment: 'Ring twice',
  products: [product({ item_id: 5, name: 'Mug', quantity: 3 })],
  totals: [{ name: 'Tax', code: 'tax', price: 2, sort_order: 1 }],
  split_payment: 0,
  order_status_id: 0,
};

const place = (changes: Partial<OrderAdd>, known: Partial<PlacementLookups> = {}) =>
  placeOrder({ ...input, ...changes }, { ...lookups, ...known });

function faultsOf(...given: Parameters<typeof place>) {
  try {
    place(...given);
  } catch (error) {
    if (error instanceof Refused) return error.faults.map(({ field, message }) => [field, message]);
    throw error;
  }
  throw new Error('Nothing was refused.');
}

const without = (settings: Partial<PlacementLookups['settings']>) => ({
  settings: { ...lookups.settings, ...settings },
});

describe('an order is placed', () => {
  it('with everything that was given and the names of all that it refers to', () => {
    const { order, lines } = place({});
    expect(order).toMatchObject({
      imported_order_id: 'W-1',
      channel_id: 1,
      channel: 'Counter',
      location_id: 11,
      payment_method_id: 1,
      payment_method: 'Cash',
      customer_id: 3,
      name: 'Ann Lee',
      order_status_id: 2,
      order_status: 'Paid',
      deducts: true,
      status_locks: false,
      currency: 'USD',
      currency_value: 1,
      total: 30,
      cost: 6,
      weight: 0.75,
      shipping_date: new Date('2026-03-02T10:00:00Z'),
      date_ordered: new Date('2026-03-01T08:15:30Z'),
      split_payment: false,
      payments: [],
    });
    const { email, telephone, telephone_2, company, comment, shipping_method, totals } = input;
    expect(order).toMatchObject({ email, telephone, telephone_2, company, comment, shipping_method, totals });
    expect(lines).toMatchObject([
      { position: 0, item_id: 5, name: 'Mug', model: 'MUG', sku: 'M-1', thumb: 'mug.png', quantity: 3, weight: 0.25 },
    ]);
  });

  it.each<[string, Partial<OrderAdd>, object]>([
    ['a channel without location uses the default', { channel_id: 2 }, { location_id: 12 }],
    ['a status that is given wins', { order_status_id: 3 }, { order_status_id: 3, status_locks: true }],
    ['a method without status leaves it to the company', { payment_method: 2 }, { order_status_id: 1, deducts: false }],
    ['a method whose status is gone too', { payment_method: 3 }, { order_status_id: 1 }],
    ['no payment method at all', { payment_method: 0 }, { payment_method: '', order_status_id: 1 }],
    ['a rate of 0 takes that of the account', { currency: 'EUR' }, { currency_value: 0.92345678 }],
    ['a rate that is given wins', { currency: 'EUR', currency_value: 0.9 }, { currency_value: 0.9 }],
    ['no date of order is now', { date_ordered: '' }, { date_ordered: now }],
    ['no date of shipping is none', { shipping_date: '' }, { shipping_date: null }],
    ['one name alone', { firstname: '' }, { name: 'Lee' }],
    ['payments of an order that is not split', { payments: [{ payment_method: 'Cash', total: 1 }] }, { payments: [] }],
  ])('%s', (_, changes, expected) => {
    expect(place(changes).order).toMatchObject(expected);
  });

  it('split over methods that add up exactly', () => {
    const payments = [
      { payment_method: 'Cash', total: 0.1 },
      { payment_method: 'Card', total: 0.2 },
    ];
    expect(place({ split_payment: 1, payments, total: 0.3 }).order).toMatchObject({ split_payment: true, payments });
  });

  it('as it is given when the inventory could not be asked', () => {
    const products = [product({ item_id: 99, name: 'Unknown' }), product()];
    const { order, lines } = place({ products }, { items: undefined });
    expect(lines).toMatchObject([
      { item_id: 99, name: 'Unknown', thumb: '', weight: 0 },
      { item_id: 0, name: 'Gift wrap' },
    ]);
    expect(order.weight).toBe(0);
  });
});

describe('an order is refused', () => {
  it.each<[string, string, Partial<OrderAdd>, Partial<PlacementLookups>?]>([
    ['channel_id', 'There is no channel 9.', { channel_id: 9 }],
    ['channel_id', 'Channel 3 is disabled.', { channel_id: 3 }],
    ['channel_id', 'Channel 4 is of type shopee; orders are added to pos alone.', { channel_id: 4 }],
    [
      'channel_id',
      'Neither channel 2 nor the company names a location for its orders.',
      { channel_id: 2 },
      without({ default_location_id: 0 }),
    ],
    ['order_status_id', 'There is no order status 9.', { order_status_id: 9 }],
    [
      'order_status_id',
      'order_status_id is required: neither the payment method nor the company has a default order status.',
      { payment_method: 2 },
      without({ default_order_status_id: 0 }),
    ],
    ['payment_method', 'There is no payment method 9.', { payment_method: 9 }],
    ['currency', 'There is no currency XXX.', { currency: 'XXX' }],
    ['customer_id', 'There is no customer 44.', { customer_id: 44 }, { customer_id: undefined }],
    ['products[1].item_id', 'There is no item 99.', { products: [product(), product({ item_id: 99 })] }],
    [
      'products[0]',
      'The total of products[0] is 20000000000000, which has more than 11 digits.',
      { products: [product({ quantity: 2_000_000_000, price: 10_000 })] },
    ],
    [
      'products',
      'The cost of products has more than 11 digits.',
      { products: [product({ quantity: 2_000_000_000, price: 0.0001, cost: 100 })] },
    ],
    [
      'products',
      'The weight of products has more than 11 digits.',
      { products: [product({ item_id: 5, quantity: 2_000_000_000, price: 0.0001 })] },
      { items: [{ ...mug, weight: 99_999_999_999 }] },
    ],
    [
      'totals[1].code',
      'totals[1].code must be unique; tax is there already.',
      { totals: [1, 2].map((sort_order) => ({ name: 'Tax', code: 'tax', price: 1, sort_order })) },
    ],
    [
      'products[0].totals[1].code',
      'products[0].totals[1].code must be unique; tax is there already.',
      {
        products: [
          product({ totals: [1, 2].map((sort_order) => ({ name: 'Tax', code: 'tax', price: 1, sort_order })) }),
        ],
      },
    ],
    ['payments', 'payments is required when split_payment is 1.', { split_payment: 1 }],
    [
      'payments',
      'payments must add up to total, which is 30; they add up to 29.9999.',
      { split_payment: 1, payments: [{ payment_method: 'Cash', total: 29.9999 }] },
    ],
    [
      'payments[0].payment_method',
      'There is no payment method Gold.',
      { split_payment: 1, payments: [{ payment_method: 'Gold', total: 30 }] },
    ],
  ])('%s: %s', (field, message, changes, known = {}) => {
    expect(faultsOf(changes, known)).toEqual([[field, message]]);
  });

  it('for a channel that the user does not see', () => {
    expect(faultsOf({}, { caller: { ...owner, channel_ids: [2] } })).toEqual([
      ['channel_id', 'There is no channel 1.'],
    ]);
  });

  it('with every reason at once', () => {
    const wrong = { channel_id: 9, currency: 'XXX', order_status_id: 9, products: [product({ item_id: 99 })] };
    expect(faultsOf(wrong).map(([field]) => field)).toEqual([
      'products[0].item_id',
      'channel_id',
      'order_status_id',
      'currency',
    ]);
  });
});
