import type { CreditNoteAdd, Order } from '@stockbook/contracts';
import { ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  counter = await Counter.open(world);
  item_id = await stockItem(counter.user, counter.shop, 50, { name: 'Mug', model: 'MUG', sku: 'M-1', cost: 4 });
});

const notes = () => counter.user.api.sale.credit_note;
const add = async (input: CreditNoteAdd) => ok(await notes().add(input)).credit_note_id;
const shown = async (credit_note_id: number) => {
  await world.settled();
  const [note] = ok(await notes().get({ credit_note_id })).credit_notes;
  if (!note) throw new Error(`Credit note ${credit_note_id} is not listed.`);
  return note;
};
const sell = (quantities: readonly number[], price: number, changes: object = {}): Promise<Order> =>
  counter.place({
    order_status_id: counter.shop.paid_id,
    products: quantities.map((quantity) => product({ item_id, quantity, price, discount: 0 })),
    ...changes,
  });
const onHand = async () => {
  await world.settled();
  return ok(await counter.user.api.inventory.item.get({ item_id })).items[0]?.quantity;
};

describe('a line of a credit note of an order', () => {
  it.each([
    ['its item', () => ({ item_id })],
    ['its model', () => ({ model: 'MUG' })],
    ['its sku', () => ({ sku: 'M-1' })],
  ])('that is named by %s takes pieces of the order lines that have some left, oldest first', async (_, naming) => {
    const { order_id, products } = await sell([2, 3], 10, { total: 50 });
    const [first, second] = products.map(({ order_product_id }) => order_product_id);
    await add({ order_id, products: [{ order_product_id: first, quantity: 1 }] });
    await world.settled();
    const credit_note_id = await add({ order_id, restock: 1, products: [{ ...naming(), quantity: 3 }] });
    expect((await shown(credit_note_id)).products).toMatchObject([
      { order_product_id: first, item_id, quantity: 1, price: 10 },
      { order_product_id: second, item_id, quantity: 2, price: 10 },
    ]);
    expect(await onHand()).toBe(48);
    expect(refused(await notes().add({ order_id, products: [{ ...naming(), quantity: 2 }] }))).toEqual([
      `Order products ${first}, ${second} were sold 5 times and are credited 4 times already, so not 2 times more.`,
    ]);
  });

  it('keeps its stored lines in an edit that names the item again', async () => {
    const { order_id } = await sell([2, 3], 10, { total: 50 });
    await world.settled();
    const credit_note_id = await add({ order_id, restock: 1, products: [{ item_id, quantity: 4 }] });
    const before = (await shown(credit_note_id)).products;
    ok(await notes().edit({ credit_note_id, products: [{ item_id, quantity: 5 }] }));
    const after = (await shown(credit_note_id)).products;
    const ids = (lines: typeof before) => lines.map((line) => line.credit_note_product_id);
    expect(ids(after)).toEqual(ids(before));
    expect(after).toMatchObject([
      { quantity: 2, restocked: true },
      { quantity: 3, restocked: true },
    ]);
    expect(await onHand()).toBe(50);
  });

  it('is refused with an item that the order does not have', async () => {
    const { order_id } = await sell([1], 10);
    const bowl = await stockItem(counter.user, counter.shop, 5, { name: 'Bowl', model: 'BOWL' });
    const refusal = async (naming: object) =>
      refused(await notes().add({ order_id, products: [{ ...naming, quantity: 1 }] }));
    expect(await refusal({ item_id: bowl })).toEqual([`Order ${order_id} has no line of item ${bowl} (BOWL).`]);
    expect(await refusal({ model: 'BOWL' })).toEqual([`Order ${order_id} has no line of item ${bowl} (BOWL).`]);
    expect(await refusal({ sku: 'NONE' })).toEqual([`Order ${order_id} has no line of sku NONE.`]);
  });

  it('without an item is free text, which credits money and moves no stock', async () => {
    const { order_id } = await sell([2], 10, { total: 20 });
    const credit_note_id = await add({ order_id, restock: 1, products: [{ name: 'Delay', quantity: 1, price: 5 }] });
    expect(await shown(credit_note_id)).toMatchObject({ total: 5, products: [{ item_id: 0, order_product_id: 0 }] });
    expect(await onHand()).toBe(48);
  });

  it('refuses a negative price, total and quantity', async () => {
    const { order_id } = await sell([2], 10, { total: 20 });
    const lines = (line: object) => ({ order_id, products: [{ item_id, quantity: 1, ...line }] });
    expect((await notes().add(lines({ price: -1 }))).error).toHaveLength(1);
    expect((await notes().add({ ...lines({}), total: -1 })).error).toHaveLength(1);
    expect((await notes().add(lines({ quantity: -1 }))).error).toHaveLength(1);
  });
});

describe('the default price of a credited piece', () => {
  const totalOf = async (ids: readonly number[]) => {
    const totals = await Promise.all(ids.map(async (id) => (await shown(id)).total));
    return Math.round(totals.reduce((sum, total) => sum + total, 0) * 10_000) / 10_000;
  };

  it.each([
    ['USD', 10, -3.34, 26.66],
    ['JPY', 100, -1, 299],
  ])('adds up to what was paid over several notes, in %s', async (currency, price, off, paid) => {
    if (currency === 'JPY')
      ok(await counter.user.api.setting.currency.add({ code: 'JPY', value: 150, decimal_place: 0 }));
    const totals = [{ code: 'promotion.7', name: 'Off', price: off, sort_order: 0 }];
    const { order_id } = await sell([3], price, { currency, totals, total: paid });
    const credit = (quantity: number) => add({ order_id, products: [{ item_id, quantity }] });
    const [one, two] = [await credit(1), await credit(2)];
    expect(await totalOf([one, two])).toBe(paid);
    ok(await notes().delete({ credit_note_id: one }));
    const again = await credit(1);
    expect(await totalOf([two, again])).toBe(paid);
    for (const credit_note_id of [two, again]) ok(await notes().delete({ credit_note_id }));
    expect(await totalOf([await credit(3)])).toBe(paid);
  });
});

describe('the money of the credit notes of an order', () => {
  it("is in the order's currency", async () => {
    ok(await counter.user.api.setting.currency.add({ code: 'EUR', value: 0.5 }));
    const { order_id } = await sell([1], 10, { total: 10 });
    const wrong = [`currency must be USD, that of order ${order_id}; it is EUR.`];
    const products = [{ item_id, quantity: 1 }];
    expect(refused(await notes().add({ order_id, currency: 'EUR', products }))).toEqual(wrong);
    const credit_note_id = await add({ order_id, products });
    expect(refused(await notes().edit({ credit_note_id, currency: 'EUR' }))).toEqual(wrong);
    expect(refused(await counter.orders.edit({ order_id, currency: 'EUR' }))).toEqual([
      `The currency of order ${order_id} is that of credit note ${credit_note_id}.`,
    ]);
  });

  it("does not exceed the order's total, unless the note allows it and says so", async () => {
    const { order_id } = await sell([2], 10, { total: 20 });
    const products = [{ name: 'Delay', quantity: 1, price: 15 }];
    const over = (others: number, more: number) => [
      `Order ${order_id} has a total of 20 USD, of which ${others} is credited already, so not ${more} more; ` +
        'allow_over_credit: true allows it.',
    ];
    const one = await add({ order_id, products });
    expect(refused(await notes().add({ order_id, products }))).toEqual(over(15, 15));
    expect(refused(await notes().edit({ credit_note_id: one, total: 21 }))).toEqual(over(0, 21));
    const two = await add({ order_id, products, allow_over_credit: true });
    expect(await shown(two)).toMatchObject({ allow_over_credit: true, total: 15 });
    ok(await notes().edit({ credit_note_id: two, comment: 'Sorry' }));
    expect(refused(await notes().edit({ credit_note_id: two, allow_over_credit: false }))).toEqual(over(15, 15));
    ok(await notes().edit({ credit_note_id: one, total: 5 }));
    ok(await notes().edit({ credit_note_id: two, allow_over_credit: false }));
  });

  it('passes one of two notes that want the rest at once', async () => {
    const { order_id } = await sell([3], 10, { total: 30 });
    for (const quantity of [3, 2]) {
      const products = [{ item_id, quantity }];
      const answers = await Promise.all([1, 2, 3].map(() => notes().add({ order_id, products, comment: 'Race' })));
      const passed = answers.filter(({ error }) => !error);
      expect(passed).toHaveLength(1);
      for (const { credit_note_id } of passed.map(ok)) ok(await notes().delete({ credit_note_id }));
    }
  });
});

describe('the total and the cost of a credit note', () => {
  it('are the sums of lines and totals after each edit, until a total is given', async () => {
    const { order_id } = await sell([3], 10, { total: 30 });
    const fee = { code: 'fee', name: 'Restocking fee', price: -2.5, sort_order: 1 };
    const credit_note_id = await add({ order_id, products: [{ item_id, quantity: 1 }], totals: [fee] });
    const edited = async (changes: object) => {
      ok(await notes().edit({ credit_note_id, ...changes }));
      return (await shown(credit_note_id)).total;
    };
    expect(await shown(credit_note_id)).toMatchObject({ total: 7.5, totals: [fee] });
    expect(await edited({ products: [{ item_id, quantity: 2 }] })).toBe(17.5);
    expect(await edited({ totals: [] })).toBe(20);
    expect(await edited({ total: 11 })).toBe(11);
    expect(await edited({ products: [{ item_id, quantity: 3 }] })).toBe(11);
    expect(await edited({ total: 12 })).toBe(12);
  });
});
