import { nameOf } from '../records/lists.js';
import type { Piece } from './negatives.js';
import { keyOf } from './stored-record.js';

/** Refuses a line with the key of another one further above: two lines of one record would overtake each other. */
export class Duplicates {
  private readonly seen = new Set<string>();

  constructor(private readonly keys: readonly string[]) {}

  judged(piece: Piece): Piece {
    const key = keyOf(piece, this.keys);
    if (!key) return piece;
    const name = nameOf(key.by, key.value);
    if (!this.seen.has(name)) {
      this.seen.add(name);
      return piece;
    }
    const message = `Another line further above has the same ${key.by} ${key.value}.`;
    return { ...piece, faults: [...piece.faults, { code: 'duplicate', field: key.by, message }] };
  }
}
