/** The system's answers or data are wrong, so its speed does not count. */
export class WrongRun extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join(' '));
  }

  static ifAny(faults: readonly string[]): void {
    if (faults.length) throw new WrongRun(faults);
  }
}
