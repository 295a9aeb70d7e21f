const EVERY_MS = 100;
const LATE_MS = 100;
/** So many late samples in a row are no pause of the collector or of the machine, but more work than can be done. */
const STANDING = 5;

/** Watches whether the event loop is late again and again. */
export class LoopLag {
  private sampled_at = performance.now();
  private late = 0;
  private readonly sampling = setInterval(() => this.sample(), EVERY_MS).unref();

  /** It has been late by more than 100 ms at each look for half a second at least. */
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
