export class Backoff {
  private wait_ms: number;

  constructor(
    private readonly first_ms: number,
    private readonly last_ms: number,
  ) {
    this.wait_ms = first_ms;
  }

  next(): number {
    const wait = this.wait_ms;
    this.wait_ms = Math.min(wait * 2, this.last_ms);
    return wait;
  }

  reset(): void {
    this.wait_ms = this.first_ms;
  }
}
