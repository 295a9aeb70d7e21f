import { promotion } from '@stockbook/contracts';
import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import type { BenchShop } from '../../shop.js';
import { measureReading } from './read-run.js';

const PROMOTIONS = 50;
const LINES = 20;
/** This many of the promotions apply to a cart; the others are for items that no cart has. */
const APPLYING = 10;
const CARTS = 20;
const LATENCY_RATE = 500;

/** Carts of 20 lines in an account with 50 automatic promotions, all of which are judged, and of which ten apply. */
export const promotionCalculateFigures: readonly Figure[] = [
  { name: 'promotion_calculate_50', unit: 'answers/s', measure },
];

async function measure(bench: Bench): Promise<Measured> {
  const shop = await bench.shop();
  await addPromotions(shop);
  const bodies = Array.from({ length: CARTS }, (_, cart) => ({
    products: shop.item_ids.slice(cart * LINES, (cart + 1) * LINES).map((item_id, line) => {
      return { item_id, quantity: (line % 3) + 1, price: 19.99 };
    }),
  }));
  return measureReading(bench, promotion.calculate, {
    bodies,
    account: shop,
    latencyRate: LATENCY_RATE,
    faultsOf: ({ applied = [] }) =>
      applied.length === APPLYING ? [] : [`calculate applied ${applied.length} promotions, not ${APPLYING}.`],
  });
}

/** Half of the promotions reduce lines, and half the total. */
async function addPromotions({ api, item_ids }: BenchShop): Promise<void> {
  const items = item_ids.slice(-10).map((item_id) => ({ item_id }));
  const { promotion_category_id } = await api.extension.total.promotion.addCategory({ name: 'Others', items });
  for (let n = 0; n < PROMOTIONS; n++) {
    const categories = n < APPLYING ? [] : [promotion_category_id];
    const added = { name: `Promotion ${n}`, type: 'percent', total_promotion: n % 2 === 1, categories } as const;
    await api.extension.total.promotion.add({ ...added, configuration: { percent: 1 } });
  }
}
