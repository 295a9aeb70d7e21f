import { stockStateChanged } from '@stockbook/contracts';
import { factsOf, ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
  await setThresholds(10, 3);
});

const setThresholds = async (stock_warning: number, stock_danger: number) =>
  ok(await user.api.inventory.location.edit({ location_id: shop.store_id, stock_warning, stock_danger }));
const setStock = async (item_id: number, quantity: number) =>
  ok(await user.api.inventory.item.editStock({ items: [{ item_id, location_id: shop.store_id, quantity }] }));
/** Leaves out the edits of stock, by which these tests cross thresholds. */
const crossingsOf = async (item_id: number) =>
  (await factsOf(world, user.account_id, stockStateChanged, item_id)).filter(
    ({ payload }) => payload.change !== 'edited',
  );
const changesOf = async (item_id: number) => (await crossingsOf(item_id)).map(({ payload }) => payload.change);
const stateOf = async (item_id: number) => {
  await world.settled();
  return ok(await user.api.inventory.item.get({ item_id })).items[0]?.locations[0]?.stock_state;
};

describe('a stock that crosses a threshold', () => {
  it('is a fact with the thresholds, the quantities before and after, and their author', async () => {
    const item_id = await stockItem(user, shop, 20);
    await setStock(item_id, 10);
    const [fact, ...others] = await crossingsOf(item_id);
    expect(others).toEqual([]);
    expect(fact?.payload).toEqual({
      change: 'warning',
      actor: { user_id: user.user_id, username: 'owner', operation: '', request_id: '', address: '' },
      record: {
        item_id,
        location_id: shop.store_id,
        quantity: 10,
        on_hand: 10,
        reserved: 0,
        stock_warning: 10,
        stock_danger: 3,
        stock_state: 'warning',
      },
      previous: { quantity: 20, on_hand: 20, stock_state: 'ok' },
    });
  });

  it('is one fact however often it moves about the threshold', async () => {
    const item_id = await stockItem(user, shop, 20);
    for (const quantity of [10, 11, 10, 9]) await setStock(item_id, quantity);
    expect(await changesOf(item_id)).toEqual(['warning']);
    for (const quantity of [3, 4, 0, 1]) await setStock(item_id, quantity);
    expect(await changesOf(item_id)).toEqual(['warning', 'danger']);
    await setStock(item_id, 5);
    await setStock(item_id, 12);
    expect(await changesOf(item_id)).toEqual(['warning', 'danger', 'warning', 'ok']);
  });

  it('is none while it gets its first pieces', async () => {
    const item_id = await stockItem(user, shop, 2);
    expect(await changesOf(item_id)).toEqual([]);
    expect(await stateOf(item_id)).toBe('danger');
  });

  it('is one fact when many orders take the pieces at once', async () => {
    const item_id = await stockItem(user, shop, 25);
    const order = (n: number) =>
      orderOf(shop, [{ item_id, quantity: 1 }], { order_status_id: shop.paid_id, comment: `${n}` });
    const placed = Array.from({ length: 16 }, (_, n) => user.api.sale.order.add(order(n)));
    (await Promise.all(placed)).forEach(ok);
    expect(await changesOf(item_id)).toEqual(['warning']);
    expect(await stateOf(item_id)).toBe('warning');
  });
});

describe('a threshold', () => {
  it("of the item's own goes before the location's, and judges the stock at once", async () => {
    const item_id = await stockItem(user, shop, 20);
    const own = async (stock_warning: number) =>
      ok(await user.api.inventory.item.edit({ item_id, locations: [{ location_id: shop.store_id, stock_warning }] }));
    await own(20);
    expect(await stateOf(item_id)).toBe('warning');
    await own(19);
    expect(await stateOf(item_id)).toBe('warning');
    await own(18);
    expect(await stateOf(item_id)).toBe('warning');
    await own(15);
    expect(await stateOf(item_id)).toBe('ok');
    await setStock(item_id, 15);
    expect(await changesOf(item_id)).toEqual(['warning', 'ok', 'warning']);
  });

  it('of the location judges all stock there anew, however much there is', async () => {
    const item_id = await stockItem(user, shop, 20);
    const own = await stockItem(user, shop, 20);
    const locations = [{ location_id: shop.store_id, stock_warning: 5 }];
    ok(await user.api.inventory.item.edit({ item_id: own, locations }));
    await addItems(600);
    await setThresholds(30, 3);
    expect(await changesOf(item_id)).toEqual(['warning']);
    expect(await changesOf(own)).toEqual([]);
    const facts = await factsOf(world, user.account_id, stockStateChanged);
    expect(facts).toHaveLength(601);
    expect(ok(await user.api.inventory.item.get({ filter_stock_state: 'warning' })).total).toBe(601);
    await setThresholds(10, 3);
    expect(await changesOf(item_id)).toEqual(['warning', 'ok']);
  });

  /** Adds items with 15 pieces each in the store. */
  const addItems = (count: number) =>
    world.assembly.running.inventory.db.source.query(
      `WITH added AS (
         INSERT INTO inventory.item (account_id, name) SELECT $1, 'Spoon ' || n FROM generate_series(1, $3::int) n
         RETURNING item_id
       ), cost AS (
         INSERT INTO inventory.item_cost (account_id, item_id, quantity) SELECT $1, item_id, 15 FROM added
       )
       INSERT INTO inventory.item_stock (account_id, item_id, location_id, on_hand, seq, state)
       SELECT $1, item_id, $2, 15, 1, 'ok' FROM added`,
      [user.account_id, shop.store_id, count],
    );
});

describe('items', () => {
  it('are listed by the state of their stock at a location', async () => {
    const ids = { ok: 0, warning: 0, danger: 0, out: 0 };
    for (const [state, quantity] of [
      ['ok', 11],
      ['warning', 10],
      ['danger', 3],
      ['out', 0],
    ] as const)
      ids[state] = await stockItem(user, shop, quantity);
    ok(await user.api.inventory.item.add({ name: 'Without a location' }));
    const { location_id } = ok(await user.api.inventory.location.add({ name: 'Closed' }));
    ok(await user.api.inventory.item.edit({ item_id: ids.ok, locations: [{ location_id }] }));
    ok(await user.api.inventory.location.delete({ location_id }));
    for (const state of ['ok', 'warning', 'danger', 'out'] as const) {
      const { total, items } = ok(await user.api.inventory.item.get({ filter_stock_state: state }));
      expect([total, items.map(({ item_id }) => item_id)]).toEqual([1, [ids[state]]]);
    }
  });
});
