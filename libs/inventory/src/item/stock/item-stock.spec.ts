import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';
import { LockedStock } from '../../ledger/locked-stock.js';
import { moveMany } from '../../ledger/stock-ledger.js';

let world: World;
let user: TestUser;
let shop: number;
let store: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = ok(await user.api.inventory.location.add({ name: 'Shop' })).location_id;
  store = ok(await user.api.inventory.location.add({ name: 'Store' })).location_id;
});

type Items = TestUser['api']['inventory']['item'];
type EditStock = Parameters<Items['editStock']>[0];
const items = (): Items => user.api.inventory.item;
const add = async (input: Parameters<Items['add']>[0]) => ok(await items().add(input)).item_id;
const editStock = async (lines: EditStock['items'], currency?: Omit<EditStock, 'items'>) =>
  ok(await items().editStock({ items: lines, ...currency }));
const faultsOf = async (input: EditStock) => failure(await items().editStock(input)).error_details;
const shown = async (item_id: number) => ok(await items().get({ item_id })).items[0]!;
const mug = (quantity: number, cost = 2) =>
  add({ name: 'Mug', cost, model: 'M-1', locations: [{ location_id: shop, quantity }] });

describe('editStock', () => {
  it('adds a rise at its cost and deducts a fall at the average', async () => {
    const rising = await mug(10);
    const falling = await add({ name: 'Cup', cost: 3, locations: [{ location_id: shop, quantity: 10 }] });
    const same = await add({ name: 'Jar', cost: 3, locations: [{ location_id: shop, quantity: 10 }] });
    const edited = await editStock([
      { item_id: rising, location_id: shop, quantity: 15, cost: 8 },
      { item_id: falling, location_id: shop, quantity: 4, cost: 99 },
      { item_id: same, location_id: shop, quantity: 10, cost: 99 },
    ]);
    expect(edited).toEqual({
      success: true,
      changed: 2,
      results: [
        { index: 0, item_id: rising, quantity: 15, changed: true },
        { index: 1, item_id: falling, quantity: 4, changed: true },
        { index: 2, item_id: same, quantity: 10, changed: false },
      ],
    });
    // The item has 10 pieces at 2 and 5 at 8.
    expect(await shown(rising)).toMatchObject({ quantity: 15, average_cost: 4, pool_cost: 60, total_added: 15 });
    expect(await shown(falling)).toMatchObject({ quantity: 4, average_cost: 3, pool_cost: 12, total_deducted: 6 });
    expect(await shown(same)).toMatchObject({ quantity: 10, average_cost: 3, total_added: 10, total_deducted: 0 });
    const { flows } = ok(await user.api.inventory.flow.get({ filter_item_id: rising, limit: 1 }));
    expect(flows).toMatchObject([
      { quantity: 5, balance: 15, comment: 'Stock edited', user: 'owner', location: 'Shop' },
    ]);
  });

  it("books a rise without a cost at the average, and at the item's own cost while it has no stock", async () => {
    const item_id = await add({ name: 'Mug', cost: 2 });
    const rise = (quantity: number, cost?: number) => editStock([{ item_id, location_id: shop, quantity, cost }]);
    await rise(4);
    expect(await shown(item_id)).toMatchObject({ average_cost: 2, pool_cost: 8 });
    await rise(8, 6);
    await rise(10);
    expect(await shown(item_id)).toMatchObject({ average_cost: 4, pool_cost: 40 });
    await rise(0);
    await rise(1);
    expect(await shown(item_id)).toMatchObject({ average_cost: 2, pool_cost: 2 });
  });

  it('finds items by model, sku and barcode, and locations where they never were', async () => {
    const ids = [await mug(1), await add({ name: 'Cup', sku: 'S-1' }), await add({ name: 'Jar', barcode: 'B-1' })];
    const { results } = await editStock([
      { model: 'M-1', location_id: store, quantity: 3 },
      { sku: 'S-1', location_id: store, quantity: 4 },
      { barcode: 'B-1', location_id: store, quantity: 5 },
    ]);
    expect(results.map(({ item_id }) => item_id)).toEqual(ids);
    expect(await shown(ids[0]!)).toMatchObject({ quantity: 4, average_cost: 2 });
  });

  it('sets the quantity that lists show: what is reserved stays on hand', async () => {
    const item_id = await mug(10);
    const { source } = world.assembly.running.inventory.db;
    await source.query('UPDATE inventory.item_stock SET reserved = 4 WHERE item_id = $1', [item_id]);
    await editStock([{ item_id, location_id: shop, quantity: 1, compare_quantity: 6 }]);
    expect(await shown(item_id)).toMatchObject({ quantity: 1, total_deducted: 5 });
    const [{ on_hand }] = await source.query('SELECT on_hand FROM inventory.item_stock WHERE item_id = $1', [item_id]);
    expect(Number(on_hand)).toBe(5);
  });

  it("converts costs by the rate given, or else by the account's", async () => {
    ok(await user.api.setting.currency.add({ code: 'EUR', value: 0.8 }));
    const [given, own, base] = [await mug(0), await add({ name: 'Cup' }), await add({ name: 'Jar' })];
    const line = (item_id: number) => [{ item_id, location_id: shop, quantity: 2, cost: 4 }];
    await editStock(line(given), { currency: 'EUR', currency_value: 0.5 });
    await editStock(line(own), { currency: 'EUR', currency_value: 0 });
    await editStock(line(base));
    const costs = await Promise.all([given, own, base].map(async (item_id) => (await shown(item_id)).average_cost));
    expect(costs).toEqual([8, 5, 4]);
  });

  it('takes up to 100 lines', async () => {
    const { source } = world.assembly.running.inventory.db;
    const rows: { item_id: number }[] = await source.query(
      `INSERT INTO inventory.item (account_id, name) SELECT $1, 'Item ' || n FROM generate_series(1, 101) n
       RETURNING item_id`,
      [user.account_id],
    );
    const lines = rows.map(({ item_id }) => ({ item_id, location_id: shop, quantity: 1 }));
    const limits = ['items must be a list of 1 to 100 objects.'];
    expect(refused(await items().editStock({ items: lines }))).toEqual(limits);
    expect(refused(await items().editStock({ items: [] }))).toEqual(limits);
    expect((await editStock(lines.slice(1))).changed).toBe(100);
  });
});

describe('editStock is refused', () => {
  it('when a quantity is not what the caller last saw', async () => {
    const item_id = await mug(10);
    const other = await add({ name: 'Cup' });
    const lines = [
      { item_id: other, location_id: shop, quantity: 5, compare_quantity: 0 },
      { item_id, location_id: shop, quantity: 5, compare_quantity: 9 },
    ];
    const message = `items[1].compare_quantity is 9, but item ${item_id} has 10 at location ${shop} by now.`;
    expect(await faultsOf({ items: lines })).toEqual([{ code: 'stale', field: 'items[1].compare_quantity', message }]);
    expect(await shown(other)).toMatchObject({ quantity: 0 });
    await editStock([{ item_id, location_id: shop, quantity: 5, compare_quantity: 10 }]);
  });

  it('with every reason at once, and then changes nothing', async () => {
    const item_id = await mug(10);
    const twins = [await add({ name: 'A', sku: 'S-1' }), await add({ name: 'B', sku: 'S-1' })];
    const line = { location_id: shop, quantity: 1 };
    const faults = await faultsOf({
      currency: 'XXX',
      items: [
        { ...line, item_id },
        { ...line, model: 'M-1' },
        { ...line, item_id: 999_999 },
        { ...line, sku: 'S-1' },
        { ...line, barcode: 'B-1' },
        line,
        { ...line, item_id, model: 'M-1' },
        { item_id, location_id: 999_998, quantity: 1 },
        { item_id, location_id: store, quantity: 1, compare_quantity: 7 },
      ],
    });
    const one = 'must name its item by exactly one of item_id, model, sku and barcode.';
    expect(new Map(faults.map(({ field, code, message }) => [field, `${code}: ${message}`]))).toEqual(
      new Map([
        ['currency', 'unknown_reference: There is no currency XXX.'],
        ['items[1]', `invalid: items[1] names item ${item_id} at location ${shop} a second time.`],
        ['items[2].item_id', 'unknown_reference: There is no item 999999.'],
        ['items[3].sku', `invalid: sku S-1 fits several items: ${twins.join(', ')}. Name one by its item_id.`],
        ['items[4].barcode', 'unknown_reference: There is no item with barcode B-1.'],
        ['items[5]', `invalid: items[5] ${one}`],
        ['items[6]', `invalid: items[6] ${one}`],
        ['items[7].location_id', 'unknown_reference: There is no location 999998.'],
        [
          'items[8].compare_quantity',
          `stale: items[8].compare_quantity is 7, but item ${item_id} has 0 at location ${store} by now.`,
        ],
      ]),
    );
    expect(await shown(item_id)).toMatchObject({ quantity: 10 });
  });

  it('for items and locations that are deleted or of another account', async () => {
    const item_id = await mug(1);
    const stranger = await world.account();
    const lines = [{ item_id, location_id: shop, quantity: 1 }];
    const gone = [`There is no item ${item_id}.`, `There is no location ${shop}.`];
    expect(refused(await stranger.api.inventory.item.editStock({ items: lines }))).toEqual(gone);
    ok(await items().delete({ item_id }));
    ok(await user.api.inventory.location.delete({ location_id: shop }));
    expect(refused(await items().editStock({ items: lines }))).toEqual(gone);
  });

  it('for a unit cost that no money can show', async () => {
    const lines = [
      { item_id: await mug(1), location_id: shop, quantity: 2, cost: 1 },
      { item_id: await add({ name: 'Cup' }), location_id: shop, quantity: 2, cost: 1_000 },
    ];
    ok(await user.api.setting.currency.add({ code: 'EUR', value: 1 }));
    const message = 'items[1].cost must be less than 100000000000 in the base currency.';
    expect(await faultsOf({ items: lines, currency: 'EUR', currency_value: 0.000_000_01 })).toEqual([
      { code: 'invalid', field: 'items[1].cost', message },
    ]);
    await editStock(lines, { currency: 'EUR', currency_value: 0.000_000_1 });
  });

  it('for a rate without its currency', async () => {
    const items = [{ item_id: await mug(1), location_id: shop, quantity: 2, cost: 1 }];
    const message = 'currency_value 0.5 is the rate of no currency: give currency as well.';
    expect(await faultsOf({ items, currency_value: 0.5 })).toEqual([
      { code: 'invalid', field: 'currency_value', message },
    ]);
    for (const currency_value of [0, 1]) await editStock(items, { currency_value });
  });

  it('for negative quantities', async () => {
    const item_id = await mug(1);
    expect(refused(await items().editStock({ items: [{ item_id, location_id: shop, quantity: -1 }] }))).toEqual([
      'items[0].quantity must be an integer of at least 0.',
    ]);
  });
});

describe('stock at a deleted location', () => {
  /** An order's stock returns to the location it was taken from, even if that is deleted. */
  const deletedWith = async (item_id: number, on_hand: number) => {
    const { db } = world.assembly.running.inventory;
    ok(await user.api.inventory.location.delete({ location_id: shop }));
    const document = { document: 'order', document_id: 1, document_version: 2 };
    const operation = { ...document, user_id: 0, username: '', comment: 'Order 1' };
    const lines = [{ line: 1, item_id, location_id: shop, quantity: on_hand }];
    const { account_id } = user;
    await db.transactFor([account_id], async (tx) => {
      const locked = await LockedStock.of(tx, [{ account_id, item_id, location_id: shop }]);
      moveMany(tx, [{ account_id, operation, lines }], locked);
    });
  };

  it('is shown, and can be moved away', async () => {
    const item_id = await mug(0);
    await deletedWith(item_id, 4);
    const { quantity, locations } = await shown(item_id);
    expect({ quantity, locations }).toMatchObject({ quantity: 4, locations: [{ location_id: shop, quantity: 4 }] });
    ok(await items().edit({ item_id, name: 'Pot', locations: [{ location_id: shop, quantity: 3 }] }));
    await editStock([
      { item_id, location_id: shop, quantity: 0 },
      { item_id, location_id: store, quantity: 3 },
    ]);
    expect(await shown(item_id)).toMatchObject({ quantity: 3, locations: [{ location_id: store }] });
  });

  it('is shown even beyond what can be set', async () => {
    const item_id = await mug(0);
    await deletedWith(item_id, 6_000_000_000);
    expect(await shown(item_id)).toMatchObject({ quantity: 6_000_000_000 });
    expect(ok(await user.api.inventory.flow.get({})).flows).toMatchObject([{ balance: 6_000_000_000 }]);
    await editStock([{ item_id, location_id: shop, quantity: 1, compare_quantity: 6_000_000_000 }]);
    expect(await shown(item_id)).toMatchObject({ quantity: 1 });
  });

  it('lets no other item in', async () => {
    const item_id = await mug(0);
    const other = await add({ name: 'Cup', locations: [{ location_id: shop }] });
    await deletedWith(item_id, 4);
    const gone = [`There is no location ${shop}.`];
    expect(refused(await items().editStock({ items: [{ item_id: other, location_id: shop, quantity: 1 }] }))).toEqual(
      gone,
    );
    const locations = [{ location_id: shop, quantity: 1 }];
    expect(refused(await items().edit({ item_id: other, locations }))).toEqual(gone);
    expect(refused(await items().add({ name: 'Jar', locations }))).toEqual(gone);
  });
});

describe('many at once', () => {
  it('with a compare_quantity change the stock exactly once', async () => {
    const item_id = await mug(10);
    const attempts = [...Array(10).keys()].map((n) =>
      items().editStock({ items: [{ item_id, location_id: shop, quantity: 20 + n, compare_quantity: 10 }] }),
    );
    const replies = await Promise.all(attempts);
    expect(replies.filter(({ error }) => !error)).toHaveLength(1);
    expect(ok(await user.api.inventory.flow.get({ filter_item_id: item_id })).total).toBe(2);
  });

  it('on items in opposite orders do not block each other', async () => {
    const ids = [await mug(0), await add({ name: 'Cup' }), await add({ name: 'Jar' })];
    const attempts = [...Array(12).keys()].map((n) => {
      const lines = ids.map((item_id) => ({ item_id, location_id: n % 3 ? shop : store, quantity: n + 1 }));
      return items().editStock({ items: n % 2 ? lines : lines.reverse() });
    });
    for (const reply of await Promise.all(attempts)) ok(reply);
    for (const item_id of ids) expect(ok(await user.api.inventory.flow.verify({ item_id })).faults).toEqual([]);
  });
});
