import { ok, openShop, refused, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let owner: TestUser;
let shop: Shop;
let names = 0;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
});
afterEach(async () => {
  await world.settled();
  expect(ok(await owner.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

type Add = Parameters<TestUser['api']['inventory']['item']['add']>[0];
const items = () => owner.api.inventory.item;
const stocked = (pieces: number, fields: Partial<Add> = {}) =>
  stockItem(owner, shop, pieces, { name: `Part ${++names}`, ...fields });
const componentsOf = (parts: readonly (readonly [number, number])[]) =>
  parts.map(([bundle_item_id, quantity]) => ({ bundle_item_id, quantity }));
const add = async (parts: readonly (readonly [number, number])[], fields: Partial<Add> = {}) =>
  ok(await items().add({ name: `Set ${++names}`, item_bundles: componentsOf(parts), ...fields })).item_id;
const shown = async (item_id: number) => ok(await items().get({ item_id, filter_deleted: true })).items[0]!;
const setStock = async (item_id: number, location_id: number, quantity: number) =>
  ok(await items().editStock({ items: [{ item_id, location_id, quantity }] }));
const levels = async (item_id: number) =>
  (await shown(item_id)).locations.map(({ location_id, quantity, on_hand, reserved }) => {
    return [location_id, quantity, on_hand, reserved];
  });

describe('a bundle', () => {
  it('shows its components, and as many of it as the scarcest makes at each location', async () => {
    const [cup, tea] = [await stocked(7, { name: 'Cup' }), await stocked(10, { name: 'Tea', cost: 1.25 })];
    await setStock(cup, shop.depot_id, 4);
    const item_id = await add([
      [cup, 2],
      [tea, 3],
    ]);
    expect(await shown(item_id)).toMatchObject({
      bundle: true,
      item_bundles: [
        { bundle_item_id: cup, name: 'Cup', quantity: 2 },
        { bundle_item_id: tea, name: 'Tea', quantity: 3 },
      ],
      quantity: 3,
      average_cost: 8.75,
      pool_cost: 0,
      total_added: 0,
    });
    expect(await levels(item_id)).toEqual([
      [shop.store_id, 3, 3, 0],
      [shop.depot_id, 0, 0, 0],
    ]);
    await setStock(tea, shop.depot_id, 30);
    expect((await shown(item_id)).quantity).toBe(5);
    const held = { location_id: shop.store_id, reservation: [{ item_id: cup, quantity: 4 }] };
    ok(await owner.api.inventory.reservation.add(held));
    expect(await levels(item_id)).toEqual([
      [shop.store_id, 1, 3, 2],
      [shop.depot_id, 2, 2, 0],
    ]);
  });

  it('has the thresholds of its location', async () => {
    const cup = await stocked(9);
    const item_id = await add([[cup, 2]]);
    const stateWith = async (fields: object) => {
      ok(await owner.api.inventory.location.edit({ location_id: shop.store_id, ...fields }));
      return (await shown(item_id)).locations[0]?.stock_state;
    };
    expect(await stateWith({})).toBe('ok');
    expect(await stateWith({ stock_warning: 4 })).toBe('warning');
    expect(await stateWith({ stock_danger: 4 })).toBe('danger');
    await setStock(cup, shop.store_id, 1);
    expect(await stateWith({})).toBe('out');
    expect(ok(await items().get({ filter_stock_state: 'out' })).items.map((item) => item.item_id)).not.toContain(
      item_id,
    );
  });

  it('is sorted by the quantity and the average cost that it shows', async () => {
    const [cup, tea] = [await stocked(9, { name: 'Cup', cost: 4 }), await stocked(2, { name: 'Tea', cost: 7 })];
    await add([[cup, 2]], { name: 'Two cups' });
    await add(
      [
        [cup, 1],
        [tea, 2],
      ],
      { name: 'Tea time' },
    );
    const sortedBy = async (sort: 'quantity' | 'average_cost') =>
      ok(await items().get({ sort, order: 'ASC' })).items.map(({ name }) => name);
    expect(await sortedBy('quantity')).toEqual(['Tea time', 'Tea', 'Two cups', 'Cup']);
    expect(await sortedBy('average_cost')).toEqual(['Cup', 'Tea', 'Two cups', 'Tea time']);
    expect(ok(await items().get({ filter_bundle: true })).total).toBe(2);
    expect(ok(await items().get({ filter_bundle: false })).total).toBe(2);
  });

  it('changes its components by an edit, which its fact shows, and becomes an ordinary item without any', async () => {
    const [cup, tea] = [await stocked(4), await stocked(6)];
    const item_id = await add([[cup, 1]]);
    const { date_modified } = await shown(item_id);
    const edit = async (fields: object) => {
      ok(await items().edit({ item_id, ...fields, strict: false }));
      const { bundle, item_bundles, quantity } = await shown(item_id);
      return [bundle, item_bundles.map(({ bundle_item_id, quantity }) => [bundle_item_id, quantity]), quantity];
    };
    expect(await edit({ name: 'Set' })).toEqual([true, [[cup, 1]], 4]);
    const both: [number, number][] = [[tea, 2], [cup, 1]]; // prettier-ignore
    expect(await edit({ item_bundles: componentsOf(both) })).toEqual([true, both, 3]);
    expect((await shown(item_id)).date_modified >= date_modified).toBe(true);
    const { date_added: _, ...full } = await shown(item_id);
    expect(await edit({ ...full, bundle: true })).toEqual([true, both, 3]);
    expect(await edit({ bundle: false })).toEqual([false, [], 0]);
    await setStock(item_id, shop.store_id, 5);
    expect(await edit({ bundle: 0, item_bundles: [] })).toEqual([false, [], 5]);
    const { rows } = await factsOf(item_id);
    expect(rows.map(({ previous }) => previous)).toContainEqual(
      expect.objectContaining({ item_bundles: [expect.objectContaining({ bundle_item_id: cup, quantity: 1 })] }),
    );
  });
});

const factsOf = async (item_id: number) => ({
  rows: (await world.assembly.running.inventory.db.source.query(
    `SELECT payload -> 'previous' AS previous FROM (
       SELECT account_id, topic, aggregate_id, payload FROM inventory.outbox
       UNION ALL SELECT account_id, topic, aggregate_id, payload FROM inventory.outbox_archive
     ) sent WHERE account_id = $1 AND topic = 'inventory.item' AND aggregate_id = $2`,
    [owner.account_id, item_id],
  )) as { previous: object }[],
});

describe('a bundle is refused', () => {
  const reasons = async (fields: Partial<Add>) => refused(await items().add({ name: 'Set', ...fields }));

  it('without components, with unknown or repeated ones, and with a bundle in it', async () => {
    const cup = await stocked(1);
    const inner = await add([[cup, 1]]);
    const stranger = await world.account();
    const foreign = ok(await stranger.api.inventory.item.add({ name: 'Theirs' })).item_id;
    expect(await reasons({ bundle: true })).toEqual(['item_bundles must name the components of a bundle.']);
    expect(await reasons({ bundle: true, item_bundles: [] })).toHaveLength(1);
    expect(await reasons({ bundle: false, item_bundles: componentsOf([[cup, 1]]) })).toEqual([
      'bundle must be 1 or left out with item_bundles: an item that is no bundle has none.',
    ]);
    expect(
      await reasons({
        item_bundles: componentsOf([
          [cup, 1],
          [inner, 1],
          [foreign, 1],
          [cup, 2],
        ]),
      }),
    ).toEqual([
      // prettier-ignore
      'item_bundles[3].bundle_item_id ' + `${cup} is given twice.`,
      `item_bundles[1].bundle_item_id ${inner} is a bundle, and a bundle has no bundles in it.`,
      `There is no item ${foreign}.`,
    ]);
    expect(refused(await items().edit({ item_id: inner, item_bundles: componentsOf([[inner, 1]]) }))).toEqual([
      'item_bundles[0].bundle_item_id must be another item than the bundle itself.',
    ]);
  });

  it('of an item that is a component, has stock, or is still asked for', async () => {
    const [cup, tea] = [await stocked(3, { name: 'Cup' }), await stocked(0)];
    const item_bundles = componentsOf([[tea, 1]]);
    const set = await add([[cup, 1]], { name: 'Set' });
    expect(refused(await items().edit({ item_id: cup, item_bundles }))).toEqual([
      `Item ${cup} still has stock at location ${shop.store_id} (Store).`,
      `Item ${cup} is still a component of item ${set} (Set).`,
    ]);
    const asked = await stocked(0);
    const line = { item_id: asked, quantity: 1, cost: 1 };
    ok(await owner.api.inventory.purchase_order.add({ location_id: shop.store_id, item: [line] }));
    expect(refused(await items().edit({ item_id: asked, item_bundles }))).toEqual([
      expect.stringContaining(`Item ${asked} is still to arrive with purchase order`),
    ]);
  });

  it('by everything that moves its own stock, and has quantities that follow from its components alone', async () => {
    const cup = await stocked(4);
    const item_id = await add([[cup, 2]], { model: 'SET' });
    const { store_id: location_id, depot_id } = shop;
    const { addition, transfer, purchase_order } = owner.api.inventory;
    const why = `${item_id} is a bundle, which has no stock of its own: name its components.`;
    const piece = { item_id, quantity: 1 };
    const line = { ...piece, cost: 1 };
    expect(refused(await addition.add({ addition: [{ ...line, location_id }] }))).toEqual([
      `addition[0].item_id ${why}`,
    ]);
    const moved = { ...piece, from_location_id: location_id, to_location_id: depot_id };
    expect(refused(await transfer.add({ transfer: [moved] }))).toEqual([`transfer[0].item_id ${why}`]);
    expect(refused(await purchase_order.add({ location_id, item: [line] }))).toEqual([`item[0].item_id ${why}`]);
    expect(refused(await items().editStock({ items: [{ model: 'SET', location_id, quantity: 2 }] }))).toHaveLength(1);
    const locations = [{ location_id, quantity: 3 }];
    expect(refused(await items().edit({ item_id, locations }))).toEqual([
      'locations[0].quantity of a bundle follows from its components, which make 2 there: leave it out.',
    ]);
    expect(await reasons({ item_bundles: componentsOf([[cup, 1]]), locations })).toHaveLength(1);
    ok(await items().edit({ item_id, locations: [{ location_id, quantity: 2, price: 12, location: 'B-2' }] }));
    expect((await shown(item_id)).locations).toMatchObject([{ quantity: 2, price: 12, location: 'B-2' }]);
  });

  it('keeps its components from being deleted, until it is deleted itself', async () => {
    const cup = await stocked(1);
    const item_id = await add([[cup, 1]], { name: 'Set' });
    expect(refused(await items().delete({ item_id: cup }))).toEqual([
      `Item ${cup} is still a component of item ${item_id} (Set).`,
    ]);
    ok(await items().delete({ batch_id: [cup, item_id] }));
    expect(await shown(item_id)).toMatchObject({ deleted: true, item_bundles: [{ bundle_item_id: cup }] });
  });
});
