// The throttle is written by hand: a library's limiter would have to be recreated when the rate of its endpoint
// changes.

const SECOND = 1_000;

/** After a pause of a second, what one second allows may go out at once. */
export class Throttle {
  private next_at = 0;

  isFree(now_ms: number): boolean {
    return now_ms >= this.next_at;
  }

  use(now_ms: number, per_second: number): void {
    const space = SECOND / per_second;
    this.next_at = Math.max(this.next_at, now_ms - SECOND + space) + space;
  }

  /** Tells whether the throttle remembers no more than a new one does. */
  isOver(now_ms: number): boolean {
    return now_ms >= this.next_at + SECOND;
  }
}
