/** What is handed over: a value of so many events, applied with others unless it is to be applied alone. */
export interface Handover<T> {
  readonly value: T;
  readonly events: number;
  readonly alone: boolean;
}

interface Waiting<T> extends Handover<T> {
  readonly resolve: (isApplied: boolean) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Puts together what several partitions hand over at about the same time, so that all of it costs one transaction and one
 * commit of offsets. Works on one pile at a time, which has no more events than the limit unless one value alone has.
 */
export class Gathering<T> {
  private readonly waiting: Waiting<T>[] = [];
  private isWorking = false;

  constructor(
    private readonly limit: number,
    /** Returns those that it has applied. */
    private readonly apply: (values: readonly T[]) => Promise<readonly T[]>,
  ) {}

  /** Tells whether the value was applied, with whichever others, or left; rejects when these could not be applied. */
  add(handover: Handover<T>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...handover, resolve, reject });
      // The partitions of one fetch hand over within the same turn of the event loop.
      setImmediate(() => void this.work());
    });
  }

  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    for (let pile = this.next(); pile.length; pile = this.next()) {
      try {
        const applied = new Set(await this.apply(pile.map(({ value }) => value)));
        for (const { value, resolve } of pile) resolve(applied.has(value));
      } catch (fault) {
        for (const { reject } of pile) reject(fault);
      }
    }
    this.isWorking = false;
  }

  private next(): Waiting<T>[] {
    let events = 0;
    const surplus = this.waiting.findIndex((each, index) => {
      events += each.events;
      return index > 0 && (each.alone || this.waiting[0]?.alone || events > this.limit);
    });
    return this.waiting.splice(0, surplus < 0 ? this.waiting.length : surplus);
  }
}
