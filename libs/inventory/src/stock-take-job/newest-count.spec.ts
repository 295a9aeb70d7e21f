import { ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
  item_id = await stockItem(user, shop, 10, { name: 'Mug', cost: 2 });
});
afterEach(async () => {
  await world.settled();
  expect(ok(await user.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

const jobs = () => user.api.inventory.stock_take_job;
async function counted(...quantities: number[]): Promise<number> {
  const items = [{ item_id }];
  const { item_stock_take_job_id } = ok(await jobs().add({ location_id: shop.store_id, items }));
  for (const quantity of quantities) await count(item_stock_take_job_id, quantity);
  return item_stock_take_job_id;
}
const count = async (item_stock_take_job_id: number, quantity: number) =>
  ok(await jobs().count({ item_stock_take_job_id, items: [{ item_id, quantity }] }));
const complete = async (item_stock_take_job_id: number) => {
  const { changed, superseded } = ok(await jobs().complete({ item_stock_take_job_id }));
  return { changed, superseded };
};
const onHand = async () => ok(await user.api.inventory.item.get({ item_id })).items[0]?.quantity;
const sell = async (quantity: number) => {
  ok(await user.api.sale.order.add(orderOf(shop, [{ item_id, quantity }], { order_status_id: shop.paid_id })));
  await world.settled();
};
const receive = async (quantity: number) => {
  const addition = [{ item_id, name: '', location_id: shop.store_id, quantity, cost: 2 }];
  ok(await user.api.inventory.addition.add({ addition }));
};
const editStock = async (quantity: number) =>
  ok(await user.api.inventory.item.editStock({ items: [{ item_id, location_id: shop.store_id, quantity }] }));
const editItem = async (quantity: number) =>
  ok(await user.api.inventory.item.edit({ item_id, locations: [{ location_id: shop.store_id, quantity }] }));
const changes = (changed: number) => ({ changed, superseded: [] });
const superseded = (quantity: number) => ({ changed: 0, superseded: [{ item_id, name: 'Mug', quantity }] });

describe('of two counts of one item', () => {
  it('the newer takes the correction of the older into account, and what was sold and received between', async () => {
    const older = await counted(8);
    await sell(1);
    const newer = await counted(7);
    await sell(2);
    await receive(5);
    expect(await complete(older)).toEqual(changes(1));
    expect(await onHand()).toBe(10);
    expect(await complete(newer)).toEqual(changes(0));
    expect(await onHand()).toBe(10);
  });

  it('the older changes nothing once the newer is booked, and each answer names it', async () => {
    const older = await counted(8);
    await sell(1);
    const newer = await counted(6);
    expect(await complete(newer)).toEqual(changes(1));
    expect(await complete(older)).toEqual(superseded(8));
    expect(await complete(older)).toEqual(superseded(8));
    expect(await onHand()).toBe(6);
    const [job] = ok(await jobs().get({ item_stock_take_job_id: older })).stock_take_jobs;
    expect(job?.items).toMatchObject([{ quantity: 8, quantity_expected: 10, difference: 0, superseded: true }]);
  });

  it('the later wins at the same position, whichever is completed first', async () => {
    const [one, two] = [await counted(8), await counted(9)];
    expect(await complete(one)).toEqual(changes(1));
    expect(await complete(two)).toEqual(changes(1));
    expect(await onHand()).toBe(9);
    const [three, four] = [await counted(4), await counted(5)];
    expect(await complete(four)).toEqual(changes(1));
    expect(await complete(three)).toEqual(superseded(4));
    expect(await onHand()).toBe(5);
  });

  it('the newer wins also if it found what the flow says', async () => {
    const older = await counted(8);
    const newer = await counted(10);
    expect(await complete(newer)).toEqual(changes(0));
    expect(await complete(older)).toEqual(superseded(8));
    expect(await onHand()).toBe(10);
  });

  it.each([
    ['editStock', editStock],
    ['the quantity of an edit of the item', editItem],
  ])('%s is one too, also where it changes nothing', async (_, edit) => {
    const older = await counted(8);
    await edit(10);
    expect(await complete(older)).toEqual(superseded(8));
    const before = await counted(3);
    await edit(9);
    const newer = await counted(7);
    expect(await complete(before)).toEqual(superseded(3));
    expect(await complete(newer)).toEqual(changes(1));
    expect(await onHand()).toBe(7);
  });

  it('a cancelled one supersedes none, and a recount of a line counts at its own position', async () => {
    const [recounted, cancelled] = [await counted(4), await counted(2)];
    ok(await jobs().cancel({ item_stock_take_job_id: cancelled }));
    const other = await counted(8);
    await complete(other);
    await count(recounted, 7);
    expect(await complete(recounted)).toEqual(changes(1));
    expect(await onHand()).toBe(7);
  });

  it('the newer wins when both are completed at the same moment', async () => {
    for (const quantity of [9, 8, 7]) {
      const [older, newer] = [await counted(quantity - 5), await counted(quantity)];
      await Promise.all([complete(older), complete(newer)]);
      expect(await onHand()).toBe(quantity);
    }
  });
});

/**
 * A count says what was there; sales and receipts behind its position change it, and of two counts the later one is
 * believed.
 */
test('any order of counts, completions and movements leaves the newest count and what moved after it', async () => {
  const seed = Number(process.env['STOCKBOOK_TEST_SEED'] ?? 42);
  let state = seed;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const open: { id: number; at: number; moved: number; quantity: number }[] = [];
  let [clock, moved, expected, newest] = [0, 0, 10, 0];
  for (let step = 0; step < 60; step++) {
    clock++;
    const quantity = 40 + random(20);
    const job = open[random(open.length || 1)];
    const action = random(6);
    if (action === 0) {
      const id = await counted(quantity);
      open.push({ id, at: clock, moved, quantity });
    } else if (action === 1 && job) {
      await count(job.id, quantity);
      Object.assign(job, { at: clock, moved, quantity });
    } else if (action === 2 && job) {
      open.splice(open.indexOf(job), 1);
      const isNewest = job.at > newest;
      expect((await complete(job.id)).superseded).toHaveLength(isNewest ? 0 : 1);
      if (isNewest) [newest, expected] = [job.at, job.quantity + moved - job.moved];
    } else if (action === 3) {
      await (random(2) ? editStock : editItem)(quantity);
      [newest, expected] = [clock, quantity];
    } else if (action === 4) {
      await receive(3);
      [moved, expected] = [moved + 3, expected + 3];
    } else if (expected > 2) {
      await sell(2);
      [moved, expected] = [moved - 2, expected - 2];
    }
    expect({ seed, step, on_hand: await onHand() }).toEqual({ seed, step, on_hand: expected });
  }
});
