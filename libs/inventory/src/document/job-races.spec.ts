import { ok, openShop, ROUNDS, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
});
afterEach(async () => {
  await world.settled();
  expect(ok(await user.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

const stocked = (quantity: number) => stockItem(user, shop, quantity, { name: 'Mug', cost: 2 });
/** Sends requests at once, and returns for each whether it was granted. */
const atOnce = async (...requests: Promise<object>[]) =>
  (await Promise.all(requests)).map((reply) => !('error' in reply));

describe('of a transfer job at the same moment', () => {
  const jobs = () => user.api.inventory.transfer_job;
  /** Ships two pieces of an item. */
  async function ship(item_id: number): Promise<number> {
    const places = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
    const { item_transfer_job_id } = ok(await jobs().add({ ...places, items: [{ item_id, quantity: 2 }] }));
    return ok(await jobs().ship({ item_transfer_job_id })).item_transfer_job_id;
  }
  const shown = async (item_transfer_job_id: number) => ok(await jobs().get({ item_transfer_job_id })).transfer_jobs[0];
  const receive = (item_transfer_job_id: number, item_id: number, quantity: number) =>
    jobs().receive({ item_transfer_job_id, items: [{ item_id, quantity }] });
  async function stockOf(item_id: number) {
    const [item] = ok(await user.api.inventory.item.get({ item_id })).items;
    const at = (id: number) => item!.locations.find(({ location_id }) => location_id === id)!;
    const [store, depot] = [at(shop.store_id), at(shop.depot_id)];
    return { ...item!, store: store.quantity, depot: depot.quantity, incoming: depot.incoming };
  }

  it('two receipts share no piece: one is granted', async () => {
    const item_id = await stocked(2 * ROUNDS);
    for (let round = 0; round < ROUNDS; round++) {
      const id = await ship(item_id);
      const granted = await atOnce(receive(id, item_id, 1), receive(id, item_id, 2));
      expect(granted.filter(Boolean)).toHaveLength(1);
      expect(await shown(id)).toMatchObject({ items: [{ quantity_received: granted[0] ? 1 : 2 }] });
      ok(await jobs().complete({ item_transfer_job_id: id }));
    }
    expect(await stockOf(item_id)).toMatchObject({ store: 0, depot: 2 * ROUNDS, incoming: 0 });
  });

  it('a cancellation and a receipt lose no piece', async () => {
    const item_id = await stocked(2 * ROUNDS);
    let arrived = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const id = await ship(item_id);
      const cancel = jobs().cancel({ item_transfer_job_id: id });
      const [isCancelled, isReceived] = await atOnce(cancel, receive(id, item_id, 1));
      expect(isCancelled).toBe(true);
      if (isReceived) arrived++;
      expect(await shown(id)).toMatchObject({ job_status_id: 4, items: [{ quantity_in_transit: 0 }] });
    }
    const stock = { store: 2 * ROUNDS - arrived, depot: arrived, incoming: 0, quantity: 2 * ROUNDS };
    expect(await stockOf(item_id)).toMatchObject(stock);
  });

  it('two completions lose the pieces in transit once', async () => {
    const item_id = await stocked(2 * ROUNDS);
    for (let round = 0; round < ROUNDS; round++) {
      const item_transfer_job_id = await ship(item_id);
      const lose = () => jobs().complete({ item_transfer_job_id, outstanding: 'lose' });
      expect(await atOnce(lose(), lose())).toEqual([true, true]);
    }
    const stock = { quantity: 0, incoming: 0, total_deducted: 2 * ROUNDS, pool_cost: 0 };
    expect(await stockOf(item_id)).toMatchObject(stock);
  });
});

describe('of a stock take at the same moment', () => {
  const jobs = () => user.api.inventory.stock_take_job;
  /** Plans a stock take of an item, and counts this many pieces, if given. */
  async function plan(item_id: number, counted?: number): Promise<number> {
    const added = ok(await jobs().add({ location_id: shop.store_id, items: [{ item_id }] }));
    if (counted !== undefined) ok(await count(added.item_stock_take_job_id, item_id, counted));
    return added.item_stock_take_job_id;
  }
  const count = (item_stock_take_job_id: number, item_id: number, quantity: number) =>
    jobs().count({ item_stock_take_job_id, items: [{ item_id, quantity }] });
  const complete = (item_stock_take_job_id: number) => jobs().complete({ item_stock_take_job_id });
  const shown = async (id: number) =>
    ok(await jobs().get({ item_stock_take_job_id: id, show_counts: true })).stock_take_jobs[0]!.items[0]!;
  const quantityOf = async (item_id: number) => ok(await user.api.inventory.item.get({ item_id })).items[0]!.quantity;

  it('a completion books the last count that was granted', async () => {
    const item_id = await stocked(100);
    for (let round = 0; round < ROUNDS; round++) {
      const id = await plan(item_id, 50 + round);
      const [isCompleted, isCounted] = await atOnce(complete(id), count(id, item_id, 10 + round));
      expect(isCompleted).toBe(true);
      expect(await quantityOf(item_id)).toBe(isCounted ? 10 + round : 50 + round);
    }
  });

  it('two completions book the difference once', async () => {
    const item_id = await stocked(100);
    for (let round = 1; round <= ROUNDS; round++) {
      const id = await plan(item_id, 100 - 2 * round);
      const both = await Promise.all([complete(id), complete(id)]);
      expect(both.map((reply) => ok(reply).changed)).toEqual([1, 1]);
      expect(await quantityOf(item_id)).toBe(100 - 2 * round);
    }
  });

  it('two counts of a line are both kept, and the later one is booked', async () => {
    const item_id = await stocked(100);
    for (let round = 0; round < ROUNDS; round++) {
      const id = await plan(item_id);
      (await Promise.all([count(id, item_id, 40 + round), count(id, item_id, 70 + round)])).forEach(ok);
      const { quantity, counts = [] } = await shown(id);
      expect(counts).toHaveLength(2);
      expect(counts.at(-1)).toMatchObject({ quantity });
      ok(await complete(id));
      expect(await quantityOf(item_id)).toBe(quantity);
    }
  });

  it('sales during counts and completions are all subtracted', async () => {
    const item_id = await stocked(1_000);
    const sale = () => user.api.inventory.deduction.add({ comment: 'Sale', deduction: [deducted] });
    const deducted = { item_id, name: '', location_id: shop.store_id, quantity: 1, cost: 2 };
    for (let round = 0; round < ROUNDS; round++) {
      const id = await plan(item_id);
      const before = await quantityOf(item_id);
      expect(await atOnce(sale(), count(id, item_id, before - 5), sale(), sale())).toEqual(Array(4).fill(true));
      const { quantity_expected: expected = 0 } = await shown(id);
      expect(await atOnce(sale(), complete(id), sale())).toEqual([true, true, true]);
      expect(await quantityOf(item_id)).toBe(before - 5 + (before - expected) - 5);
    }
  });
});
