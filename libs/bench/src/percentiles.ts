/** Uses the nearest rank (0.5 is the median); NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] ?? NaN;
}

/** Returns the two percentiles that every figure shows; null for an empty list. */
export function latencyOf(values: readonly number[]): { p50_ms: number | null; p99_ms: number | null } {
  if (!values.length) return { p50_ms: null, p99_ms: null };
  return { p50_ms: percentile(values, 0.5), p99_ms: percentile(values, 0.99) };
}
