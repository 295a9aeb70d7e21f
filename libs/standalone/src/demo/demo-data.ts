import { type Call, contract, isUnanswered, type Operation, ownCaller, type RequestKey } from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { addDocuments } from './demo-documents.js';
import { addMarketing } from './demo-marketing.js';
import { demoOrder, unpaidOrder } from './demo-order.js';
import { addOthers } from './demo-others.js';
import { BEGUN } from './year/begun.js';

const WRITE_MS = 30_000;
const PAUSE_MS = 500;
const DAY_MS = 86_400_000;

/**
 * Each write has a request key, so that an interrupted run continues where it stopped and repeats nothing. Services
 * that have just started on a busy machine may be late for one: it is sent again for 30 seconds.
 */
export async function fillWithDemoData(services: Services, account_id: number, hasYear = false): Promise<void> {
  const caller = { ...ownCaller(account_id), username: 'demo' };
  let step = 0;
  async function write<I extends object, O extends object>(operation: Operation<I, O>, input: I): Promise<O> {
    const request_key = requestKeyOf(`${operation.path} ${++step}`);
    for (const end = Date.now() + WRITE_MS; ; await setTimeout(PAUSE_MS)) {
      const call: Call<I> = { caller, input, request_key, deadline: Date.now() + WRITE_MS, request_id: 'demo' };
      try {
        return (await services.ask(operation, call)).output;
      } catch (error) {
        if (!isUnanswered(error) || Date.now() > end) throw error;
      }
    }
  }
  const { extension, inventory, setting, integration, sale } = contract;

  const { location_id: store } = await write(inventory.location.add, { name: 'High Street store', stock_warning: 10 });
  const { location_id: depot } = await write(inventory.location.add, { name: 'Depot', stock_warning: 25 });
  const { order_status_id: pending } = await write(setting.order_status.add, { name: 'Pending' });
  const { order_status_id: paid } = await write(setting.order_status.add, { name: 'Paid', deduct: true });
  await write(setting.order_status.add, { name: 'Shipped', deduct: true });
  await write(setting.order_status.add, { name: 'Completed', deduct: true, lock: true });
  await write(setting.order_status.add, { name: 'Cancelled', void: true });
  await write(setting.credit_note_status.add, { name: 'Pending' });
  await write(setting.credit_note_status.add, { name: 'Returned to stock', restock: true });
  await write(setting.payment_method.add, { name: 'Cash', order_status_id: paid });
  const { payment_method_id: card } = await write(setting.payment_method.add, { name: 'Card', order_status_id: paid });
  const { payment_method_id: transfer } = await write(setting.payment_method.add, {
    name: 'Bank transfer',
    order_status_id: pending,
  });
  const counter = { type: 'pos', name: 'Counter', configuration: { location_id: store } } as const;
  const { channel_id } = await write(integration.channel.add, counter);
  const vat = { name: 'VAT 20 %', code: 'VAT', type: 'P', rate: 20, inclusive: true } as const;
  await write(extension.module.tax.add, vat);
  // The endpoint is disabled: the demo sends nothing to anybody.
  const url = 'https://shop.example.com/stockbook';
  for (const endpoint of [
    { description: 'ERP', events: ['sale_order'] },
    { description: 'Coupon report', events: ['sale_promotion'] },
  ]) {
    const { webhook_id } = await write(integration.webhook.add, { url, ...endpoint });
    await write(integration.webhook.edit, { webhook_id, enabled: false });
  }
  const { customer_group_id } = await write(sale.customer_group.add, { name: 'Retail' });
  const ada = { firstname: 'Ada', lastname: 'Lovelace', email: 'ada@example.com', telephone: '+44 20 7946 0000' };
  const { customer_id } = await write(sale.customer.add, { ...ada, customer_group_id });
  await write(sale.customer.addReward, { customer_id, reward: 100, description: 'Welcome' });

  const { brand_id: hearth } = await write(inventory.brand.add, { name: 'Hearth & Clay' });
  const { brand_id: fernwood } = await write(inventory.brand.add, { name: 'Fernwood' });
  const { brand_id: northlight } = await write(inventory.brand.add, { name: 'Northlight' });
  const { category_id: kitchen } = await write(inventory.category.add, { name: 'Kitchen' });
  const { category_id: tea } = await write(inventory.category.add, { name: 'Tea', parent_id: kitchen });
  const { category_id: light } = await write(inventory.category.add, { name: 'Light' });
  const items = [
    ['Blue mug', 'MUG-BLUE', hearth, tea, 12.5, 4.2, 0.35, 40, 120],
    ['Green mug', 'MUG-GREEN', hearth, tea, 12.5, 4.2, 0.35, 36, 90],
    ['Teapot', 'TEAPOT', hearth, tea, 48, 17.9, 1.1, 8, 30],
    ['Oak chopping board', 'BOARD-OAK', fernwood, kitchen, 35, 14.75, 1.6, 15, 60],
    ['Ash spoon', 'SPOON-ASH', fernwood, kitchen, 7.9, 2.1, 0.06, 80, 400],
    ['Beeswax candle', 'CANDLE-S', northlight, light, 9.9, 3.35, 0.2, 64, 300],
    ['Desk lamp', 'LAMP-DESK', northlight, light, 119, 52.4, 2.8, 3, 12],
  ] as const;
  const ids: number[] = [];
  for (const [name, model, brand_id, category_id, price, cost, weight, inStore, inDepot] of items) {
    const locations = [
      { location_id: store, quantity: inStore },
      { location_id: depot, quantity: inDepot },
    ];
    const categories = [category_id];
    const fields = { name, model, sku: model, brand_id, categories, price, cost, weight, locations };
    ids.push((await write(inventory.item.add, fields)).item_id);
  }
  const [mug = 0, greenMug = 0, teapot = 0, , , candle = 0] = ids;
  const item_bundles = [
    { bundle_item_id: mug, quantity: 2 },
    { bundle_item_id: teapot, quantity: 1 },
  ];
  const tea_set = { name: 'Tea for two', model: 'SET-TEA', sku: 'SET-TEA', price: 65, categories: [tea], item_bundles };
  await write(inventory.item.add, { ...tea_set, brand_id: hearth });
  await addDocuments(write, { store, depot, mug, teapot, candle, tea, light });
  await addMarketing(write, { channel_id, item_ids: [mug, greenMug, teapot] });
  const order = demoOrder({ channel_id, customer_id, order_status_id: paid, payment_method: card });
  const { order_id } = (await write(sale.order.add, order)).order;
  const paid_out = { order_id, currency: 'USD', date: '2026-03-10' };
  const held = [{ item_id: greenMug, quantity: 1 }];
  const until = new Date(Date.now() + 30 * DAY_MS).toISOString();
  await write(inventory.reservation.add, { location_id: store, order_id, date_expire: until, reservation: held });
  const payouts = [
    { ...paid_out, reference: 'TXN-1001', name: 'Sales', amount: 40 },
    { ...paid_out, reference: 'TXN-1001-FEE', name: 'Commission', amount: -4 },
  ];
  await write(extension.report.channel_payout.add, { channel_id, payouts });
  await write(
    sale.order.add,
    unpaidOrder({ channel_id, customer_id, order_status_id: pending, payment_method: transfer }),
  );
  await addOthers(write, { channel_id });
  if (hasYear) await write(extension.dashboard.announcement.add, BEGUN);
  // This write is the last, because `isFilled` reads it.
  await write(setting.company.edit, { default_order_status_id: pending, default_location_id: store });
}

export async function isFilled(services: Services, account_id: number): Promise<boolean> {
  const call = { caller: ownCaller(account_id), input: {}, deadline: Date.now() + WRITE_MS, request_id: 'demo' };
  return (await services.ask(contract.setting.company.get, call)).output.settings.default_location_id > 0;
}

function requestKeyOf(step: string): RequestKey {
  const key = createHash('sha256').update(`demo ${step}`).digest('hex').slice(0, 32);
  return { key, hash: key };
}
