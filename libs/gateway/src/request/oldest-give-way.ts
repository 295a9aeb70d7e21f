interface Closable {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

/** Keeps at most so many open; beyond, the one that began first is destroyed. */
export class OldestGiveWay<T extends Closable> {
  /** The oldest is the first. */
  private readonly open = new Set<T>();

  constructor(
    private readonly most: number,
    private readonly onDestroyed: () => void = () => undefined,
  ) {}

  begin(one: T): void {
    this.open.add(one);
    one.once('close', () => this.open.delete(one));
    for (const oldest of this.open) {
      if (this.open.size <= this.most) return;
      this.open.delete(oldest);
      this.onDestroyed();
      oldest.destroy();
    }
  }

  stopCounting(one: T): void {
    this.open.delete(one);
  }
}
