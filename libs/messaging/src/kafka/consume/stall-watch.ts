export interface StallWatchOptions {
  readonly limit_ms: number;
  /** While this fails, nothing counts as stalled. */
  readonly lag: () => Promise<number>;
  readonly onStall: () => void;
}

/** Detects that work waits but none is finished for `limit_ms`. */
export class StallWatch {
  isStalled = false;
  private since = performance.now();
  private hasFinished = false;
  private readonly timer: NodeJS.Timeout;
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly options: StallWatchOptions) {
    this.timer = setInterval(() => void (this.looking = this.look()), options.limit_ms / 12);
    this.timer.unref();
  }

  finish(): void {
    this.hasFinished = true;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    const { lag, limit_ms, onStall } = this.options;
    const waits = await lag().catch(() => 0);
    if (!waits || this.hasFinished) this.since = performance.now();
    this.hasFinished = false;
    const wasStalled = this.isStalled;
    this.isStalled = performance.now() - this.since >= limit_ms;
    if (this.isStalled && !wasStalled) onStall();
  }
}
