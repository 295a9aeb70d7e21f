/** A wait that others can end; a ring before it counts too. */
export class Alarm {
  private isRung = false;
  private wakeUp?: () => void;

  ring(): void {
    this.isRung = true;
    this.wakeUp?.();
  }

  /** Resolves at the next ring, and after `limit_ms` at the latest. */
  async wait(limit_ms: number): Promise<void> {
    if (!this.isRung) {
      await new Promise<void>((resume) => {
        const timer = setTimeout(resume, limit_ms);
        this.wakeUp = () => {
          clearTimeout(timer);
          resume();
        };
      });
    }
    this.isRung = false;
  }
}
