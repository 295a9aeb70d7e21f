import type { Reply } from '@stockbook/contracts';
import { ok, openShop, ROUNDS, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

const STOCK = 10;

let world: World;
let user: TestUser;
let shop: Shop;
let item_id: number;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
  item_id = await stockItem(user, shop, STOCK, { cost: 2 });
});

const inventory = () => user.api.inventory;

/** Adds a document of two pieces, and edits it to this many or deletes it. */
interface Races {
  readonly add: () => Promise<number>;
  readonly edit: (id: number, quantity: number) => Promise<Reply<object>>;
  readonly delete: (id: number) => Promise<Reply<object>>;
}

const piece = (quantity: number) => ({ item_id, quantity });
const ordered = (quantity: number) => ({ ...piece(quantity), cost: 2 });
const line = (quantity: number) => ({ item_id, name: '', quantity, cost: 2, location_id: shop.store_id });
const moved = (quantity: number) => {
  return { item_id, quantity, from_location_id: shop.store_id, to_location_id: shop.depot_id };
};
const races: Readonly<Record<string, Races>> = {
  addition: {
    add: async () => ok(await inventory().addition.add({ addition: [line(2)] })).item_addition_id,
    edit: (id, quantity) => inventory().addition.edit({ item_addition_id: id, addition: [line(quantity)] }),
    delete: (id) => inventory().addition.delete({ item_addition_id: id }),
  },
  deduction: {
    add: async () => ok(await inventory().deduction.add({ comment: '', deduction: [line(2)] })).item_deduction_id,
    edit: (id, quantity) => inventory().deduction.edit({ item_deduction_id: id, deduction: [line(quantity)] }),
    delete: (id) => inventory().deduction.delete({ item_deduction_id: id }),
  },
  transfer: {
    add: async () => ok(await inventory().transfer.add({ transfer: [moved(2)] })).item_transfer_id,
    edit: (id, quantity) => inventory().transfer.edit({ item_transfer_id: id, transfer: [moved(quantity)] }),
    delete: (id) => inventory().transfer.delete({ item_transfer_id: id }),
  },
  reservation: {
    add: async () => {
      const held = { location_id: shop.store_id, reservation: [piece(2)] };
      return ok(await inventory().reservation.add(held)).item_reservation_id;
    },
    edit: (id, quantity) => inventory().reservation.edit({ item_reservation_id: id, reservation: [piece(quantity)] }),
    delete: (id) => inventory().reservation.delete({ item_reservation_id: id }),
  },
  'purchase order': {
    add: async () => {
      const order = { location_id: shop.store_id, item: [ordered(2)] };
      return ok(await inventory().purchase_order.add(order)).purchase_order_id;
    },
    edit: (id, quantity) => inventory().purchase_order.edit({ purchase_order_id: id, item: [ordered(quantity)] }),
    delete: (id) => inventory().purchase_order.delete({ purchase_order_id: id }),
  },
};

test.each(Object.keys(races))('of an edit and a delete of one %s both are done, or the delete alone', async (name) => {
  const race = races[name]!;
  for (let round = 0; round < ROUNDS; round++) {
    const id = await race.add();
    const edit = () => race.edit(id, 3 + (round % 5));
    const [deleted, edited] =
      round % 2
        ? await Promise.all([race.delete(id), edit()])
        : (await Promise.all([edit(), race.delete(id)])).toReversed();
    ok(deleted!);
    if (edited?.error) expect(edited.error).toEqual([`There is no ${name} ${id}.`]);
  }
  const [item] = ok(await inventory().item.get({ item_id })).items;
  expect(item).toMatchObject({ quantity: STOCK, pool_cost: 2 * STOCK });
  const places = item?.locations.map(({ on_hand, reserved }) => ({ on_hand, reserved })) ?? [];
  expect(places.filter(({ on_hand, reserved }) => on_hand || reserved)).toEqual([{ on_hand: STOCK, reserved: 0 }]);
  expect(ok(await inventory().flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});
