/** Closes opened resources in reverse order: at the end, or when a start fails or is interrupted. */
export class Closing {
  private readonly steps: (() => Promise<unknown>)[] = [];
  private closed?: Promise<void>;

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  close(): Promise<void> {
    return (this.closed ??= this.run());
  }

  private async run(): Promise<void> {
    const faults: unknown[] = [];
    for (const step of this.steps.reverse()) await step().catch((fault: unknown) => faults.push(fault));
    if (faults.length) throw faults[0];
  }
}
