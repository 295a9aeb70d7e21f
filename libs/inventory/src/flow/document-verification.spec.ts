import { ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
});

/** An item, or the component of a bundle, and the document that moves or holds it. */
interface Moved {
  readonly item_id: number;
  readonly id: number;
}
let names = 0;
const inventory = () => user.api.inventory;
const stocked = () => stockItem(user, shop, 10, { name: `Part ${++names}` });
/** Adds a bundle of three pieces of an item. */
async function bundled() {
  const item_id = await stocked();
  const item_bundles = [{ bundle_item_id: item_id, quantity: 3 }];
  const bundle_id = ok(await inventory().item.add({ name: `Set ${++names}`, item_bundles })).item_id;
  return { item_id, bundle_id };
}

/** Ships six pieces, of which two arrive. */
async function transferJob(): Promise<Moved> {
  const item_id = await stocked();
  const places = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
  const jobs = inventory().transfer_job;
  const { item_transfer_job_id } = ok(await jobs.add({ ...places, items: [{ item_id, quantity: 6 }] }));
  ok(await jobs.ship({ item_transfer_job_id }));
  ok(await jobs.receive({ item_transfer_job_id, items: [{ item_id, quantity: 2 }] }));
  return { item_id, id: item_transfer_job_id };
}
/** Adds five pieces. */
async function addition(): Promise<Moved> {
  const item_id = await stocked();
  const lines = [{ item_id, location_id: shop.store_id, quantity: 5, cost: 1 }];
  return { item_id, id: ok(await inventory().addition.add({ addition: lines })).item_addition_id };
}
/** Moves four pieces to the depot. */
async function transfer(): Promise<Moved> {
  const item_id = await stocked();
  const places = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
  return {
    item_id,
    id: ok(await inventory().transfer.add({ transfer: [{ ...places, item_id, quantity: 4 }] })).item_transfer_id,
  };
}
/** Adds a purchase order for six pieces, of which two arrive. */
async function purchaseOrder(): Promise<Moved> {
  const item_id = await stocked();
  const item = [{ item_id, quantity: 6, cost: 1 }];
  const { purchase_order_id } = ok(await inventory().purchase_order.add({ location_id: shop.store_id, item }));
  const lines = [{ item_id, location_id: shop.store_id, quantity: 2, cost: 1 }];
  ok(await inventory().addition.add({ purchase_order_id, addition: lines }));
  return { item_id, id: purchase_order_id };
}
/** Counts eight pieces where ten are expected, and books the difference. */
async function stockTake(): Promise<Moved> {
  const item_id = await stocked();
  const jobs = inventory().stock_take_job;
  const { item_stock_take_job_id } = ok(await jobs.add({ location_id: shop.store_id, items: [{ item_id }] }));
  ok(await jobs.count({ item_stock_take_job_id, items: [{ item_id, quantity: 8 }] }));
  ok(await jobs.complete({ item_stock_take_job_id }));
  return { item_id, id: item_stock_take_job_id };
}
async function deduction(): Promise<Moved> {
  const { item_id, bundle_id } = await bundled();
  const line = { item_id: bundle_id, name: '', location_id: shop.store_id, quantity: 2, cost: 1 };
  return { item_id, id: ok(await inventory().deduction.add({ comment: '', deduction: [line] })).item_deduction_id };
}
async function reservation(): Promise<Moved> {
  const { item_id, bundle_id } = await bundled();
  const held = { location_id: shop.store_id, comment: '', reservation: [{ item_id: bundle_id, quantity: 2 }] };
  return { item_id, id: ok(await inventory().reservation.add(held)).item_reservation_id };
}
/** Adds a reservation for an order and deletes the order. */
async function ended(): Promise<Moved> {
  const { item_id, bundle_id } = await bundled();
  const { order_id } = ok(await user.api.sale.order.add(orderOf(shop, [{ item_id, quantity: 1 }]))).order;
  const held = {
    location_id: shop.store_id,
    comment: '',
    reservation: [{ item_id: bundle_id, quantity: 2 }],
    order_id,
  };
  const { item_reservation_id: id } = ok(await inventory().reservation.add(held));
  ok(await user.api.sale.order.delete({ order_id }));
  await world.settled();
  return { item_id, id };
}
async function order(): Promise<Moved> {
  const { item_id, bundle_id } = await bundled();
  const sold = orderOf(shop, [{ item_id: bundle_id, quantity: 2 }], { order_status_id: shop.paid_id });
  const { order_id } = ok(await user.api.sale.order.add(sold)).order;
  await world.settled();
  return { item_id, id: order_id };
}

const line = (table: string, set: string) =>
  `UPDATE inventory.${table}_line SET ${set} WHERE account_id = $1 AND item_${table}_id = $2 AND $3 > 0`;
/** Gives the only component of a line another number. */
const component = (table: string, field: 'quantity' | 'held' | 'taken', number: number) =>
  line(table, `components = jsonb_set(components, '{0,${field}}', '${number}')`);
const moved = (document: string, set: string) =>
  `UPDATE inventory.item_flow SET ${set}
   WHERE account_id = $1 AND document = '${document}' AND document_id = $2 AND item_id = $3`;
const ordered = (set: string) =>
  `UPDATE inventory.purchase_order_line SET ${set} WHERE account_id = $1 AND purchase_order_id = $2 AND item_id = $3`;
const receipt = (set: string) =>
  `UPDATE inventory.addition_line SET ${set} FROM inventory.addition WHERE addition_line.account_id = $1
     AND addition.account_id = $1 AND addition.item_addition_id = addition_line.item_addition_id
     AND purchase_order_id = $2 AND item_id = $3`;
const status = (status: string) =>
  `UPDATE inventory.purchase_order SET status = '${status}'
   WHERE account_id = $1 AND purchase_order_id = $2 AND $3 > 0`;
const atTransit =
  'UPDATE inventory.item_stock SET on_hand = 5 WHERE account_id = $1 AND $2 > 0 AND item_id = $3 AND location_id = 0';

test.each<[what: string, make: () => Promise<Moved>, sql: string, expected: string, found: string]>([
  ['moved by line 1 of addition #', addition, line('addition', 'quantity = 4'), '4', '5'],
  ['moved by line 1 of addition #', addition, moved('addition', 'quantity = 6'), '5', '6'],
  ['moved by line 1 of transfer #', transfer, line('transfer', 'quantity = 3'), '-3', '-4'],
  ['moved by line 1 of transfer #', transfer, `${moved('transfer', 'quantity = 3')} AND quantity > 0`, '4', '3'],
  ['received by purchase order #', purchaseOrder, ordered('quantity_received = 3'), '2', '3'],
  ['received by purchase order #', purchaseOrder, receipt('quantity = 1'), '1', '2'],
  ['status of purchase order #', purchaseOrder, ordered('quantity_received = 6'), 'received', 'partly_received'],
  ['status of purchase order #', purchaseOrder, status('open'), 'partly_received', 'open'],
  ['in transit', transferJob, line('transfer_job', 'quantity_in_transit = 3'), '3', '4'],
  ['in transit', transferJob, atTransit, '4', '5'],
  ['moved by line 1 of transfer job #', transferJob, line('transfer_job', 'quantity_in_transit = 3'), '3', '4'],
  ['moved by line 1 of transfer job #', transferJob, line('transfer_job', 'quantity_received = 3'), '3', '2'],
  ['moved by line 1 of transfer job #', transferJob, line('transfer_job', 'quantity_lost = 1'), '-7', '-6'],
  ['moved by line 1 of stock take job #', stockTake, line('stock_take_job', 'quantity_booked = -1'), '-1', '-2'],
  ['moved by line 1 of stock take job #', stockTake, moved('stock_take_job', 'quantity = -1'), '-2', '-1'],
  ['expected by line 1 of stock take job #', stockTake, line('stock_take_job', 'quantity_expected = 9'), '10', '9'],
  ['expected by line 1 of stock take job #', stockTake, line('stock_take_job', 'seq = 2'), '8', '10'],
  ['counted by line 1 of stock take job #', stockTake, line('stock_take_job', 'quantity = 7'), '8', '7'],
  ['moved by line 1 of deduction #', deduction, component('deduction', 'quantity', 2), '-4', '-6'],
  ['moved by line 1 of deduction #', deduction, line('deduction', 'quantity = 1'), '-3', '-6'],
  ['reserved', reservation, component('reservation', 'held', 2), '2', '6'],
  ['held and taken by line 1 of reservation #', reservation, component('reservation', 'taken', 2), '6', '8'],
  ['held and taken by line 1 of reservation #', reservation, line('reservation', 'quantity = 3'), '9', '6'],
  ['held and taken by line 1 of reservation #', ended, component('reservation', 'held', 2), '0', '2'],
  ['held and taken by line 1 of reservation #', ended, component('reservation', 'taken', 7), '6', '7'],
  [
    'taken by line % of order #',
    order,
    'UPDATE inventory.stock_demand_line SET taken = 3 WHERE account_id = $1 AND document_id = $2 AND item_id = $3',
    '6',
    '3',
  ],
  ['taken by line % of order #', order, moved('order', 'quantity = -3'), '3', '6'],
])('verify names what is wrong: %s', async (what, make, sql, expected, found) => {
  const { item_id, id } = await make();
  const verify = async () => ok(await inventory().flow.verify({ item_id }));
  expect(await verify()).toMatchObject({ ok: true, faults: [] });
  await world.assembly.running.inventory.db.source.query(sql, [user.account_id, id, item_id]);
  const named = expect.stringMatching(`^${what.replace('#', `${id}`).replace('%', '\\d+')}$`);
  const { ok: isOk, faults } = await verify();
  expect(isOk).toBe(false);
  expect(faults).toContainEqual(expect.objectContaining({ item_id, what: named, expected, found }));
});
