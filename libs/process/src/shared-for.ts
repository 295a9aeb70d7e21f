/** Shares the outcome of one run with all calls within this time after its start. */
export function sharedFor<T>(ms: number, run: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let began = -Infinity;
  return () => {
    if (last && performance.now() - began < ms) return last;
    began = performance.now();
    return (last = run());
  };
}
