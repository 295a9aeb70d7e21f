/** A wait that `ring` ends, even a ring before it. */
export class Alarm {
  private isRung = false;
  private wakeUp?: () => void;

  ring(): void {
    this.isRung = true;
    this.wakeUp?.();
  }

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
