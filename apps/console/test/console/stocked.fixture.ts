import { ok, openShop, orderOf, PIXEL, type Shop, stockItem, type TestUser, type World } from '@stockbook/testing';

/** Every amount of cost that these goods cause has digits of its own. */
export const SECRET_COST = 7654.3219;

/** The records behind the pages. */
export interface Stocked extends Shop {
  readonly mug: number;
  readonly set: number;
  readonly flow: number;
  readonly order: number;
  readonly purchaseOrder: number;
}

/** Adds the records that all pages show. */
export async function stock(world: World, owner: TestUser): Promise<Stocked> {
  const shop = await openShop(owner);
  const { extension, inventory, sale } = owner.api;
  const { brand_id } = ok(await inventory.brand.add({ name: 'Clay & Co' }));
  ok(await sale.customer_group.add({ name: 'Trade' }));
  ok(await extension.module.invoice.add({ name: 'Plain', template: '<h1>{{invoice.number}}</h1>' }));
  const cost = SECRET_COST;
  const mug = await stockItem(owner, shop, 9, {
    name: 'Blue mug',
    sku: 'MUG-1',
    barcode: '4006381333931',
    cost,
    brand_id,
  });
  ok(await inventory.item.addImage({ item_id: mug, content: PIXEL, sort_order: 1 }));
  const pot = await stockItem(owner, shop, 9, { name: 'Green teapot', sku: 'POT-1', price: 30, cost });
  const set = ok(
    await inventory.item.add({
      name: 'Tea set',
      item_bundles: [mug, pot].map((bundle_item_id) => ({ bundle_item_id, quantity: 1 })),
    }),
  ).item_id;
  const lines = [{ item_id: mug, quantity: 2, name: 'Blue mug', sku: 'MUG-1' }];
  const paid = { order_status_id: shop.paid_id, imported_order_id: 'MUG-77', total: 20 };
  const { order_id: order } = ok(await sale.order.add(orderOf(shop, lines, paid))).order;
  await world.settled();
  ok(await sale.credit_note.add({ order_id: order, products: [{ name: 'Delay', quantity: 1, price: 5 }] }));
  const held = { location_id: shop.store_id, order_id: order, reservation: [{ item_id: mug, quantity: 1 }] };
  ok(await inventory.reservation.add(held));
  const way = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
  ok(
    await inventory.transfer_job.ship(
      ok(await inventory.transfer_job.add({ ...way, items: [{ item_id: mug, quantity: 2 }] })),
    ),
  );
  const { purchase_order_id: purchaseOrder } = ok(
    await inventory.purchase_order.add({ location_id: shop.depot_id, item: [{ item_id: mug, quantity: 40, cost }] }),
  );
  const late = orderOf(shop, [{ item_id: mug, quantity: 99 }], { order_status_id: shop.paid_id });
  ok(await sale.order.add(late));
  await world.settled();
  const { flows } = ok(await inventory.flow.get({ filter_item_id: mug, document: 'order', document_id: order }));
  const flow = flows[0]?.item_flow_id ?? 0;
  return { ...shop, mug, set, flow, order, purchaseOrder };
}
