import { type CallOf, contract } from '@stockbook/contracts';
import { INVOICE_TEMPLATE } from '@stockbook/integration';
import type { Write } from './demo-write.js';

type PromotionAdd = CallOf<typeof contract.extension.total.promotion.add>['input'];
interface DemoRecords {
  readonly channel_id: number;
  /** The items of the promotion category. */
  readonly item_ids: readonly number[];
}

/** Adds one promotion of each type, a marketplace, and what the extensions of an account read. */
export async function addMarketing(write: Write, { channel_id, item_ids }: DemoRecords): Promise<void> {
  const { dashboard, module, total } = contract.extension;
  const { channel, extension, profile } = contract.integration;
  const items = item_ids.map((item_id) => ({ item_id }));
  const { promotion_category_id } = await write(total.promotion.addCategory, { name: 'Tea things', items });
  const categories = [promotion_category_id];
  const add = (input: PromotionAdd) => write(total.promotion.add, input);
  await add({ name: 'Summer 10 %', type: 'percent', configuration: { percent: 10, coupons: ['SUMMER10'] } });
  await add({
    ...{ name: '5 off from 50', type: 'fixed', total: 50, total_limit: 100 },
    configuration: { amount: 5, per: 'order', coupons: ['FIVE'], limit_policy: 'strict' },
  });
  await add({ name: 'Mug of the month', type: 'price', categories, configuration: { price: 11, coupons: ['MUG'] } });
  await add({
    ...{ name: 'Two and the third free', type: 'buy_get', categories },
    configuration: { buy_quantity: 2, get_quantity: 1, coupons: ['TEA3'] },
  });
  await add({ name: 'Free shipping', type: 'shipping', total: 80, configuration: { percent: 100 } });
  const shopee = { type: 'shopee', name: 'Shopee', configuration: { shop_id: 'demo' } } as const;
  await write(channel.add, shopee);
  await write(profile.add, { channel_id, name: 'Receipt printer', type: 'printer', configuration: { width: 80 } });
  await write(extension.add, { type: 'shipping', name: 'Parcel service', configuration: { country: 'GB' } });
  const announcement = { title: 'Welcome', short_description: 'The demo shop is open.' };
  await write(dashboard.announcement.add, announcement);
  await write(module.invoice.add, { name: 'Plain', template: INVOICE_TEMPLATE });
}
