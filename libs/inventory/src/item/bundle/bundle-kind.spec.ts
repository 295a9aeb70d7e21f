import {
  failure,
  ok,
  openShop,
  orderOf,
  refused,
  ROUNDS,
  type Shop,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';

let world: World;
let owner: TestUser;
let shop: Shop;
let part: number;
let names = 0;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
  part = await stocked(100);
});
afterEach(async () => {
  await world.settled();
  expect(ok(await owner.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

const items = () => owner.api.inventory.item;
const stocked = (pieces: number) => stockItem(owner, shop, pieces, { name: `Part ${++names}` });
const componentsOf = (quantity = 1) => [{ bundle_item_id: part, quantity }];
const bundle = async () => ok(await items().add({ name: `Set ${++names}`, item_bundles: componentsOf() })).item_id;
const toBundle = (item_id: number) => items().edit({ item_id, item_bundles: componentsOf() });
const toItem = (item_id: number) => items().edit({ item_id, bundle: false });
const place = async (item_id: number, fields: object = {}) =>
  ok(
    await owner.api.sale.order.add(
      orderOf(shop, [{ item_id, quantity: 2 }], { order_status_id: shop.pending_id, ...fields }),
    ),
  ).order.order_id;
const order = async (order_id: number) => {
  await world.settled();
  return ok(await owner.api.sale.order.get({ order_id })).orders[0]!;
};
const quantityOf = async (item_id: number) => ok(await items().get({ item_id })).items[0]?.quantity;

/** An item can change its kind in two ways. */
const changes = [
  ['becomes a bundle', () => stocked(0), toBundle],
  ['stops being a bundle', bundle, toItem],
] as const;

describe.each(changes)('an item that %s', (_, make, change) => {
  const reasons = async (item_id: number) => {
    const { error_details } = failure(await change(item_id));
    expect(new Set(error_details.map(({ code, field }) => `${code} ${field}`))).toEqual(
      new Set(['in_use item_bundles']),
    );
    return error_details.map(({ message }) => message);
  };

  it('is named by no order that may still take it', async () => {
    const item_id = await make();
    const pending = await place(item_id);
    const other = await place(item_id);
    await world.settled();
    expect(await reasons(item_id)).toEqual([
      `Item ${item_id} still has open lines of order ${pending}.`,
      `Item ${item_id} still has open lines of order ${other}.`,
    ]);
    ok(await owner.api.sale.order.delete({ order_id: other }));
    const { order_status_id } = ok(await owner.api.setting.order_status.add({ name: 'Cancelled', void: true }));
    ok(await owner.api.sale.order.addHistory({ order_id: pending, order_status_id }));
    ok(await change(item_id));
    ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id, quantity: 1 }])));
  });

  it('is named by no order that is new to inventory', async () => {
    const item_id = await make();
    const order_id = await place(item_id);
    expect(await reasons(item_id)).toEqual([`Item ${item_id} still has open lines of order ${order_id}.`]);
  });

  it('names what is in the way at once: orders and reservations', async () => {
    const item_id = await make();
    const order_id = await place(item_id);
    const { reservation, item } = owner.api.inventory;
    // An account that allows negative stock reserves what it does not have.
    ok(await owner.api.setting.company.edit({ allow_negative_stock: true }));
    const { item_reservation_id } = ok(
      await reservation.add({ location_id: shop.store_id, reservation: [{ item_id, quantity: 1 }] }),
    );
    const { error_details } = failure(await change(item_id));
    expect(error_details.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        `Item ${item_id} is still held by reservation ${item_reservation_id}.`,
        `Item ${item_id} still has open lines of order ${order_id}.`,
      ]),
    );
    ok(await reservation.delete({ item_reservation_id }));
    ok(await owner.api.sale.order.delete({ order_id }));
    await world.settled();
    ok(await change(item_id));
    expect(ok(await item.get({ item_id })).total).toBe(1);
  });

  it('stays open for orders when it is refused for another reason', async () => {
    const item_id = await make();
    ok(await owner.api.setting.company.edit({ allow_negative_stock: true }));
    const { reservation } = owner.api.inventory;
    ok(await reservation.add({ location_id: shop.store_id, reservation: [{ item_id, quantity: 1 }] }));
    expect(await reasons(item_id)).toContainEqual(expect.stringContaining('is still held by reservation'));
    await place(item_id);
  });

  it('changes nothing in a dry run, and lets orders pass behind it', async () => {
    const item_id = await make();
    const was = ok(await items().get({ item_id })).items[0]?.bundle;
    const input = was ? { item_id, bundle: false } : { item_id, item_bundles: componentsOf() };
    ok(await items().edit({ ...input, dry_run: true }));
    expect(ok(await items().get({ item_id })).items[0]?.bundle).toBe(was);
    await place(item_id);
  });
});

describe('an item that becomes a bundle', () => {
  it('is in no transfer job and in no stock take that is not over', async () => {
    const item_id = await stocked(0);
    const { transfer_job, stock_take_job } = owner.api.inventory;
    const { store_id, depot_id } = shop;
    const moved = { from_location_id: store_id, to_location_id: depot_id, items: [{ item_id, quantity: 1 }] };
    const { item_transfer_job_id } = ok(await transfer_job.add(moved));
    const { item_stock_take_job_id } = ok(await stock_take_job.add({ location_id: store_id, items: [{ item_id }] }));
    expect(refused(await toBundle(item_id))).toEqual([
      `Item ${item_id} is still in transfer job ${item_transfer_job_id}.`,
      `Item ${item_id} is still in stock take job ${item_stock_take_job_id}.`,
    ]);
    ok(await transfer_job.cancel({ item_transfer_job_id }));
    ok(await stock_take_job.cancel({ item_stock_take_job_id }));
    ok(await toBundle(item_id));
  });
});

test('a change of the components while orders are open leaves those that their lines have', async () => {
  const other = await stocked(100);
  const set = await bundle();
  const waiting = await place(set);
  const taken = await place(set, { order_status_id: shop.paid_id });
  await world.settled();
  expect(await quantityOf(part)).toBe(98);
  ok(await items().edit({ item_id: set, item_bundles: [{ bundle_item_id: other, quantity: 3 }] }));
  for (const order_id of [waiting, taken])
    expect((await order(order_id)).products).toMatchObject([{ components: [{ item_id: part, quantity: 1 }] }]);
  ok(await owner.api.sale.order.addHistory({ order_id: waiting, order_status_id: shop.paid_id }));
  ok(await owner.api.sale.order.addHistory({ order_id: taken, order_status_id: shop.pending_id }));
  await world.settled();
  expect(await Promise.all([part, other].map(quantityOf))).toEqual([98, 100]);
  const later = await place(set, { order_status_id: shop.paid_id });
  expect((await order(later)).products).toMatchObject([{ components: [{ item_id: other, quantity: 3 }] }]);
  expect(await Promise.all([part, other].map(quantityOf))).toEqual([98, 94]);
});

test.each(changes)(
  `of ${ROUNDS} orders of an item that at the same time %s, each takes what the item is`,
  async (_, make, change) => {
    for (let run = 0; run < ROUNDS; run++) {
      const item_id = await make();
      const add = () =>
        owner.api.sale.order.add(
          orderOf(shop, [{ item_id, quantity: 1 }], { order_status_id: shop.pending_id, comment: `Raced ${++names}` }),
        );
      const [changed, ...placed] = await Promise.all([change(item_id), add(), add(), ...(run % 2 ? [add()] : [])]);
      const now = ok(await items().get({ item_id })).items[0]!.bundle;
      for (const reply of placed) {
        if (reply.error) expect(reply.error).toEqual([expect.stringContaining(`Item ${item_id} is just `)]);
        else expect(reply.order.products[0]?.components !== undefined).toBe(now);
      }
      if (changed.error) {
        for (const message of changed.error)
          expect(message).toMatch(new RegExp(`^Item ${item_id} still has open lines of order`));
        expect(placed.some(({ error }) => !error)).toBe(true);
      }
    }
  },
  120_000,
);

test(`of ${ROUNDS} items that become bundles while a transfer job is drafted for them, none is in both`, async () => {
  const { store_id, depot_id } = shop;
  for (let run = 0; run < ROUNDS; run++) {
    const item_id = await stocked(0);
    const moved = { from_location_id: store_id, to_location_id: depot_id, items: [{ item_id, quantity: 1 }] };
    const replies = await Promise.all([toBundle(item_id), owner.api.inventory.transfer_job.add(moved)]);
    expect(replies.filter(({ error }) => !error)).toHaveLength(1);
  }
});
