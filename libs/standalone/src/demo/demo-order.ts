import type { OrderAdd } from '@stockbook/contracts';

type Given = Pick<OrderAdd, 'channel_id' | 'customer_id' | 'order_status_id' | 'payment_method'>;

/** Returns an imported order of a service, which takes no stock. */
export const demoOrder = (given: Given): OrderAdd => ({
  ...given,
  imported_order_id: 'SHOP-1001',
  firstname: 'Ada',
  lastname: 'Lovelace',
  company: '',
  email: 'ada@example.com',
  telephone: '+44 20 7946 0000',
  telephone_2: '',
  date_ordered: '2026-03-02',
  address_1: "12 St James's Square",
  address_2: '',
  city: 'London',
  postcode: 'SW1Y 4JH',
  country: 'GB',
  zone: '',
  shipping_method: '',
  shipping_date: '',
  shipping_tracking: '',
  currency: 'USD',
  currency_value: 0,
  total: 40,
  comment: '',
  products: [
    { item_id: 0, name: 'Pottery class', model: '', sku: '', quantity: 1, price: 40, discount: 0, discount_total: 0 },
  ],
  totals: [],
  split_payment: 0,
});

/** Returns an order with a promotion that waits for its payment, and so takes no stock yet. */
export const unpaidOrder = (given: Given): OrderAdd => ({
  ...demoOrder(given),
  imported_order_id: '',
  date_ordered: '2026-03-05',
  total: 31.5,
  products: [
    {
      ...{ item_id: 0, name: 'Oak chopping board', model: 'BOARD-OAK', sku: 'BOARD-OAK' },
      ...{ quantity: 1, price: 35, discount: 0, discount_total: 0 },
    },
  ],
  totals: [{ name: 'Summer 10 %', code: 'promotion.1.SUMMER10', price: -3.5, sort_order: 1 }],
});
