import type { Random } from '@stockbook/process';

/** The records that a client works on, so that no other client does. */
export class Held {
  private readonly held = new Set<object>();

  free<R extends object>(among: readonly R[]): R[] {
    return among.filter((record) => !this.held.has(record));
  }

  /** Holds at most this many of these records, drawn at random from the free ones. */
  take<R extends object>(random: Random, among: readonly R[], most: number): R[] {
    const taken = random.shuffled(this.free(among)).slice(0, most);
    for (const record of taken) this.held.add(record);
    return taken;
  }

  release(records: readonly object[]): void {
    for (const record of records) this.held.delete(record);
  }
}
