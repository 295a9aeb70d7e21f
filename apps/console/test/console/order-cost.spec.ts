import type { LineItem } from '../../src/console/stock/move/line.js';
import { asOrdered } from '../../src/console/stock/move/order-cost.js';

const item = (item_id: number, cost?: number): LineItem => ({
  ...{ item_id, name: 'Mug', label: '', thumb: '', available: 0 },
  cost,
});
const order = { currency: 'VND', currency_value: 25_000, items: [{ item_id: 1, cost: 90_000 }] };

test('an item costs what its purchase order says, or its own cost by the rate of the order', () => {
  expect(asOrdered(item(1, 9), order)).toEqual(item(1, 90_000));
  expect(asOrdered(item(2, 9), order)).toEqual({ ...item(2, 225_000), currency_value: 25_000 });
  expect(asOrdered(item(2, 0.0123), { ...order, currency_value: 0.9 })).toMatchObject({ cost: 0.0111 });
});

test('the cost stays where the order is in the base currency, there is none, or the user may not see it', () => {
  expect(asOrdered(item(2, 9), { ...order, currency: '', currency_value: 1 })).toEqual(item(2, 9));
  expect(asOrdered(item(2, 9), undefined)).toEqual(item(2, 9));
  expect(asOrdered(item(2), order)).toEqual(item(2));
});
