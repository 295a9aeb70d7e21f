// This is written by hand, because Node cannot seed its random numbers, and this generator is three lines.

/** Random numbers that a seed repeats (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.between(0, from.length - 1)];
    if (picked === undefined) throw new Error('There is nothing to pick from.');
    return picked;
  }

  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T {
    let roll = this.between(
      1,
      from.reduce((sum, [weight]) => sum + weight, 0),
    );
    const drawn = from.find(([weight]) => (roll -= weight) <= 0);
    if (!drawn) throw new Error('There is nothing to draw from.');
    return drawn[1];
  }

  shuffled<T>(list: readonly T[]): T[] {
    const places = list.map((value) => ({ value, place: this.next() }));
    return places.sort((a, b) => a.place - b.place).map(({ value }) => value);
  }

  /** Returns a stream of its own, so that the draws of one party do not change those of another. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1));
  }
}
