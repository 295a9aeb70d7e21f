import {
  failure,
  ok,
  openShop,
  orderOf,
  refused,
  type Shop,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
  item_id = await stockItem(user, shop, 0, { name: 'Mug', model: 'MUG' });
});
afterEach(async () => {
  await world.settled();
  expect(ok(await user.api.inventory.flow.verify({})).faults).toEqual([]);
});

const inventory = () => user.api.inventory;
const line = (quantity: number, location_id = shop.store_id) => ({ item_id, name: '', location_id, quantity, cost: 2 });
const moved = (quantity: number) => {
  return { item_id, from_location_id: shop.store_id, to_location_id: shop.depot_id, quantity };
};
const receive = async (quantity: number, purchase_order_id?: number) =>
  ok(await inventory().addition.add({ purchase_order_id, addition: [line(quantity)] })).item_addition_id;
const receiveOrdered = async (quantity: number) => {
  const lines = [{ item_id, quantity, cost: 2 }];
  return receive(
    quantity,
    ok(await inventory().purchase_order.add({ location_id: shop.store_id, item: lines })).purchase_order_id,
  );
};
const transfer = async (quantity: number) => {
  await receive(quantity);
  return ok(await inventory().transfer.add({ transfer: [moved(quantity)] })).item_transfer_id;
};
/** Sells pieces where the document has brought them. */
async function sell(quantity: number, location_id: number) {
  const status = { order_status_id: shop.paid_id };
  if (location_id === shop.store_id) {
    ok(await user.api.sale.order.add(orderOf(shop, [{ item_id, quantity }], status)));
    await world.settled();
  } else ok(await inventory().deduction.add({ comment: 'Sold', deduction: [line(quantity, location_id)] }));
}
const quantities = async () => {
  await world.settled();
  const [item] = ok(await inventory().item.get({ item_id })).items;
  return [shop.store_id, shop.depot_id].map(
    (id) => item?.locations.find(({ location_id }) => location_id === id)?.quantity ?? 0,
  );
};

const additions = () => inventory().addition;
const editAddition = (addition: object[]) => (item_addition_id: number) =>
  additions().edit({ item_addition_id, addition: addition.map((changes) => ({ ...line(5), ...changes })) });

describe.each([
  ['the deletion of an addition', receive, 5, (item_addition_id: number) => additions().delete({ item_addition_id })],
  ['the lowering of an addition', receive, 3, (id: number) => editAddition([{ quantity: 2 }])(id)],
  [
    'the move of an addition to another location',
    receive,
    5,
    (id: number) => editAddition([{ location_id: shop.depot_id }])(id),
  ],
  [
    'the deletion of a receipt',
    receiveOrdered,
    5,
    (item_addition_id: number) => additions().delete({ item_addition_id }),
  ],
  ['the lowering of a receipt', receiveOrdered, 4, (id: number) => editAddition([{ quantity: 1 }])(id)],
  [
    'the deletion of a transfer',
    transfer,
    5,
    (item_transfer_id: number) => inventory().transfer.delete({ item_transfer_id }),
  ],
  [
    'the lowering of a transfer',
    transfer,
    4,
    (item_transfer_id: number) => inventory().transfer.edit({ item_transfer_id, transfer: [moved(1)] }),
  ],
])('%s', (_, bring, wanted, takeBack) => {
  const isTransfer = () => bring === transfer;
  const placeOf = () => (isTransfer() ? shop.depot_id : shop.store_id);

  it('is refused when the pieces that it takes back are sold', async () => {
    const id = await bring(5);
    await sell(4, placeOf());
    const before = await quantities();
    const { error_details } = failure(await takeBack(id));
    const place = isTransfer() ? 'Depot' : 'Store';
    const message = `Item ${item_id} (MUG) is short by ${wanted - 1} at ${place}: ${wanted} wanted, 1 available.`;
    expect(error_details).toEqual([expect.objectContaining({ code: 'insufficient_stock', message })]);
    expect(await quantities()).toEqual(before);
  });

  it('is accepted where the company allows negative stock', async () => {
    const id = await bring(5);
    await sell(4, placeOf());
    ok(await user.api.setting.company.edit({ allow_negative_stock: true }));
    ok(await takeBack(id));
    expect((await quantities())[isTransfer() ? 1 : 0]).toBe(1 - wanted);
  });
});

test('a deduction that was lowered takes no pieces again that are sold', async () => {
  await receive(5);
  const { item_deduction_id } = ok(await inventory().deduction.add({ comment: 'Lost', deduction: [line(5)] }));
  const lose = (quantity: number) => inventory().deduction.edit({ item_deduction_id, deduction: [line(quantity)] });
  ok(await lose(1));
  await sell(3, shop.store_id);
  expect(refused(await lose(5))).toEqual([`Item ${item_id} (MUG) is short by 3 at Store: 4 wanted, 1 available.`]);
  ok(await user.api.setting.company.edit({ allow_negative_stock: true }));
  ok(await lose(5));
  expect(await quantities()).toEqual([-3, 0]);
});

test('what a transfer job has received stays, whatever becomes of the job', async () => {
  await receive(5);
  const jobs = inventory().transfer_job;
  const places = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
  const { item_transfer_job_id } = ok(await jobs.add({ ...places, items: [{ item_id, quantity: 5 }] }));
  ok(await jobs.ship({ item_transfer_job_id }));
  ok(await jobs.receive({ item_transfer_job_id, items: [{ item_id, quantity: 3 }] }));
  await sell(3, shop.depot_id);
  ok(await jobs.complete({ item_transfer_job_id, outstanding: 'return' }));
  expect(await quantities()).toEqual([2, 0]);
  failure(await jobs.cancel({ item_transfer_job_id }));
  expect(await quantities()).toEqual([2, 0]);
});

test('what a stock take has found is not taken out again: a completed one stays as it is', async () => {
  const jobs = inventory().stock_take_job;
  const { item_stock_take_job_id } = ok(await jobs.add({ location_id: shop.store_id, items: [{ item_id }] }));
  ok(await jobs.count({ item_stock_take_job_id, items: [{ item_id, quantity: 4 }] }));
  ok(await jobs.complete({ item_stock_take_job_id }));
  await sell(4, shop.store_id);
  failure(await jobs.cancel({ item_stock_take_job_id }));
  failure(await jobs.count({ item_stock_take_job_id, items: [{ item_id, quantity: 0 }] }));
  expect(await quantities()).toEqual([0, 0]);
});
