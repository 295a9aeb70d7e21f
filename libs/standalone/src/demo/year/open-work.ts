import { type Operations, StockbookError } from '@stockbook/client';
import { items } from './catalogue.js';
import type { Goods } from './goods.js';
import type { Once } from './once.js';
import type { Places } from './places.js';
import type { Year } from './plan.js';
import type { Trade } from './trade.js';

interface Shop {
  readonly places: Places;
  readonly goods: Goods;
  readonly trade: Trade;
  readonly year: Year;
}

/** Leaves work for a person to do: goods under way, a count that has begun, and an endpoint that cannot be reached. */
export async function leaveOpenWork(api: Operations, once: Once, { places, goods, trade, year }: Shop): Promise<void> {
  const { inventory, integration } = api;
  // A name in `invalid` has no owner, so nothing is sent to anybody.
  const url = 'https://erp.demo-shop.invalid/stockbook';
  const events = ['inventory_purchase_order', 'inventory_transfer_job', 'sale_credit_note'];
  await integration.webhook.add({ url, description: 'Accounting', events }, once('webhook'));
  await Promise.all(year.coming.map((purchase) => trade.purchase(purchase, `coming ${purchase.brand}`)));

  const { depot, store, riverside } = places.locations;
  const lines = (category: string, quantity: number) =>
    items
      .filter(({ sku, family }) => family.category === category && year.closing.of('depot', sku) > quantity)
      .slice(0, 6)
      .map(({ sku }) => ({ item_id: goods.idOf(sku), quantity }));
  const jobs = [
    { to_location_id: store, items: lines('Tools', 1), comment: 'For Saturday' },
    { to_location_id: riverside, items: lines('Drivetrain', 1), comment: 'Workshop shelf' },
  ];
  for (const { items, ...job } of jobs) {
    const { item_transfer_job_id } = await inventory.transfer_job.add(
      { ...job, from_location_id: depot, items },
      once(job.comment),
    );
    await inventory.transfer_job.ship({ item_transfer_job_id }, once(`ship ${job.comment}`)).catch(unlessShort);
  }
  const socks = lines('Socks', 2);
  const count = { location_id: store, comment: 'Socks', items: socks.map(({ item_id }) => ({ item_id })) };
  const { item_stock_take_job_id } = await inventory.stock_take_job.add(count, once('open count'));
  await inventory.stock_take_job.count({ item_stock_take_job_id, items: socks.slice(0, 3) }, once('open counted'));
}

/** A job whose pieces a person has taken meanwhile has still to be shipped. */
function unlessShort(error: unknown): void {
  if (!(error instanceof StockbookError) || error.code !== 'insufficient_stock') throw error;
}
