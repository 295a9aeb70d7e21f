import { eventually, ok, orderOf, type Shop, stockItem, type TestUser, type World } from '@stockbook/testing';
import type { ServerResponse } from 'node:http';
import { Receiver } from './http/receiver.fixture.js';

interface Account {
  readonly world: World;
  readonly user: TestUser;
  readonly shop: Shop;
}

export type SectionChanges = (account: Account) => AsyncGenerator<void>;

/** Maps each section to a function that makes all changes its events report, and pauses after each. */
export const sectionChanges: Readonly<Record<string, SectionChanges>> = {
  async *sale_order({ world, user, shop }) {
    const { order } = user.api.sale;
    const [item_id, scarce] = [await stockItem(user, shop, 5), await stockItem(user, shop, 1, { name: 'Red mug' })];
    const add = orderOf(shop, [
      { item_id, quantity: 2 },
      { item_id: scarce, quantity: 3 },
    ]);
    const { order_id } = ok(await order.add(add)).order;
    yield;
    ok(
      await order.edit({
        order_id,
        city: 'Graz',
        totals: [{ code: 'shipping', name: 'Post', price: 4, sort_order: 1 }],
      }),
    );
    yield;
    ok(await order.edit({ order_id, shipping_date: '2026-03-01T00:00:00Z' }));
    yield;
    ok(await order.addHistory({ order_id, order_status_id: shop.paid_id }));
    yield;
    ok(await order.delete({ order_id }));
    yield;
    // An order that comes meanwhile is completed later.
    const place = () => order.add({ ...add, firstname: 'Charles' });
    ok(await world.whileLocked('inventory', 'LOCK TABLE inventory.item', place));
    yield;
  },

  async *sale_credit_note({ user, shop }) {
    const { credit_note } = user.api.sale;
    const item_id = await stockItem(user, shop, 5);
    const products = [{ item_id, quantity: 1, price: 10 }];
    const { credit_note_id } = ok(await credit_note.add({ location_id: shop.store_id, currency: 'USD', products }));
    yield;
    ok(await credit_note.edit({ credit_note_id, comment: 'Chipped' }));
    yield;
    const returned = { name: 'Returned', restock: true };
    const { credit_note_status_id } = ok(await user.api.setting.credit_note_status.add(returned));
    ok(await credit_note.addHistory({ credit_note_id, credit_note_status_id }));
    yield;
    ok(await credit_note.delete({ credit_note_id }));
    yield;
  },

  async *sale_customer({ user }) {
    const { customer } = user.api.sale;
    const { customer_id } = ok(await customer.add({ firstname: 'Ada' }));
    yield;
    ok(await customer.edit({ customer_id, email: 'ada@engines.test' }));
    yield;
    const { customer_id: merge_customer_id } = ok(await customer.add({ firstname: 'Augusta' }));
    ok(await customer.merge({ customer_id, merge_customer_id }));
    yield;
    ok(await customer.delete({ customer_id }));
    yield;
  },

  async *sale_reward({ user }) {
    const { customer_id } = ok(await user.api.sale.customer.add({ firstname: 'Ada' }));
    for (const reward of [5, -2]) {
      ok(await user.api.sale.customer.addReward({ customer_id, reward }));
      yield;
    }
  },

  async *sale_promotion({ world, user, shop }) {
    const configuration = { percent: 10, coupons: ['ONCE'] };
    const added = await user.api.extension.total.promotion.add({
      name: 'Once',
      type: 'percent',
      configuration,
      total_limit: 1,
    });
    const code = `promotion.${ok(added).promotion_id}.ONCE`;
    const order_status_id = ok(await user.api.setting.order_status.add({ name: 'Void', void: true })).order_status_id;
    const { order } = user.api.sale;
    const place = async (comment: string) => {
      const totals = [{ code, name: 'Off', price: -1, sort_order: 0 }];
      return ok(await order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { totals, comment }))).order.order_id;
    };
    await place('first');
    await world.settled();
    const order_id = await place('second');
    yield;
    ok(await order.addHistory({ order_id, order_status_id }));
    await world.settled();
    ok(await order.addHistory({ order_id, order_status_id: shop.pending_id }));
    yield;
  },

  async *inventory_item({ user, shop }) {
    const { inventory, sale } = user.api;
    const { category_id } = ok(await inventory.category.add({ name: 'Mugs' }));
    const { customer_group_id } = ok(await sale.customer_group.add({ name: 'Trade' }));
    const item_id = await stockItem(user, shop, 5, {
      categories: [category_id],
      customer_groups: [{ customer_group_id, price: 8 }],
    });
    yield;
    const locations = [{ location_id: shop.store_id, quantity: 7, price: 9, location: 'A1' }];
    ok(await inventory.item.edit({ item_id, locations }));
    yield;
    const { item_id: bundle } = ok(
      await inventory.item.add({ name: 'Set', bundle: true, item_bundles: [{ bundle_item_id: item_id, quantity: 2 }] }),
    );
    yield;
    for (const each of [bundle, item_id]) {
      ok(await inventory.item.delete({ item_id: each }));
      yield;
    }
  },

  async *inventory_stock({ user, shop }) {
    const { store_id: location_id, depot_id } = shop;
    const { item, location, transfer } = user.api.inventory;
    ok(await location.edit({ location_id, stock_warning: 10, stock_danger: 3 }));
    const item_id = await stockItem(user, shop, 20);
    yield;
    for (const quantity of [9, 2, 20]) {
      ok(await item.editStock({ items: [{ item_id, location_id, quantity }] }));
      yield;
    }
    const places = { from_location_id: location_id, to_location_id: depot_id };
    ok(await transfer.add({ transfer: [{ ...places, item_id, quantity: 15 }] }));
    yield;
  },

  async *inventory_purchase_order({ user, shop }) {
    const { purchase_order, addition } = user.api.inventory;
    const { store_id: location_id } = shop;
    const item_id = await stockItem(user, shop, 0);
    const add = async (quantity: number) =>
      ok(await purchase_order.add({ location_id, item: [{ item_id, quantity, cost: 2 }] })).purchase_order_id;
    const purchase_order_id = await add(10);
    yield;
    ok(await purchase_order.edit({ purchase_order_id, comment: 'Blue ones' }));
    yield;
    ok(await addition.add({ purchase_order_id, addition: [{ item_id, location_id, quantity: 4, cost: 2 }] }));
    yield;
    ok(await purchase_order.delete({ purchase_order_id: await add(11) }));
    yield;
  },

  async *inventory_stock_take_job({ user, shop }) {
    const { stock_take_job } = user.api.inventory;
    const item_id = await stockItem(user, shop, 5);
    const items = [{ item_id }];
    const add = async () => ok(await stock_take_job.add({ location_id: shop.store_id, items }));
    const { item_stock_take_job_id } = await add();
    yield;
    ok(await stock_take_job.edit({ item_stock_take_job_id, comment: 'Shelf 3' }));
    yield;
    ok(await stock_take_job.count({ item_stock_take_job_id, items: [{ item_id, quantity: 4 }] }));
    yield;
    ok(await stock_take_job.complete({ item_stock_take_job_id }));
    yield;
    const { item_stock_take_job_id: other } = await add();
    ok(await stock_take_job.cancel({ item_stock_take_job_id: other }));
    yield;
  },

  async *inventory_transfer_job({ user, shop }) {
    const { transfer_job } = user.api.inventory;
    const item_id = await stockItem(user, shop, 5);
    const places = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
    const add = async (quantity: number) =>
      ok(await transfer_job.add({ ...places, items: [{ item_id, quantity }] })).item_transfer_job_id;
    const item_transfer_job_id = await add(2);
    yield;
    ok(await transfer_job.edit({ item_transfer_job_id, comment: 'By van' }));
    yield;
    ok(await transfer_job.ship({ item_transfer_job_id }));
    yield;
    ok(await transfer_job.receive({ item_transfer_job_id, items: [{ item_id, quantity: 1 }] }));
    yield;
    ok(await transfer_job.complete({ item_transfer_job_id }));
    yield;
    ok(await transfer_job.cancel({ item_transfer_job_id: await add(1) }));
    yield;
  },

  async *webhook({ world, user, shop }) {
    const { webhook } = user.api.integration;
    const statuses = [500, 500, 200, 410];
    const answer = (_: unknown, __: unknown, response: ServerResponse) =>
      void response.writeHead(statuses.shift() ?? 200).end();
    const receiver = await Receiver.open(answer);
    const { webhook_id } = await receiver.subscribe(user);
    yield;
    ok(await webhook.edit({ webhook_id, description: 'ERP' }));
    yield;
    receiver.trust(ok(await webhook.rotateSecret({ webhook_id })).secret);
    yield;
    const place = async (comment: string) =>
      void ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { comment })));
    await place('fails');
    await eventually(async () => ok(await webhook.getDelivery({ filter_state: 'retrying' })).deliveries.length === 1);
    const lastTry =
      'UPDATE integration.webhook_queue SET tries = 9, next_try_at = now() WHERE account_id = $1 AND webhook_id = $2';
    await world.assembly.running.integration.db.source.query(lastTry, [user.account_id, webhook_id]);
    const statusIs = (status: string) =>
      eventually(async () => ok(await webhook.get({ webhook_id })).webhooks[0]?.status === status);
    await statusIs('failing');
    yield;
    await place('succeeds');
    await statusIs('enabled');
    yield;
    await place('is gone');
    await statusIs('disabled');
    yield;
    ok(await webhook.delete({ webhook_id }));
    yield;
    await receiver.close();
  },
};
