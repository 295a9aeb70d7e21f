// The program of an integrator: it is compiled against the installed package, and runs in Node and in a browser.
import { type BrandAdd, Stockbook, StockbookError, signWebhook, verifyWebhook } from '@stockbook/client';
import { applyPromotions } from '@stockbook/client/promotions';

export interface Access {
  readonly url: string;
  readonly domain: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export async function integrate(access: Access, name: string): Promise<object> {
  const stockbook = new Stockbook(access);
  const request: BrandAdd = { name };
  const { brand_id } = await stockbook.inventory.brand.add(request);
  const names: string[] = [];
  for await (const brand of stockbook.inventory.brand.each({ limit: 1 })) names.push(brand.name);
  const batched = stockbook.batched();
  const pages = await Promise.all([batched.inventory.brand.get({ brand_id }), batched.sale.order.get()]);
  const code = await stockbook.inventory.brand
    .edit({ brand_id: 999_999, name })
    .catch((error: unknown) => (error instanceof StockbookError ? error.code : 'another error'));
  const refused = await stockbook.safe.inventory.brand.delete({ brand_id: 999_999 });
  // @ts-expect-error A brand has no colour.
  const misspelt = await stockbook.safe.inventory.brand.add({ name, colour: 'red' });

  const secret = `whsec_${btoa('a secret of thirty-two characters')}`;
  const body = JSON.stringify({ event: 'inventory_brand.added', data: { brand_id } });
  const { event } = await verifyWebhook({ secret, body, headers: await signWebhook({ secret, body }) });

  const visitor = { channel_id: 1, customer_id: 0, customer_group_id: 0, coupons: [] };
  const goods = { products: [{ item_id: 1, quantity: 2, price: 10 }], totals: [], currency_value: 1, decimal_place: 2 };
  const rules = { promotions: [], categories: [], zone: 'UTC' };
  const { applied } = applyPromotions({ ...visitor, ...goods }, rules, new Date());
  return {
    isAdded: brand_id > 0,
    names,
    totals: pages.map(({ total }) => total),
    codes: [code, refused.error_details?.[0]?.code, misspelt.error_details?.[0]?.code],
    event,
    applied,
  };
}
