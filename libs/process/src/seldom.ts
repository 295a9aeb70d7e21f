/** Leaves out the calls within this time after one that went through: a lasting fault must not fill the log. */
export function seldom<A extends readonly unknown[]>(every_ms: number, take: (...args: A) => void) {
  let last = -Infinity;
  return (...args: A): void => {
    if (performance.now() - last < every_ms) return;
    last = performance.now();
    take(...args);
  };
}
