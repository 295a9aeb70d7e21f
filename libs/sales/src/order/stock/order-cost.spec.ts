import { ok, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

const item = (fields: { cost: number; quantity: number }) =>
  stockItem(counter.user, counter.shop, fields.quantity, { cost: fields.cost });
const restock = async (item_id: number, quantity: number, cost: number) =>
  ok(
    await counter.user.api.inventory.item.editStock({
      items: [{ item_id, location_id: counter.shop.store_id, quantity, cost }],
    }),
  );

describe('the cost of an order line', () => {
  it('is the average cost of the item when the order is placed', async () => {
    const item_id = await item({ quantity: 2, cost: 4 });
    await restock(item_id, 4, 8);
    const order = await counter.place({ products: [product({ item_id, quantity: 3 })] });
    expect(order).toMatchObject({ cost: 18, products: [{ cost: 6, quantity_deducted: 0 }] });
    await restock(item_id, 8, 12);
    expect(await counter.settled(order.order_id)).toMatchObject({ cost: 18, products: [{ cost: 6 }] });
  });

  it('is the cost given, until the stock is deducted at its own', async () => {
    const item_id = await item({ quantity: 9, cost: 2.5 });
    const order = await counter.place({ products: [product({ item_id, quantity: 2, cost: 1.5 })] });
    expect(order).toMatchObject({ cost: 3, products: [{ cost: 1.5 }] });
    const { order_id } = order;
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.paid_id }));
    expect(await counter.settled(order_id)).toMatchObject({
      cost: 5,
      products: [{ deducted: true, cost: 2.5, quantity_deducted: 2 }],
    });
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.pending_id }));
    expect(await counter.settled(order_id)).toMatchObject({
      cost: 3,
      products: [{ deducted: false, cost: 1.5, quantity_deducted: 0 }],
    });
  });

  it('is 0 for free text', async () => {
    expect(await counter.place()).toMatchObject({ cost: 0, products: [{ cost: 0 }] });
  });

  it('stays through an edit that does not give one', async () => {
    const item_id = await item({ quantity: 9, cost: 2.5 });
    const { order_id } = await counter.place({ products: [product({ item_id, cost: 1.5 })] });
    await restock(item_id, 10, 7);
    const line = product({ item_id, quantity: 2 });
    expect(await counter.edit(order_id, { products: [line] })).toMatchObject({ cost: 3, products: [{ cost: 1.5 }] });
    const given = await counter.edit(order_id, { products: [{ ...line, cost: 0.5 }] });
    expect(given).toMatchObject({ cost: 1, products: [{ cost: 0.5 }] });
  });
});
