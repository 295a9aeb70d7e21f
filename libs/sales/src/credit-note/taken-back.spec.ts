import type { CreditNoteAdd, CreditNoteEdit } from '@stockbook/contracts';
import { eventually, failure, ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../counter.fixture.js';

let world: World;
let counter: Counter;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  counter = await Counter.open(world);
  item_id = await stockItem(counter.user, counter.shop, 1, { name: 'Mug', model: 'MUG', cost: 4 });
});
afterEach(async () => {
  await world.settled();
  expect(ok(await counter.user.api.inventory.flow.verify({})).faults).toEqual([]);
});

const notes = () => counter.user.api.sale.credit_note;
const inventory = () => counter.user.api.inventory;
const quantityOf = async (id = item_id) => {
  await world.settled();
  return ok(await inventory().item.get({ item_id: id })).items[0]?.quantity;
};
const giveBack = async (quantity: number, changes: Partial<CreditNoteAdd> = {}) => {
  const location_id = counter.shop.store_id;
  const products = [{ item_id, quantity }];
  const added = ok(await notes().add({ location_id, currency: 'USD', restock: 1, products, ...changes }));
  await world.settled();
  return added.credit_note_id;
};
const sell = async (quantity: number, id = item_id) => {
  const products = [product({ item_id: id, quantity })];
  const { order_id } = await counter.place({ order_status_id: counter.shop.paid_id, total: 10 * quantity, products });
  return counter.settled(order_id);
};
const shown = async (credit_note_id: number) => {
  await world.settled();
  return ok(await notes().get({ credit_note_id })).credit_notes[0];
};
const short = (wanted: number, available: number) =>
  `Item ${item_id} (MUG) is short by ${wanted - available} at Store: ${wanted} wanted, ${available} available.`;
const edit = (changes: Omit<CreditNoteEdit, 'credit_note_id'>) => (credit_note_id: number) =>
  notes().edit({ credit_note_id, ...changes });
const remove = (credit_note_id: number) => notes().delete({ credit_note_id, idempotency_key: crypto.randomUUID() });
const setStatus = async (credit_note_id: number, restock: boolean) => {
  const { credit_note_status } = counter.user.api.setting;
  const { credit_note_status_id } = ok(await credit_note_status.add({ name: `Restocks: ${restock}`, restock }));
  return notes().addHistory({ credit_note_id, credit_note_status_id });
};

/** Keeps everybody from a row, until the answer is called. */
async function lockRow(service: 'inventory' | 'sales', select: string, values: readonly unknown[]) {
  const runner = world.assembly.running[service].db.source.createQueryRunner();
  await runner.startTransaction();
  await runner.query(`${select} FOR UPDATE`, [...values]);
  return async () => {
    await runner.rollbackTransaction();
    await runner.release();
  };
}
const lockStock = () => lockRow('inventory', 'SELECT FROM inventory.item_stock WHERE account_id = $1', [account_id()]);
const account_id = () => counter.user.account_id;
const isTaking = async (credit_note_id: number) => {
  const taking =
    'SELECT FROM sales.sale_credit_note WHERE account_id = $1 AND credit_note_id = $2 AND taking_until IS NOT NULL';
  return (await counter.sql(taking, [account_id(), credit_note_id])).length > 0;
};

describe('a credit note whose pieces are sold', () => {
  it.each([
    ['is not deleted', 5, remove],
    ['keeps its restock', 5, edit({ restock: 0 })],
    ['does not lower a line', 3, (id: number) => edit({ products: [{ item_id, quantity: 2 }] })(id)],
    ['does not lose a line', 5, edit({ products: [{ name: 'Ribbon', quantity: 1 }] })],
  ])('%s', async (_, wanted, change) => {
    const credit_note_id = await giveBack(5);
    await sell(5);
    const before = await shown(credit_note_id);
    const { error_details } = failure(await change(credit_note_id));
    expect(error_details).toEqual([{ code: 'insufficient_stock', message: short(wanted, 1) }]);
    expect(await shown(credit_note_id)).toEqual(before);
    expect(await quantityOf()).toBe(1);
  });

  it('keeps a status that restocks', async () => {
    const credit_note_id = await giveBack(5, { restock: 0 });
    ok(await setStatus(credit_note_id, true));
    await world.settled();
    await sell(5);
    expect(refused(await setStatus(credit_note_id, false))).toEqual([short(5, 1)]);
    ok(await notes().addHistory({ credit_note_id, comment: 'Still here' }));
    expect(await shown(credit_note_id)).toMatchObject({ restock: true });
  });

  it('names the pieces of each component of a bundle', async () => {
    const cup = await stockItem(counter.user, counter.shop, 1, { name: 'Cup', model: 'CUP' });
    const item_bundles = [
      { bundle_item_id: item_id, quantity: 2 },
      { bundle_item_id: cup, quantity: 1 },
    ];
    const bundle = ok(await inventory().item.add({ name: 'Set', item_bundles })).item_id;
    const credit_note_id = await giveBack(3, { products: [{ item_id: bundle, quantity: 3 }] });
    expect([await quantityOf(), await quantityOf(cup)]).toEqual([7, 4]);
    await sell(4);
    expect(refused(await remove(credit_note_id))).toEqual([short(6, 3)]);
    ok(await edit({ products: [{ item_id: bundle, quantity: 2 }] })(credit_note_id));
    expect([await quantityOf(), await quantityOf(cup)]).toEqual([1, 3]);
  });

  it('does not take pieces that are reserved', async () => {
    const credit_note_id = await giveBack(5);
    const reservation = [{ item_id, name: '', quantity: 4 }];
    ok(await inventory().reservation.add({ location_id: counter.shop.store_id, reservation }));
    expect(refused(await remove(credit_note_id))).toEqual([short(5, 2)]);
  });

  it('is deleted where the company allows negative stock', async () => {
    const credit_note_id = await giveBack(5);
    await sell(5);
    ok(await counter.user.api.setting.company.edit({ allow_negative_stock: true }));
    ok(await remove(credit_note_id));
    expect(await quantityOf()).toBe(-4);
  });

  it('moves its pieces to another line of the order, as the stock keeps as many', async () => {
    const of = await stockItem(counter.user, counter.shop, 4);
    const products = [product({ item_id: of, quantity: 2 }), product({ item_id: of, quantity: 2 })];
    const order = await counter.place({ order_status_id: counter.shop.paid_id, total: 40, products });
    await world.settled();
    const credit = (index: number, quantity: number) => {
      return { products: [{ order_product_id: order.products[index]?.order_product_id, quantity }] };
    };
    const credit_note_id = await giveBack(2, { order_id: order.order_id, location_id: undefined, ...credit(0, 2) });
    await sell(2, of);
    expect(await quantityOf(of)).toBe(0);
    ok(await edit(credit(1, 2))(credit_note_id));
    expect(await shown(credit_note_id)).toMatchObject({ products: [{ restocked: true }] });
    expect(await quantityOf(of)).toBe(0);
    expect(refused(await edit(credit(0, 1))(credit_note_id))[0]).toMatch(
      /is short by 1 at Store: 1 wanted, 0 available/,
    );
  });
});

describe('a credit note whose pieces are there', () => {
  it('is judged by a dry run, which takes none of them', async () => {
    const credit_note_id = await giveBack(5);
    ok(await notes().delete({ credit_note_id, dry_run: true }));
    expect(await quantityOf()).toBe(6);
    expect(await isTaking(credit_note_id)).toBe(false);
    await sell(5);
    expect(refused(await notes().delete({ credit_note_id, dry_run: true }))).toEqual([short(5, 1)]);
    expect(await isTaking(credit_note_id)).toBe(false);
  });

  it('is deleted before its pieces have come back', async () => {
    const unlock = await lockStock();
    const products = [{ item_id, quantity: 5 }];
    const note = { location_id: counter.shop.store_id, currency: 'USD', restock: 1, products } as const;
    const { credit_note_id } = ok(await notes().add(note));
    const deleted = remove(credit_note_id);
    await unlock();
    ok(await deleted);
    expect(await quantityOf()).toBe(1);
  });

  it('is taken back past orders that wait for more', async () => {
    const credit_note_id = await giveBack(5);
    const { order_id } = await sell(20);
    ok(await remove(credit_note_id));
    expect(await quantityOf()).toBe(1);
    ok(await counter.orders.delete({ order_id }));
  });

  it('stays as it is, with its pieces, while inventory does not answer', async () => {
    const credit_note_id = await giveBack(5);
    const unlock = await lockStock();
    const { error_details } = failure(await remove(credit_note_id));
    await unlock();
    expect(error_details).toMatchObject([{ code: 'timeout' }]);
    expect(await quantityOf()).toBe(6);
    expect(await isTaking(credit_note_id)).toBe(false);
    ok(await remove(credit_note_id));
    expect(await quantityOf()).toBe(1);
  });

  it('gets its pieces back when the change for which inventory took them is not written', async () => {
    const credit_note_id = await giveBack(5);
    const unlock = await lockStock();
    const deleted = remove(credit_note_id);
    await eventually(() => isTaking(credit_note_id));
    const key = [account_id(), credit_note_id];
    const note = 'FROM sales.sale_credit_note WHERE account_id = $1 AND credit_note_id = $2';
    const unlockNote = await lockRow('sales', `SELECT ${note}`, key);
    await unlock();
    failure(await deleted);
    expect(ok(await inventory().item.get({ item_id })).items[0]?.quantity).toBe(1);
    await unlockNote();
    await counter.sql(
      `UPDATE sales.sale_credit_note SET taking_until = now() WHERE account_id = $1 AND credit_note_id = $2`,
      key,
    );
    expect(await quantityOf()).toBe(6);
    expect(await isTaking(credit_note_id)).toBe(false);
    expect(await shown(credit_note_id)).toMatchObject({ products: [{ restocked: true }] });
  });

  it('is deleted after another change that came between', async () => {
    const credit_note_id = await giveBack(5);
    const unlock = await lockStock();
    const deleted = remove(credit_note_id);
    await eventually(() => isTaking(credit_note_id));
    ok(await edit({ comment: 'It stays' })(credit_note_id));
    await unlock();
    ok(await deleted);
    expect(await quantityOf()).toBe(1);
  });
});

test('of 20 deletes of a credit note beside orders that take its pieces, at most one takes them back', async () => {
  for (let round = 0; round < 5; round++) {
    const mug = await stockItem(counter.user, counter.shop, 0, { name: 'Mug' });
    const credit_note_id = await giveBack(5, { products: [{ item_id: mug, quantity: 5 }] });
    const products = [product({ item_id: mug, quantity: 1 })];
    const place = () => counter.place({ order_status_id: counter.shop.paid_id, products });
    const [deleted, placed] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => remove(credit_note_id))),
      Promise.all(Array.from({ length: 3 }, place)),
    ]);
    await world.settled();
    const written = deleted.filter(({ error }) => !error).length;
    expect([0, 1]).toContain(written);
    const orders = await Promise.all(placed.map(({ order_id }) => counter.settled(order_id)));
    const sold = orders.filter((order) => order.products[0]?.deducted).length;
    expect(await quantityOf(mug)).toBe(5 - 5 * written - sold);
    expect(sold).toBe(written ? 0 : 3);
    for (const { order_id } of orders) ok(await counter.orders.delete({ order_id }));
  }
});
