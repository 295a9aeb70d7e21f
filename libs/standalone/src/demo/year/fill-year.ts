import type { Stockbook } from '@stockbook/client';
import { addGoods } from './goods.js';
import { begun, onceUntil } from './once.js';
import { leaveOpenWork } from './open-work.js';
import { addPlaces } from './places.js';
import { planYear } from './plan.js';
import { Trade } from './trade.js';

const SEED = 38;

/** Fills a shop with a year of trade that ends at `now`, by requests as every client sends them. */
export async function fillYear(stockbook: Stockbook, now: Date, signal: AbortSignal, orders?: number): Promise<void> {
  const once = onceUntil(signal);
  const batched = stockbook.batched({ wait: 5 });
  const year = planYear(SEED, now, orders);
  const places = await addPlaces(batched, once);
  const goods = await addGoods(batched, once, places, year.opening);
  const pictures = begun(goods.picture(stockbook, batched, once));
  const trade = new Trade(batched, once, places, goods);
  let placing = Promise.resolve();
  for (const [index, period] of year.periods.entries()) {
    await trade.begin(period, index);
    const before = placing;
    placing = begun(trade.place(period.orders));
    // Pieces come back that orders of the period before have sold.
    await before;
    await trade.end(period, index);
    if (period.count) {
      await placing;
      await trade.count(period.count, index);
    }
  }
  await Promise.all([placing, pictures]);
  await leaveOpenWork(batched, once, { places, goods, trade, year });
}
