import type { Random } from '../random.js';

/** Records that somebody works on, so that nobody else does. */
export class Held {
  private readonly held = new Set<object>();

  /** Those of these records that nobody works on. */
  free<R extends object>(among: readonly R[]): R[] {
    return among.filter((record) => !this.held.has(record));
  }

  /** Holds up to so many of these, drawn at random from the free ones. */
  take<R extends object>(random: Random, among: readonly R[], most: number): R[] {
    const taken = random.shuffled(this.free(among)).slice(0, most);
    for (const record of taken) this.held.add(record);
    return taken;
  }

  release(records: readonly object[]): void {
    for (const record of records) this.held.delete(record);
  }
}
