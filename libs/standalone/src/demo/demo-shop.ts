import { contract } from '@stockbook/contracts';
import type { Write } from './demo-write.js';

/** Adds the locations, statuses, payment methods, the till and the tax of the shop. */
export async function addShop(write: Write) {
  const { extension, inventory, setting, integration } = contract;
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
  return { store, depot, pending, paid, card, transfer, channel_id };
}

/** Adds endpoints that are disabled: the demo sends nothing to anybody. */
export async function addEndpoints(write: Write): Promise<void> {
  const { webhook } = contract.integration;
  const url = 'https://shop.example.com/stockbook';
  for (const endpoint of [
    { description: 'ERP', events: ['sale_order'] },
    { description: 'Coupon report', events: ['sale_promotion'] },
  ]) {
    const { webhook_id } = await write(webhook.add, { url, ...endpoint });
    await write(webhook.edit, { webhook_id, enabled: false });
  }
}

export async function addCustomer(write: Write): Promise<number> {
  const { customer, customer_group } = contract.sale;
  const { customer_group_id } = await write(customer_group.add, { name: 'Retail' });
  const ada = { firstname: 'Ada', lastname: 'Lovelace', email: 'ada@example.com', telephone: '+44 20 7946 0000' };
  const { customer_id } = await write(customer.add, { ...ada, customer_group_id });
  await write(customer.addReward, { customer_id, reward: 100, description: 'Welcome' });
  return customer_id;
}
