import type { Bench } from './bench.js';
import { openOrders } from './figures/write/order-run.js';
import { percentile } from './percentiles.js';
import type { Point } from './report/plot.js';

/** When a smaller part of the load is answered, the system is overrun and more load shows nothing new. */
const OVERRUN = 0.6;

/** Goes through the rates until the system is overrun. */
export async function pointsOf(bench: Bench, report: (line: string) => void): Promise<Point[]> {
  const points: Point[] = [];
  for (const offered of bench.scale.rates) {
    report(`Measuring ${offered} orders a second.`);
    const run = await openOrders(bench, offered);
    points.push({ offered, reached: run.rate, p99_ms: percentile(run.untilSettled_ms, 0.99) });
    if (run.rate < offered * OVERRUN) break;
  }
  return points;
}
