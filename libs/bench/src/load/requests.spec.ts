import type { OrderAdd } from '@stockbook/contracts';
import { orderOf } from '@stockbook/testing';
import { bodiesOf } from './requests.js';

const shop = { store_id: 1, depot_id: 2, pending_id: 3, paid_id: 4, cash_id: 5, channel_id: 6 };
const template: OrderAdd = orderOf(shop, [{ item_id: 1, quantity: 2 }]);
const item_ids = Array.from({ length: 500 }, (_, i) => i + 1);
const isOrder = (body: object): body is OrderAdd => 'products' in body;

test('every order differs, and its lines name different items', () => {
  const next = bodiesOf({ kind: 'orders', run: 'run', template, item_ids, lines: 3 });
  const orders = Array.from({ length: 1_000 }, next).filter(isOrder);
  expect(new Set(orders.map(({ comment }) => comment)).size).toBe(1_000);
  for (const { products } of orders) expect(new Set(products.map(({ item_id }) => item_id)).size).toBe(3);
  const used = orders.flatMap(({ products }) => products.map(({ item_id }) => item_id));
  expect(new Set(used).size).toBe(500);
});

test('a hot item is in every order once', () => {
  const next = bodiesOf({ kind: 'orders', run: 'run', template, item_ids, lines: 3, hot_item_id: 999 });
  for (const { products } of Array.from({ length: 100 }, next).filter(isOrder)) {
    expect(products.filter(({ item_id }) => item_id === 999)).toHaveLength(1);
  }
});

test('every request of stock sets quantities that none before it has set', () => {
  const next = bodiesOf({ kind: 'stock', item_ids, location_id: 1, lines: 100, first: 7 });
  const [one, other] = [next(), next()];
  expect(one).toMatchObject({ items: Array.from({ length: 100 }, () => ({ location_id: 1, quantity: 7 })) });
  expect(other).toMatchObject({ items: Array.from({ length: 100 }, () => ({ quantity: 8 })) });
});

test('every item of a batch has a model of its own, also in the next batch', () => {
  const of = { kind: 'items', run: 'run', template: { price: 5 } } as const;
  const next = bodiesOf({ kind: 'batches', path: 'inventory/item/add', of, size: 3 });
  const requests = [next(), next()].flatMap((body) => ('requests' in body ? body.requests : []));
  expect(requests).toEqual(
    Array.from({ length: 6 }, (_, n) => ({
      path: 'inventory/item/add',
      body: { price: 5, name: `run ${n}`, model: `run-${n}`, sku: `run-${n}` },
    })),
  );
});
