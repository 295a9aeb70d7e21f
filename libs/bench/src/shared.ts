import type { Bench } from './bench.js';

/** Values that several figures of one benchmark share; each is made once. */
export class Shared<T> {
  private readonly known = new WeakMap<Bench, Map<number | string, Promise<T>>>();

  /** The outcome of the work known by this name; the first to ask does it. */
  of(bench: Bench, name: number | string, work: () => Promise<T>): Promise<T> {
    const own = this.known.get(bench) ?? new Map<number | string, Promise<T>>();
    this.known.set(bench, own);
    const begun = own.get(name) ?? work();
    own.set(name, begun);
    return begun;
  }
}
