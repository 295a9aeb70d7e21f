import { ok, openShop, orderOf, refused, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let owner: TestUser;
let shop: Shop;
let kiosk: number;
let channel_id: number;
let mug: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
  kiosk = ok(await owner.api.inventory.location.add({ name: 'Kiosk' })).location_id;
  const configuration = { location_id: kiosk };
  channel_id = ok(await owner.api.integration.channel.add({ type: 'pos', name: 'Kiosk', configuration })).channel_id;
  mug = await stockItem(owner, shop, 0);
});
afterEach(async () => {
  await world.settled();
  expect(ok(await owner.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

const api = () => owner.api;
const put = async (location_id: number, quantity: number) =>
  ok(await api().inventory.item.editStock({ items: [{ item_id: mug, location_id, quantity }] }));
const close = async () => {
  ok(await api().integration.channel.edit({ channel_id, configuration: { location_id: shop.depot_id } }));
  await world.settled();
  ok(await api().inventory.location.delete({ location_id: kiosk }));
  await world.settled();
};
const place = async (quantity: number, fields: object = {}) => {
  const order = orderOf({ ...shop, channel_id }, [{ item_id: mug, quantity }], {
    order_status_id: shop.paid_id,
    total: 100,
    ...fields,
  });
  return ok(await api().sale.order.add(order)).order;
};
const quantities = async () => {
  await world.settled();
  const [item] = ok(await api().inventory.item.get({ item_id: mug })).items;
  return [kiosk, shop.store_id].map(
    (id) => item?.locations.find(({ location_id }) => location_id === id)?.quantity ?? 0,
  );
};
/** Returns the last movement, which brought the pieces. */
const arrival = async () => ok(await api().inventory.flow.get({ filter_item_id: mug, limit: 1 })).flows[0]!;
const relocated = (what: string) =>
  `${what}: location ${kiosk} (Kiosk) is deleted, the pieces go to location ${shop.store_id} (Store).`;

describe('pieces that come back to a deleted location', () => {
  it("go to the account's default location when an order gives back some, and then all", async () => {
    await put(kiosk, 5);
    const { order_id, products } = await place(5);
    await close();
    expect(await quantities()).toEqual([0, 0]);
    const [{ order_product_id } = { order_product_id: 0 }] = products;
    const fewer = { ...orderOf(shop, [{ item_id: mug, quantity: 3 }]).products[0]!, order_product_id };
    ok(await api().sale.order.edit({ order_id, products: [fewer] }));
    expect(await quantities()).toEqual([0, 2]);
    expect(await arrival()).toMatchObject({
      location_id: shop.store_id,
      quantity: 2,
      balance: 2,
      document: 'location',
      document_id: kiosk,
      comment: relocated(`Order ${order_id}`),
    });
    ok(await api().sale.order.delete({ order_id }));
    expect(await quantities()).toEqual([0, 5]);
    const [item] = ok(await api().inventory.item.get({ item_id: mug })).items;
    expect(item).toMatchObject({ quantity: 5, average_cost: 2.5, pool_cost: 12.5 });
  });

  it('serve the orders that wait at the default location', async () => {
    await put(kiosk, 4);
    const { order_id } = await place(4);
    await close();
    const waiting = orderOf(shop, [{ item_id: mug, quantity: 3 }], { order_status_id: shop.paid_id });
    const waiting_id = ok(await api().sale.order.add(waiting)).order.order_id;
    await world.settled();
    ok(await api().sale.order.addHistory({ order_id, order_status_id: shop.pending_id }));
    expect(await quantities()).toEqual([0, 1]);
    const [served] = ok(await api().sale.order.get({ order_id: waiting_id })).orders;
    expect(served?.products).toMatchObject([{ deducted: true }]);
  });

  it('go there when a credit note gives them back', async () => {
    await put(kiosk, 4);
    const { order_id, products } = await place(4);
    await world.settled();
    await close();
    const [{ order_product_id } = { order_product_id: 0 }] = products;
    const credit = { order_id, restock: 1 as const, products: [{ order_product_id, quantity: 3 }] };
    const { credit_note_id } = ok(await api().sale.credit_note.add(credit));
    expect(await quantities()).toEqual([0, 3]);
    expect((await arrival()).comment).toBe(relocated(`Credit note ${credit_note_id}`));
  });

  it('go there when documents are lowered and deleted', async () => {
    await put(kiosk, 9);
    const { deduction, transfer } = api().inventory;
    const line = { item_id: mug, location_id: kiosk, name: 'Broken', cost: 2.5 };
    const { item_deduction_id } = ok(await deduction.add({ comment: '', deduction: [{ ...line, quantity: 5 }] }));
    const moved = { item_id: mug, from_location_id: kiosk, to_location_id: shop.depot_id, quantity: 4 };
    const { item_transfer_id } = ok(await transfer.add({ transfer: [moved] }));
    await close();
    ok(await deduction.edit({ item_deduction_id, deduction: [{ ...line, quantity: 3 }] }));
    expect(await quantities()).toEqual([0, 2]);
    ok(await deduction.edit({ item_deduction_id, deduction: [{ ...line, quantity: 2 }] }));
    expect(await quantities()).toEqual([0, 3]);
    ok(await deduction.delete({ item_deduction_id }));
    expect(await quantities()).toEqual([0, 5]);
    ok(await transfer.delete({ item_transfer_id }));
    expect(await quantities()).toEqual([0, 9]);
  });

  it('stay there only while the company has no default location', async () => {
    await put(kiosk, 2);
    const { order_id } = await place(2);
    await close();
    ok(await api().setting.company.edit({ default_location_id: 0 }));
    ok(await api().sale.order.delete({ order_id }));
    expect(await quantities()).toEqual([2, 0]);
    ok(await api().setting.company.edit({ default_location_id: shop.store_id }));
    const items = [{ item_id: mug, location_id: kiosk, quantity: 3 }];
    expect(refused(await api().inventory.item.editStock({ items }))).toEqual([
      `items[0].quantity cannot rise: location ${kiosk} is deleted.`,
    ]);
    const locations = [{ location_id: kiosk, quantity: 3 }];
    expect(refused(await api().inventory.item.edit({ item_id: mug, locations }))).toEqual([
      `locations[0].quantity cannot rise: location ${kiosk} is deleted.`,
    ]);
    await put(kiosk, 1);
    expect(await quantities()).toEqual([1, 0]);
  });
});
