import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Candidate, Turns } from '../../bus/turns.js';

export interface Source<T extends Candidate> {
  readonly waiting: readonly T[];
}

interface Offer<S> {
  readonly source: S;
  /** Applies it in a batch of its own. */
  readonly alone: boolean;
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}

export interface Part<T extends Candidate, S extends Source<T>> {
  readonly source: S;
  readonly chosen: readonly T[];
}

/** Joins partitions in one transaction and one commit of offsets; `Turns` chooses. */
export class Batcher<T extends Candidate, S extends Source<T>> {
  private offers: readonly Offer<S>[] = [];
  private readonly turns = new Turns();
  private isWorking = false;

  constructor(private readonly apply: (parts: readonly Part<T, S>[]) => Promise<void>) {}

  /** Resolves after a batch, with or without the source; rejects when its part fails. */
  offer(source: S, alone = false): Promise<void> {
    return new Promise((resolve, reject) => {
      this.offers = [...this.offers, { source, alone, resolve, reject }];
      void this.work();
    });
  }

  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    // The partitions of one fetch offer within the same turn of the event loop, and again after each batch.
    for (await nextTurn(); this.offers.length; await nextTurn()) await this.applyNext();
    this.isWorking = false;
  }

  private async applyNext(): Promise<void> {
    const [first] = this.offers;
    const joined = first?.alone ? [first] : this.offers.filter(({ alone }) => !alone);
    this.offers = this.offers.filter((offer) => !joined.includes(offer));
    const chosen = new Set(this.turns.choose(joined.flatMap(({ source }) => source.waiting)));
    const parts = joined.map(({ source }) => ({ source, chosen: source.waiting.filter((each) => chosen.has(each)) }));
    try {
      await this.apply(parts.filter((part) => part.chosen.length));
      for (const { resolve } of joined) resolve();
    } catch (fault) {
      joined.forEach(({ resolve, reject }, index) => (parts[index]?.chosen.length ? reject(fault) : resolve()));
    }
  }
}
