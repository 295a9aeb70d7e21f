import { type Candidate, isLarge, Turns } from './turns.js';

/** Two batches run at a time: one of small events, and one large event. An account has events in only one of them. */
export class Lanes<T extends Candidate> {
  private readonly turns = new Turns();
  private readonly inWork = new Set<readonly T[]>();

  /** Returns the next batch, which is in work until `end`; empty while all that waits is behind others. */
  begin(waiting: readonly T[]): readonly T[] {
    const batch = this.turns.choose(this.free(waiting));
    if (batch.length) this.inWork.add(batch);
    return batch;
  }

  end(batch: readonly T[]): void {
    this.inWork.delete(batch);
  }

  free(waiting: readonly T[]): readonly T[] {
    const begun = [...this.inWork].flat();
    if (!begun.length) return waiting;
    const isTaken = { large: begun.some(isLarge), small: !begun.every(isLarge) };
    const behind = new Set(begun.map(({ account_id }) => account_id));
    return waiting.filter((event) => {
      if (isTaken[isLarge(event) ? 'large' : 'small']) behind.add(event.account_id);
      return !behind.has(event.account_id);
    });
  }
}
