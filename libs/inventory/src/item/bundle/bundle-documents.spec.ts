import { ok, openShop, orderOf, refused, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let owner: TestUser;
let shop: Shop;
let names = 0;
let cup: number;
let tea: number;
let set: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
  cup = await stockItem(owner, shop, 10, { name: 'Cup', cost: 2 });
  tea = await stockItem(owner, shop, 10, { name: 'Tea', cost: 4 });
  const item_bundles = componentsOf([cup, 2], [tea, 1]);
  set = ok(await owner.api.inventory.item.add({ name: 'Set', item_bundles })).item_id;
});
afterEach(async () => {
  await world.settled();
  expect(ok(await owner.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

const componentsOf = (...parts: readonly (readonly [number, number])[]) =>
  parts.map(([bundle_item_id, quantity]) => ({ bundle_item_id, quantity }));
const recompose = async (...parts: readonly (readonly [number, number])[]) =>
  ok(await owner.api.inventory.item.edit({ item_id: set, item_bundles: componentsOf(...parts) }));
const itemOf = async (item_id: number) => ok(await owner.api.inventory.item.get({ item_id })).items[0]!;
const available = async () => Promise.all([cup, tea, set].map(async (id) => (await itemOf(id)).quantity));
const line = (quantity: number, cost = 0, item_id = set) => {
  return { item_id, name: '', location_id: shop.store_id, quantity, cost };
};
type Line = Omit<ReturnType<typeof line>, 'cost'> & { cost?: number };

describe('a deduction of a bundle', () => {
  const deductions = () => owner.api.inventory.deduction;
  const add = async (...deduction: Line[]) =>
    ok(await deductions().add({ comment: `${++names}`, deduction })).item_deduction_id;
  const edit = async (item_deduction_id: number, ...deduction: Line[]) =>
    ok(await deductions().edit({ item_deduction_id, deduction }));
  const remove = async (item_deduction_id: number) => ok(await deductions().delete({ item_deduction_id }));
  const shown = async (item_deduction_id: number) =>
    ok(await deductions().get({ item_deduction_id })).deductions[0]!.items;

  it('takes the components, and its edit and its deletion move those that the line had', async () => {
    const item_deduction_id = await add(line(3, 8));
    expect(await available()).toEqual([4, 7, 2]);
    expect(await shown(item_deduction_id)).toMatchObject([{ item_id: set, name: 'Set', quantity: 3, cost: 8 }]);
    await recompose([tea, 5]);
    await edit(item_deduction_id, line(1, 8));
    expect(await available()).toEqual([8, 9, 1]);
    const again = await add(line(1, 8));
    expect(await available()).toEqual([8, 4, 0]);
    await remove(again);
    await remove(item_deduction_id);
    expect(await available()).toEqual([10, 10, 2]);
  });

  it('goes out at the averages of the components, or at their share of the cost given', async () => {
    const clerk = await world.colleague(owner, { access: ['inventory/*'], modify: ['inventory/*'], view_cost: false });
    const { cost: _, ...free } = line(1);
    const { item_deduction_id } = ok(await clerk.api.inventory.deduction.add({ comment: '', deduction: [free] }));
    expect(await shown(item_deduction_id)).toMatchObject([{ cost: 8 }]);
    expect([(await itemOf(cup)).pool_cost, (await itemOf(tea)).pool_cost]).toEqual([16, 36]);
    const dear = await add(line(1, 16));
    expect([(await itemOf(cup)).pool_cost, (await itemOf(tea)).pool_cost]).toEqual([8, 28]);
    await remove(dear);
    expect([(await itemOf(cup)).pool_cost, (await itemOf(tea)).pool_cost]).toEqual([16, 36]);
  });

  it('is refused for the component that is short, and for more pieces than a document can move', async () => {
    const reasons = async (...deduction: Line[]) => refused(await deductions().add({ comment: '', deduction }));
    expect(await reasons(line(4, 1), line(3, 1, cup))).toEqual([
      `Item ${cup} (Cup) is short by 1 at Store: 3 wanted, 2 available.`,
    ]);
    expect(await reasons(line(1_500_000_000, 1))).toEqual([
      `deduction[0].quantity takes more than 2000000000 pieces of component ${cup}.`,
    ]);
    expect(await available()).toEqual([10, 10, 5]);
  });
});

describe('a reservation of a bundle', () => {
  const reserve = async (quantity: number, fields: object = {}) => {
    const reservation = [{ item_id: set, quantity }];
    const request = { location_id: shop.store_id, reservation, comment: `${++names}`, ...fields };
    return ok(await owner.api.inventory.reservation.add(request)).item_reservation_id;
  };
  const shown = async (item_reservation_id: number) => {
    const [found] = ok(await owner.api.inventory.reservation.get({ item_reservation_id })).reservations;
    const [{ quantity = 0, quantity_held = 0, quantity_taken = 0 } = {}] = found?.items ?? [];
    return [found?.status, quantity, quantity_held, quantity_taken];
  };
  const place = async (item_id: number, quantity: number) => {
    const order = orderOf(shop, [{ item_id, quantity }], { comment: `${++names}` });
    return ok(await owner.api.sale.order.add(order)).order.order_id;
  };
  const pay = async (order_id: number) => {
    ok(await owner.api.sale.order.addHistory({ order_id, order_status_id: shop.paid_id }));
    await world.settled();
  };

  it('holds the components, until it is changed or deleted, whatever the bundle has meanwhile', async () => {
    const item_reservation_id = await reserve(4);
    expect(await available()).toEqual([2, 6, 1]);
    await recompose([tea, 1]);
    const reservation = [{ item_id: set, quantity: 1 }];
    ok(await owner.api.inventory.reservation.edit({ item_reservation_id, reservation }));
    expect(await available()).toEqual([8, 9, 9]);
    expect(await shown(item_reservation_id)).toEqual(['active', 1, 1, 0]);
    expect(refused(await owner.api.inventory.location.delete({ location_id: shop.store_id }))).toContainEqual(
      `Location ${shop.store_id} still holds pieces for reservation ${item_reservation_id}.`,
    );
    ok(await owner.api.inventory.reservation.delete({ item_reservation_id }));
    expect(await available()).toEqual([10, 10, 10]);
  });

  it('gives its order the components, also when the order takes one of them alone', async () => {
    const order_id = await place(set, 3);
    const item_reservation_id = await reserve(5, { order_id });
    expect(await available()).toEqual([0, 5, 0]);
    await pay(order_id);
    expect(await shown(item_reservation_id)).toEqual(['active', 5, 2, 3]);
    const reservation = [{ item_id: set, quantity: 2 }];
    expect(refused(await owner.api.inventory.reservation.edit({ item_reservation_id, reservation }))).toContainEqual(
      'reservation[0].quantity is 2: its order has taken 3 pieces already.',
    );
    ok(await owner.api.sale.order.delete({ order_id }));
    await world.settled();
    expect(await available()).toEqual([10, 10, 5]);
    const cups = await place(cup, 3);
    const held = await reserve(5, { order_id: cups });
    await pay(cups);
    expect(await shown(held)).toEqual(['active', 5, 3, 0]);
    expect(await available()).toEqual([0, 5, 0]);
  });

  it('lets its backordered order take what is held as soon as the rest arrives, and ends at its time', async () => {
    const order_id = await place(set, 7);
    const item_reservation_id = await reserve(5, { order_id });
    await pay(order_id);
    const addition = [line(4, 2, cup)];
    ok(await owner.api.inventory.addition.add({ addition }));
    await world.settled();
    expect(await shown(item_reservation_id)).toEqual(['active', 5, 0, 5]);
    expect(await available()).toEqual([0, 3, 0]);
    ok(await owner.api.sale.order.delete({ order_id }));
    await world.settled();
    const expiring = await reserve(2);
    await world.assembly.running.inventory.db.source.query(
      'UPDATE inventory.reservation SET date_expire = now() WHERE account_id = $1 AND item_reservation_id = $2',
      [owner.account_id, expiring],
    );
    await world.settled();
    expect(await shown(expiring)).toEqual(['expired', 2, 0, 0]);
    expect(await available()).toEqual([14, 10, 7]);
  });
});
