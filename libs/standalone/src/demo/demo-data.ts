import { contract, ownCaller } from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';
import { addDocuments } from './demo-documents.js';
import { addItems } from './demo-items.js';
import { addMarketing } from './demo-marketing.js';
import { demoOrder, unpaidOrder } from './demo-order.js';
import { addOthers } from './demo-others.js';
import { addCustomer, addEndpoints, addShop } from './demo-shop.js';
import { demoWrites, WRITE_MS } from './demo-write.js';
import { BEGUN } from './year/begun.js';

const DAY_MS = 86_400_000;

export async function fillWithDemoData(services: Services, account_id: number, hasYear = false): Promise<void> {
  const write = demoWrites(services, account_id);
  const { extension, inventory, setting, sale } = contract;
  const { store, depot, pending, paid, card, transfer, channel_id } = await addShop(write);
  await addEndpoints(write);
  const customer_id = await addCustomer(write);
  const items = await addItems(write, { store, depot });
  const { mug, greenMug, teapot } = items;
  await addDocuments(write, { store, depot, ...items });
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
