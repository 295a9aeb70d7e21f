import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Environment } from '../environment.js';

/** The metrics of this process. Each is declared once, beside the code that it measures. */
export const registry = new Registry();

/** The upper bounds of latencies are in seconds. */
const LATENCY_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Label values come from closed sets: never an account, a user, a key, an address or a path as a client sent it. */
export const counter = <L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
  new Counter({ name, help, labelNames, registers: [registry] });

export const gauge = <L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
  new Gauge({ name, help, labelNames, registers: [registry] });

export const histogram = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  buckets: readonly number[] = LATENCY_S,
) => new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] });

const build = gauge('stockbook_build_info', 'Version and commit of the build; always 1', 'version', 'commit');

/** Adds the figures of the process itself: event loop, memory, garbage collection and the build that it runs. */
export function measureProcess(env: Environment): void {
  if (registry.getSingleMetric('process_cpu_seconds_total')) return;
  collectDefaultMetrics({ register: registry });
  build.set({ version: env['STOCKBOOK_VERSION'] || 'unknown', commit: env['STOCKBOOK_REVISION'] || 'unknown' }, 1);
}
