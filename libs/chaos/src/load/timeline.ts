export type Clock = () => number;

/** The times at which a request was sent and answered. */
export interface Span {
  readonly sent: number;
  readonly answered: number;
}

interface Value<T> {
  readonly value: T;
  /** The time when its request was sent, from which on it may be met. */
  readonly from: number;
  /** The time when its request was answered, from which on no earlier value may be met. */
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

  get last(): T {
    return this.values[this.values.length - 1]!.value;
  }

  /** Notes that the request for a new value is sent, and returns a function that notes its answer. */
  change(value: T): () => void {
    const changed = { value, from: this.clock(), settled: Infinity };
    this.values.push(changed);
    return () => (changed.settled = this.clock());
  }

  /** Returns the values that a request with these times may have met, at least one. */
  during(sent: number, answered: number): ReadonlySet<T> {
    const possible = this.values.filter(({ from }, index) => {
      const next = this.values[index + 1];
      return from <= answered && (!next || next.settled >= sent);
    });
    return new Set(possible.map(({ value }) => value));
  }
}
