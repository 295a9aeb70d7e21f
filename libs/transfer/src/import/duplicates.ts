import { nameOf } from '../records/lists.js';
import type { Piece } from './negatives.js';
import { keyValue } from './stored-record.js';

/** Refuses a line with the key of another one further above: two lines of one record would overtake each other. */
export class Duplicates {
  private readonly seen = new Set<string>();

  constructor(private readonly key: string | undefined) {}

  judged(piece: Piece): Piece {
    const value = keyValue(piece, this.key);
    if (this.key === undefined || value === undefined) return piece;
    const name = nameOf(this.key, value);
    if (!this.seen.has(name)) {
      this.seen.add(name);
      return piece;
    }
    const message = `Another line further above has the same ${this.key} ${value}.`;
    return { ...piece, faults: [...piece.faults, { code: 'duplicate', field: this.key, message }] };
  }
}
