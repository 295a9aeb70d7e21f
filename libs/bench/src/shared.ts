import type { Bench } from './bench.js';

/** Does the work once for each value of its first argument: several figures share the outcome. */
export function shared<A extends unknown[], T>(work: (bench: Bench, ...args: A) => Promise<T>) {
  const begun = new Map<unknown, Promise<T>>();
  return (bench: Bench, ...args: A): Promise<T> => {
    const outcome = begun.get(args[0]) ?? work(bench, ...args);
    begun.set(args[0], outcome);
    return outcome;
  };
}
