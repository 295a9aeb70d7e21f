// perf_hooks.monitorEventLoopDelay is no substitute: it does not show whether late samples are consecutive.
const EVERY_MS = 100;
const LATE_MS = 100;
/** Fewer late samples in a row may be a pause of the garbage collector or of the machine. */
const STANDING = 5;

export class LoopLag {
  private sampled_at = performance.now();
  private late = 0;
  private readonly sampling = setInterval(() => this.sample(), EVERY_MS).unref();

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
