/** The call has no place in its pool, and no connection. A stop calls `cancel`, which resolves `until`. */
export class Later<T> {
  constructor(
    readonly until: Promise<void>,
    readonly cancel: () => void,
    /** Runs when the call has a place again. */
    readonly go: () => Promise<T | Later<T>>,
  ) {}
}
