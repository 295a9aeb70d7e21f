/** Opened resources, closed in reverse: at the end, when a start fails half-way, or when it is interrupted. */
export class Closing {
  private readonly steps: (() => Promise<unknown>)[] = [];
  private closed?: Promise<void>;

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Closes everything, once. */
  close(): Promise<void> {
    return (this.closed ??= this.run());
  }

  /** A step that fails keeps none of the others from being taken. */
  private async run(): Promise<void> {
    const faults: unknown[] = [];
    for (const step of this.steps.reverse()) await step().catch((fault: unknown) => faults.push(fault));
    if (faults.length) throw faults[0];
  }
}
