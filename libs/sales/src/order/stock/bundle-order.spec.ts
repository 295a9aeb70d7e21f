import { ok, refused, ROUNDS, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
let names = 0;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
});
afterEach(async () => {
  await world.settled();
  expect(ok(await counter.user.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

const items = () => counter.user.api.inventory.item;
const stocked = (pieces: number, cost = 2.5) =>
  stockItem(counter.user, counter.shop, pieces, { name: `Part ${++names}`, cost });
const componentsOf = (parts: readonly (readonly [number, number])[]) =>
  parts.map(([bundle_item_id, quantity]) => ({ bundle_item_id, quantity }));
const bundleOf = async (...parts: readonly (readonly [number, number])[]) => {
  const name = `Set ${++names}`;
  return ok(await items().add({ name, model: name, item_bundles: componentsOf(parts) })).item_id;
};
const quantityOf = async (item_id: number) => ok(await items().get({ item_id })).items[0]?.quantity;
const quantitiesOf = (...ids: number[]) => Promise.all(ids.map(quantityOf));
const addStock = async (item_id: number, quantity: number, cost = 2.5) => {
  const addition = [{ item_id, location_id: counter.shop.store_id, quantity, cost }];
  ok(await counter.user.api.inventory.addition.add({ addition }));
};
const order = (item_id: number, quantity: number) =>
  counter.order({ order_status_id: counter.shop.paid_id, products: [product({ item_id, name: 'Set', quantity })] });
const place = async (item_id: number, quantity: number) =>
  ok(await counter.orders.add(order(item_id, quantity))).order.order_id;
const lineOf = async (order_id: number) => (await counter.settled(order_id)).products[0]!;

describe('an order of a bundle', () => {
  it('takes the components, and costs what they cost', async () => {
    const [cup, tea] = [await stocked(10, 2), await stocked(10, 1.5)];
    const set = await bundleOf([cup, 1], [tea, 3]);
    const order_id = await place(set, 2);
    expect(await lineOf(order_id)).toMatchObject({
      item_id: set,
      deducted: true,
      quantity_deducted: 2,
      cost: 6.5,
      components: [
        { item_id: cup, quantity: 1 },
        { item_id: tea, quantity: 3 },
      ],
    });
    expect(await quantitiesOf(cup, tea, set)).toEqual([8, 4, 1]);
    const { flows } = ok(await counter.user.api.inventory.flow.get({ filter_item_id: tea, limit: 1 }));
    expect(flows).toMatchObject([{ quantity: -6, document: 'order', document_id: order_id }]);
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.pending_id }));
    expect(await lineOf(order_id)).toMatchObject({ deducted: false });
    expect(await quantitiesOf(cup, tea, set)).toEqual([10, 10, 3]);
  });

  it('waits for the component that is missing, and its history says how many bundles are short', async () => {
    const [cup, tea] = [await stocked(9), await stocked(4)];
    const set = await bundleOf([cup, 1], [tea, 2]);
    const order_id = await place(set, 3);
    expect(await lineOf(order_id)).toMatchObject({ deducted: false });
    expect((await counter.history(order_id)).at(-1)?.comment).toContain(
      'is short by 1 at Store: 3 wanted, 2 available.',
    );
    await addStock(tea, 2);
    expect(await lineOf(order_id)).toMatchObject({ deducted: true, quantity_deducted: 3 });
    expect(await quantitiesOf(cup, tea)).toEqual([6, 0]);
  });

  it('keeps the components that the bundle had, whatever it has now', async () => {
    const [cup, tea] = [await stocked(10), await stocked(10)];
    const set = await bundleOf([cup, 2]);
    const order_id = await place(set, 1);
    const waiting = await counter.place({ products: [product({ item_id: set, quantity: 1 })] });
    ok(await items().edit({ item_id: set, item_bundles: componentsOf([[tea, 5]]) }));
    await counter.edit(order_id, { products: [product({ item_id: set, quantity: 3 })] });
    ok(await counter.orders.addHistory({ order_id: waiting.order_id, order_status_id: counter.shop.paid_id }));
    expect(await lineOf(order_id)).toMatchObject({ deducted: true, components: [{ item_id: cup, quantity: 2 }] });
    await world.settled();
    expect(await quantitiesOf(cup, tea)).toEqual([2, 10]);
    ok(await items().edit({ item_id: set, bundle: false }));
    ok(await counter.orders.delete({ batch_id: [order_id, waiting.order_id] }));
    await world.settled();
    expect(await quantitiesOf(cup, tea, set)).toEqual([10, 10, 0]);
    const later = await place(set, 1);
    expect((await lineOf(later)).components).toBeUndefined();
  });

  it('moves only the difference when its quantity or its bundle changes', async () => {
    const [cup, tea] = [await stocked(10), await stocked(10)];
    const [one, other] = [await bundleOf([cup, 1], [tea, 1]), await bundleOf([tea, 2])];
    const order_id = await place(one, 4);
    await world.settled();
    await counter.edit(order_id, { products: [product({ item_id: one, quantity: 1 })] });
    await world.settled();
    expect(await quantitiesOf(cup, tea)).toEqual([9, 9]);
    await counter.edit(order_id, { products: [product({ item_id: other, quantity: 3 })] });
    await world.settled();
    expect(await quantitiesOf(cup, tea)).toEqual([10, 4]);
  });

  it('is refused when it takes more pieces of a component than a document can move', async () => {
    const cup = await stocked(1);
    const set = await bundleOf([cup, 2_000]);
    expect(refused(await counter.orders.add(order(set, 2_000_000)))).toEqual([
      `products[0].quantity takes more than 2000000000 pieces of component ${cup}.`,
    ]);
  });

  it('gets its components when the inventory is back', async () => {
    const cup = await stocked(10);
    const set = await bundleOf([cup, 2]);
    const place = () => counter.orders.add(order(set, 3));
    const { order_id } = ok(await world.whileLocked('inventory', 'LOCK TABLE inventory.item', place)).order;
    expect(await lineOf(order_id)).toMatchObject({ deducted: true, components: [{ item_id: cup, quantity: 2 }] });
    expect(await quantityOf(cup)).toBe(4);
  });
});

describe('a credit note of a bundle', () => {
  it('gives each component back at what it had cost, whatever the bundle has now', async () => {
    const [cup, tea] = [await stocked(4, 2), await stocked(4, 5)];
    const set = await bundleOf([cup, 2], [tea, 1]);
    const order_id = await place(set, 2);
    const { order_product_id } = await lineOf(order_id);
    await addStock(tea, 6, 50);
    ok(await items().edit({ item_id: set, item_bundles: componentsOf([[cup, 1]]) }));
    const products = [{ order_product_id, quantity: 1 }];
    const { credit_note_id } = ok(await counter.user.api.sale.credit_note.add({ order_id, products, restock: 1 }));
    await world.settled();
    const [note] = ok(await counter.user.api.sale.credit_note.get({ credit_note_id })).credit_notes;
    expect(note?.products).toMatchObject([{ restocked: true, cost: 9 }]);
    expect(await quantitiesOf(cup, tea)).toEqual([2, 9]);
    const flowsOf = async (filter_item_id: number) =>
      ok(await counter.user.api.inventory.flow.get({ filter_item_id, limit: 1 })).flows[0]?.quantity;
    expect([await flowsOf(cup), await flowsOf(tea)]).toEqual([2, 1]);
    const [item] = ok(await items().get({ item_id: tea })).items;
    expect(item?.pool_cost).toBe(2 * 5 + 6 * 50 + 5);
  });

  it('without an order gives the components back at their averages', async () => {
    const cup = await stocked(4, 2);
    const set = await bundleOf([cup, 2]);
    const credit = { currency: 'USD', location_id: counter.shop.store_id, restock: 1 as const };
    const products = [{ item_id: set, name: 'Set', quantity: 3, cost: 100 }];
    const notes = counter.user.api.sale.credit_note;
    const { credit_note_id } = ok(await notes.add({ ...credit, products }));
    const cost = async () => ok(await notes.get({ credit_note_id })).credit_notes[0]?.cost;
    expect(await cost()).toBe(300);
    await world.settled();
    expect(ok(await items().get({ item_id: cup })).items).toMatchObject([{ quantity: 10, average_cost: 2 }]);
    expect(await cost()).toBe(12);
    ok(await notes.edit({ credit_note_id, products: [{ item_id: set, name: 'Set', quantity: 3 }] }));
    expect(await cost()).toBe(12);
  });
});

describe('races', () => {
  it(`of ${ROUNDS} last pieces that a bundle and its component want at once, each is sold once`, async () => {
    for (let run = 0; run < ROUNDS; run++) {
      const [cup, tea] = [await stocked(2), await stocked(1)];
      const set = await bundleOf([cup, 2], [tea, 1]);
      const placed = await Promise.all([place(set, 1), place(cup, 1), place(set, 1), place(tea, 1)]);
      await world.settled();
      const lines = await Promise.all(placed.map(lineOf));
      const sold = (item_id: number) => lines.filter((line) => line.item_id === item_id && line.deducted).length;
      const taken = async (filter_item_id: number) => {
        const { flows } = ok(await counter.user.api.inventory.flow.get({ document: 'order', filter_item_id }));
        return flows.reduce((sum, { quantity }) => sum - quantity, 0);
      };
      // A bundle that lacks one component takes none, and orders behind it wait for both.
      const [cups, teas] = [2 * sold(set) + sold(cup), sold(set) + sold(tea)];
      expect([await taken(cup), await taken(tea)]).toEqual([cups, teas]);
      expect(await quantitiesOf(cup, tea, set)).toEqual([2 - cups, 1 - teas, 0]);
      if (sold(set)) expect([sold(set), sold(cup), sold(tea)]).toEqual([1, 0, 0]);
      else expect(sold(cup) + sold(tea)).toBeGreaterThan(0);
    }
  });

  it(`orders placed while components are edited ${ROUNDS} times take the components that they show`, async () => {
    const [cup, tea] = [await stocked(1_000), await stocked(1_000)];
    const set = await bundleOf([cup, 1]);
    const before = await quantitiesOf(cup, tea);
    const taken = new Map([
      [cup, 0],
      [tea, 0],
    ]);
    for (let run = 0; run < ROUNDS; run++) {
      const item_bundles = componentsOf(run % 2 ? [[cup, 1]] : [[tea, 2], [cup, 3]]); // prettier-ignore
      const [edited, ...placed] = await Promise.all([
        items().edit({ item_id: set, item_bundles }),
        place(set, 1),
        place(set, 2),
      ]);
      ok(edited);
      for (const order_id of placed) {
        const { components = [], quantity, deducted } = await lineOf(order_id);
        expect(deducted).toBe(true);
        for (const part of components)
          taken.set(part.item_id, (taken.get(part.item_id) ?? 0) + part.quantity * quantity);
      }
    }
    const left = [cup, tea].map((item_id, at) => (before[at] ?? 0) - (taken.get(item_id) ?? 0));
    expect(await quantitiesOf(cup, tea)).toEqual(left);
  });

  it(`of ${ROUNDS} components that are deleted while a bundle gets them, none is in a living bundle`, async () => {
    for (let run = 0; run < ROUNDS; run++) {
      const [cup, tea] = [await stocked(0), await stocked(0)];
      const set = await bundleOf([tea, 1]);
      const [deleted, added, edited] = await Promise.all([
        items().delete({ item_id: cup }),
        items().add({ name: `Raced ${run}`, item_bundles: componentsOf([[cup, 1]]) }),
        items().edit({ item_id: set, item_bundles: componentsOf([[cup, 1], [tea, 2]]) }), // prettier-ignore
      ]);
      const lives = ok(await items().get({ item_id: cup })).total === 1;
      expect(lives).toBe(Boolean(deleted.error));
      for (const reply of [added, edited])
        if (reply.error) expect(reply.error).toEqual([`There is no item ${cup}.`]);
        else expect(lives).toBe(true);
    }
  });

  it(`of ${ROUNDS} pairs of items that become components of each other at once, at most one does`, async () => {
    for (let run = 0; run < ROUNDS; run++) {
      const pair = [await stocked(0), await stocked(0)] as const;
      const into = ([one, other]: readonly [number, number]) =>
        items().edit({ item_id: one, item_bundles: componentsOf([[other, 1]]) });
      const replies = await Promise.all([into(pair), into([pair[1], pair[0]])]);
      expect(replies.filter(({ error }) => !error)).toHaveLength(1);
    }
  });

  it(`of ${ROUNDS} items that become bundles while pieces of them arrive, none has stock of its own`, async () => {
    const tea = await stocked(0);
    for (let run = 0; run < ROUNDS; run++) {
      const item_id = await stocked(0);
      const addition = [{ item_id, location_id: counter.shop.store_id, quantity: 1, cost: 1 }];
      const [edited, arrived] = await Promise.all([
        items().edit({ item_id, item_bundles: componentsOf([[tea, 1]]) }),
        counter.user.api.inventory.addition.add({ addition }),
      ]);
      expect([edited, arrived].filter(({ error }) => !error)).toHaveLength(1);
    }
  });
});
