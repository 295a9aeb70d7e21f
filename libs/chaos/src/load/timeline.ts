export type Clock = () => number;

/** When a request was sent and answered. */
export interface Span {
  readonly sent: number;
  readonly answered: number;
}

interface Value<T> {
  readonly value: T;
  /** From when on it may be met: its request was sent. */
  readonly from: number;
  /** From when on no earlier value may be met: its request was answered. */
  settled: number;
}

/** A setting that one client at a time changes while others rely on it. Knows which values a request may have met. */
export class Timeline<T> {
  private readonly values: Value<T>[];

  constructor(
    value: T,
    private readonly clock: Clock = () => performance.now(),
  ) {
    this.values = [{ value, from: -Infinity, settled: -Infinity }];
  }

  /** The value that was set last. */
  get last(): T {
    return this.values[this.values.length - 1]!.value;
  }

  /** Notes that the request for a new value is sent, and returns how to note its answer. */
  change(value: T): () => void {
    const changed = { value, from: this.clock(), settled: Infinity };
    this.values.push(changed);
    return () => (changed.settled = this.clock());
  }

  /** The values that a request, sent and answered at these points in time, may have met: at least one. */
  during(sent: number, answered: number): ReadonlySet<T> {
    const possible = this.values.filter(({ from }, index) => {
      const next = this.values[index + 1];
      return from <= answered && (!next || next.settled >= sent);
    });
    return new Set(possible.map(({ value }) => value));
  }
}
