// perf_hooks.monitorEventLoopDelay does not tell whether late samples were consecutive, so it would need this timer as well.
const EVERY_MS = 100;
const LATE_MS = 100;
/** Fewer late samples in a row may be pauses of the garbage collector or of the machine; so many are overload. */
const STANDING = 5;

/** Detects that the event loop is late all the time. */
export class LoopLag {
  private sampled_at = performance.now();
  private late = 0;
  private readonly sampling = setInterval(() => this.sample(), EVERY_MS).unref();

  /** Whether each sample of the last half second or more was late by more than 100 ms. */
  get isStanding(): boolean {
    return this.late >= STANDING;
  }

  stop(): void {
    clearInterval(this.sampling);
  }

  private sample(): void {
    const now = performance.now();
    this.late = now - this.sampled_at - EVERY_MS > LATE_MS ? this.late + 1 : 0;
    this.sampled_at = now;
  }
}
