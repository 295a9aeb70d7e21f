import { type CreditNoteAdd, creditNoteChanged, type CreditNoteEdit, type Order } from '@stockbook/contracts';
import { factsOf, ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../counter.fixture.js';

let world: World;
let counter: Counter;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  counter = await Counter.open(world);
  item_id = await stockItem(counter.user, counter.shop, 10, { name: 'Mug', model: 'MUG', cost: 4 });
});

const notes = () => counter.user.api.sale.credit_note;
const add = async (input: CreditNoteAdd) => ok(await notes().add(input)).credit_note_id;
const edit = async (credit_note_id: number, changes: Omit<CreditNoteEdit, 'credit_note_id'>) =>
  void ok(await notes().edit({ credit_note_id, ...changes }));
const shown = async (credit_note_id: number, filter_deleted = false) => {
  await world.settled();
  const [note] = ok(await notes().get({ credit_note_id, filter_deleted })).credit_notes;
  return note;
};
const onHand = async () => {
  await world.settled();
  const [item] = ok(await counter.user.api.inventory.item.get({ item_id })).items;
  return item?.quantity;
};
const sell = (quantity: number, changes: object = {}): Promise<Order> =>
  counter.place({
    order_status_id: counter.shop.paid_id,
    total: 9 * quantity,
    products: [product({ item_id, quantity, price: 10, discount: 1 })],
    ...changes,
  });
const lineOf = ({ products: [line] }: Order): number => line?.order_product_id ?? 0;
const histories = async (credit_note_id: number) => {
  await world.settled();
  return ok(await notes().getHistory({ credit_note_id, order: 'ASC', filter_deleted: true })).histories;
};
const returned = async () => {
  const name = ok(await counter.user.api.setting.credit_note_status.add({ name: 'Returned', restock: true }));
  return name.credit_note_status_id;
};

describe('a credit note of an order', () => {
  it("copies what it leaves out from the order, and its line's item, price and cost", async () => {
    const order = await sell(3, { email: 'ada@engines.test', imported_order_id: 'W-1' });
    await world.settled();
    const credit_note_id = await add({
      order_id: order.order_id,
      products: [{ order_product_id: lineOf(order), quantity: 2 }],
    });
    const { channel_id, channel, customer_id, currency, location_id } = order;
    expect(await shown(credit_note_id)).toMatchObject({
      ...{ channel_id, channel, customer_id, currency, location_id, order_id: order.order_id },
      ...{ email: 'ada@engines.test', imported_order_id: 'W-1', payment_method: 'Cash', total: 18, cost: 8 },
      ...{ restock: false, locked: false },
      products: [{ item_id, name: 'Gift wrap', quantity: 2, price: 9, total: 18, cost: 4, restocked: false }],
    });
    expect(await onHand()).toBe(7);
  });

  it('warns of a line that gives back more than was paid for it', async () => {
    const totals = [{ code: 'promotion.7', name: 'Off', price: -6, sort_order: 0 }];
    const order = await sell(3, { totals });
    const [order_id, order_product_id] = [order.order_id, lineOf(order)];
    const credit = (price?: number) => ({ order_id, products: [{ order_product_id, quantity: 1, price }] });
    const { credit_note_id, warnings } = ok(await notes().add(credit(9)));
    const warning = (price: number) =>
      `products[0].price ${price} is more than the 7 paid for a piece of order product ${order_product_id}.`;
    expect(warnings).toEqual([warning(9)]);
    expect(ok(await notes().edit({ credit_note_id, ...credit(7.01) })).warnings).toEqual([warning(7.01)]);
    expect(ok(await notes().edit({ credit_note_id, ...credit(7) })).warnings).toBeUndefined();
    expect(ok(await notes().edit({ credit_note_id, ...credit() })).warnings).toBeUndefined();
  });

  it('gives its items back to stock at what the order line has paid, and records when', async () => {
    const order = await sell(3);
    await world.settled();
    const items = [{ item_id, location_id: counter.shop.store_id, quantity: 17, cost: 9 }];
    ok(await counter.user.api.inventory.item.editStock({ items }));
    const credit_note_id = await add({
      order_id: order.order_id,
      products: [{ order_product_id: lineOf(order), quantity: 2 }],
      restock: 1,
    });
    expect(await onHand()).toBe(19);
    const [line] = (await shown(credit_note_id))?.products ?? [];
    expect(line).toMatchObject({ restocked: true, cost: 4, date_restocked: expect.stringMatching(/^\d{4}-/) });
    expect((await histories(credit_note_id)).map(({ comment }) => comment)).toEqual(['', 'Given back: 2 Gift wrap.']);
    const { flows } = ok(await counter.user.api.inventory.flow.get({ filter_item_id: item_id, limit: 1 }));
    expect(flows).toMatchObject([{ quantity: 2, comment: `Credit note ${credit_note_id}` }]);
    ok(await notes().delete({ credit_note_id }));
    expect(await onHand()).toBe(17);
    expect(ok(await counter.user.api.inventory.flow.verify({ item_id })).faults).toEqual([]);
  });

  it('follows its status with others of a batch, each by itself', async () => {
    const order = await sell(5);
    const lines = [{ order_product_id: lineOf(order), quantity: 1 }];
    const [first, last] = [
      await add({ order_id: order.order_id, products: lines }),
      await add({ order_id: order.order_id, products: lines }),
    ] as const;
    const credit_note_status_id = await returned();
    const request = {
      batch_id: [first, 999_999, last],
      credit_note_status_id,
      comment: 'Back',
      idempotency_key: 'back',
    };
    const answer = ok(await notes().addHistory(request));
    expect(answer.results).toMatchObject([
      { credit_note_id: first, success: true },
      { credit_note_id: 999_999, success: false, error: ['There is no credit note 999999.'] },
      { credit_note_id: last, success: true },
    ]);
    expect(await onHand()).toBe(7);
    ok(await notes().addHistory({ credit_note_id: last, comment: 'Later' }));
    expect(ok(await notes().addHistory(request))).toEqual({ ...answer, replayed: true });
    expect(await onHand()).toBe(7);
    expect((await histories(last)).filter(({ comment }) => comment === 'Back')).toHaveLength(1);
  });

  it('is one of up to 500 that a batch changes', async () => {
    const many = Array.from({ length: 501 }, (_, i) => 900_000 + i);
    const { results } = ok(await notes().addHistory({ batch_id: many.slice(1), comment: 'Seen' }));
    expect(results).toHaveLength(500);
    expect(refused(await notes().addHistory({ batch_id: many, comment: 'Seen' }))).toEqual([
      'batch_id must be a list of 0 to 500 ids.',
    ]);
  });

  it('follows its status, and moves only what an edit changes', async () => {
    const order = await sell(5);
    const order_product_id = lineOf(order);
    const credit_note_id = await add({ order_id: order.order_id, products: [{ order_product_id, quantity: 2 }] });
    const credit_note_status_id = await returned();
    ok(await notes().addHistory({ credit_note_id, credit_note_status_id, comment: 'They are here' }));
    expect(await onHand()).toBe(7);
    await edit(credit_note_id, { products: [{ order_product_id, quantity: 3 }], comment: 'One more' });
    expect(await onHand()).toBe(8);
    expect(await shown(credit_note_id)).toMatchObject({
      restock: true,
      comment: 'One more',
      credit_note_status: 'Returned',
    });
    const { credit_note_status_id: lost } = ok(await counter.user.api.setting.credit_note_status.add({ name: 'Lost' }));
    ok(await notes().addHistory({ credit_note_id, credit_note_status_id: lost }));
    expect(await onHand()).toBe(5);
    expect((await shown(credit_note_id))?.products).toMatchObject([{ restocked: false, date_restocked: '' }]);
    const entries = (await histories(credit_note_id)).map((entry) => [entry.credit_note_status, entry.comment]);
    expect(entries.slice(0, 4)).toEqual([
      ['', ''],
      ['Returned', 'They are here'],
      ['Returned', 'Given back: 2 Gift wrap.'],
      ['Returned', 'Given back: 1 Gift wrap.'],
    ]);
    // Inventory takes the pieces before the change is written; its answer may arrive before it or after.
    const last = entries.slice(4);
    expect(last.map(([, comment]) => comment).sort()).toEqual(['', 'Deducted: 3 Gift wrap.']);
    expect(last).toContainEqual(['Lost', '']);
  });

  it('credits no more than was sold and is not credited yet, and keeps the order from less', async () => {
    const order = await sell(3);
    const [order_id, order_product_id] = [order.order_id, lineOf(order)];
    const one = await add({ order_id, products: [{ order_product_id, quantity: 2 }] });
    const tooMuch =
      `Order product ${order_product_id} was sold 3 times and is credited 2 times ` + 'already, so not 2 times more.';
    const half = { order_product_id, quantity: 1 };
    expect(refused(await notes().add({ order_id, products: [half, half] }))).toEqual([tooMuch]);
    await edit(one, { products: [{ order_product_id, quantity: 3 }] });
    const [line] = order.products;
    const less = `Order product ${order_product_id} is credited 3 times, so the order cannot have 2 of it.`;
    const products = [{ ...line!, quantity: 2 }];
    expect(refused(await counter.orders.edit({ order_id, products, strict: false }))).toEqual([less]);
    expect(refused(await counter.orders.delete({ order_id }))).toEqual([
      `Order ${order_id} is still credited by credit note ${one}.`,
    ]);
    ok(await notes().delete({ credit_note_id: one }));
    ok(await counter.orders.edit({ order_id, products, strict: false }));
    ok(await counter.orders.delete({ order_id }));
  });
});

describe('a credit note without an order', () => {
  it('makes a customer of its contact, finds items by their model, and gives them back at the cost given', async () => {
    const { store_id, depot_id } = counter.shop;
    const credit_note_id = await add({
      ...{
        firstname: 'Eve',
        lastname: 'Adams',
        email: 'eve@post.test',
        currency: 'USD',
        location_id: depot_id,
        restock: 1,
      },
      products: [
        { model: 'MUG', quantity: 2, price: 5, cost: 3 },
        { name: 'Ribbon', quantity: 1, price: 1.5 },
      ],
    });
    const note = await shown(credit_note_id);
    expect(note).toMatchObject({ name: 'Eve Adams', order_id: 0, location_id: depot_id, total: 11.5, cost: 6 });
    expect(note?.products).toMatchObject([
      { item_id, cost: 3, restocked: true },
      { item_id: 0, name: 'Ribbon', restocked: false },
    ]);
    const { customers } = ok(await counter.user.api.sale.customer.get({ filter_email: 'eve@post.test' }));
    expect(customers).toMatchObject([{ customer_id: note?.customer_id }]);
    const [item] = ok(await counter.user.api.inventory.item.get({ item_id })).items;
    expect(item?.locations).toMatchObject([
      { location_id: store_id, quantity: 10 },
      { location_id: depot_id, quantity: 2 },
    ]);
  });

  it('names all that it lacks at once', async () => {
    const unknown = { item_id: 987_654, quantity: 1 };
    expect(
      refused(await notes().add({ products: [unknown], currency: 'XXX', location_id: 9_999, customer_id: 8 })),
    ).toEqual([
      'There is no location 9999.',
      'There is no customer 8.',
      'There is no item 987654.',
      'There is no currency XXX.',
    ]);
    expect(refused(await notes().add({ products: [{ name: 'x', quantity: 1 }] }))).toEqual([
      'currency is required without an order.',
    ]);
    expect(refused(await notes().addHistory({ credit_note_id: 987_654, comment: 'x' }))).toEqual([
      'There is no credit note 987654.',
    ]);
  });
});

test('a locked credit note is not edited or deleted, and takes no status that moves stock', async () => {
  const order = await sell(2);
  const products = [{ order_product_id: lineOf(order), quantity: 1 }];
  const credit_note_id = await add({ order_id: order.order_id, products });
  await edit(credit_note_id, { locked: true });
  const locked = [`Credit note ${credit_note_id} is locked: a user locked it.`];
  const credit_note_status_id = await returned();
  expect(refused(await notes().edit({ credit_note_id, comment: 'x' }))).toEqual(locked);
  expect(refused(await notes().delete({ credit_note_id }))).toEqual(locked);
  expect(refused(await notes().addHistory({ credit_note_id, credit_note_status_id }))).toEqual(locked);
  ok(await notes().addHistory({ credit_note_id, comment: 'Still here' }));
  await edit(credit_note_id, { locked: false, comment: 'Free' });
  expect(await shown(credit_note_id)).toMatchObject({ locked: false, comment: 'Free' });
});

test('a credit note publishes each change of it with the whole record', async () => {
  const order = await sell(2);
  const products = [{ order_product_id: lineOf(order), quantity: 1 }];
  const credit_note_id = await add({ order_id: order.order_id, products });
  await edit(credit_note_id, { comment: 'Edited' });
  ok(await notes().addHistory({ credit_note_id, credit_note_status_id: await returned() }));
  await world.settled();
  ok(await notes().delete({ credit_note_id }));
  const published = await factsOf(world, counter.user.account_id, creditNoteChanged, credit_note_id);
  expect(published.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(published.map(({ payload: { change } }) => change)).toEqual([
    'added',
    'edited',
    'status_changed',
    'restocked',
    'deleted',
    'restocked',
  ]);
  expect(published[1]?.payload).toMatchObject({ record: { comment: 'Edited', total: 9 }, previous: { comment: '' } });
  expect(published[3]?.payload).toMatchObject({ actor: { user_id: 0 }, record: { products: [{ restocked: true }] } });
});

test('a merge of customers moves credit notes', async () => {
  const { customer } = counter.user.api.sale;
  const [stays, goes] = [ok(await customer.add({ firstname: 'Ada' })), ok(await customer.add({ firstname: 'Ada' }))];
  const note = { customer_id: goes.customer_id, currency: 'USD', products: [{ name: 'Ribbon', quantity: 1 }] };
  const credit_note_id = await add(note);
  ok(await customer.merge({ customer_id: stays.customer_id, merge_customer_id: goes.customer_id }));
  expect(await shown(credit_note_id)).toMatchObject({ customer_id: stays.customer_id });
  const later = await add({ ...note, comment: 'Later' });
  expect(await shown(later)).toMatchObject({ customer_id: stays.customer_id });
});
