import type { Bench } from '../../bench.js';
import type { Figure } from '../../figure.js';
import { latencyOf } from '../../percentiles.js';
import { openOrders, type OrderRun } from './order-run.js';

const RATES = [100, 500];

/** From the commit of an order until its movement is written, and until sales has learnt of it; the value is the half. */
export const settledLagFigures: readonly Figure[] = RATES.flatMap((rate) => [
  figure(`commit_to_flow_${rate}`, rate, ({ untilMoved_ms }) => untilMoved_ms),
  figure(`commit_to_settled_${rate}`, rate, ({ lag_ms }) => lag_ms),
]);

function figure(name: string, rate: number, of: (run: OrderRun) => readonly number[]): Figure {
  const measure = async (bench: Bench) => {
    const run = await openOrders(bench, rate);
    const latency = latencyOf(of(run));
    return { value: latency.p50_ms ?? NaN, ...latency, limit: null, notes: run.notes };
  };
  return { name, unit: 'ms', needs: [], measure };
}
