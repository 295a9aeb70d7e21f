import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { latencyLoop } from '../../load/job.js';
import { percentile } from '../../percentiles.js';
import { shared } from '../../shared.js';
import { growthOf, seen } from './order-bytes.js';
import { runOrders, warmOrders } from './order-run.js';

const CONNECTIONS = 8;
const PARTS = 6;

/** The rate of the last sixth of half an hour beside the first one (the limit), and the bytes of an order. */
export const longRunFigures: readonly Figure[] = [
  { name: 'long_run_rate', unit: 'orders/s', measure: (bench: Bench) => parts(bench, 'rate') },
  { name: 'long_run_p99', unit: 'ms', measure: (bench: Bench) => parts(bench, 'p99_ms') },
  { name: 'long_run_bytes', unit: 'bytes', measure: async (bench: Bench) => (await longRun(bench)).growth },
].map((figure) => ({ ...figure, isOnRequest: true }));

async function parts(bench: Bench, what: 'rate' | 'p99_ms'): Promise<Measured> {
  const { first, last, latencies_ms, notes } = await longRun(bench);
  return { value: last[what], limit: first[what], latencies_ms, notes };
}

const longRun = shared(async (bench) => {
  await warmOrders(bench);
  const shop = await bench.shop();
  const { longSeconds: seconds, longRate: rate } = bench.scale;
  // Without a rate this finds it; with one it sells in this shop before.
  const peak = await runOrders(bench, shop, { loop: rate ? { rate } : { connections: CONNECTIONS } });
  const loop = rate ? { rate } : latencyLoop(peak.rate);
  const before = await seen(bench);
  const { done, untilSettled_ms, notes } = await runOrders(bench, shop, { loop, seconds });
  const growth = growthOf(before, await seen(bench));
  const start = done.reduce((least, { sent_at }) => Math.min(least, sent_at), Infinity);
  const part_ms = (seconds * 1_000) / PARTS;
  const part = (n: number) => {
    const isIn = (time: number) => Math.floor((time - start) / part_ms) === n;
    const latencies_ms = done.filter(({ sent_at }) => isIn(sent_at)).map(({ sent_at, end }) => end - sent_at);
    return {
      rate: done.filter(({ end }) => isIn(end)).length / (part_ms / 1_000),
      p99_ms: percentile(latencies_ms, 0.99),
    };
  };
  return { first: part(0), last: part(PARTS - 1), latencies_ms: untilSettled_ms, growth, notes };
});
