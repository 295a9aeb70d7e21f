/** The value below or at which so much of the list lies (0.5: the half), by nearest rank; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] ?? NaN;
}

/** The two that every figure shows; null of nothing. */
export function latencyOf(values: readonly number[]): { p50_ms: number | null; p99_ms: number | null } {
  if (!values.length) return { p50_ms: null, p99_ms: null };
  return { p50_ms: percentile(values, 0.5), p99_ms: percentile(values, 0.99) };
}
