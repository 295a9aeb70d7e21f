import type { Operations } from '@stockbook/client';
import { differencesOf } from '../records/differences.js';
import { allOf, type Shown } from '../records/lists.js';
import type { LineRecords } from './line-records.js';
import type { Piece } from './negatives.js';

export const NOTES = 'sale/credit_note';
/** Whoever works on a note later leaves these fields alone. */
const IDENTITY = ['order_id', 'customer_id', 'email', 'telephone', 'date_added', 'products'];

/** Finds credit notes again, which no field names, by their date, customer, order and lines. */
export class KnownNotes {
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly client: Operations,
    private readonly taken: LineRecords,
  ) {}

  /** Returns a note for this line alone. A line without a date has none. */
  async find(piece: Piece, input: Shown): Promise<Shown | undefined> {
    const { resource } = piece;
    const { shown, id, path } = resource;
    const { date_added, order_id: filter_order_id } = input;
    if (!date_added) return undefined;
    const dates = { filter_date_start: date_added, filter_date_end: date_added };
    const notes = await allOf(this.client, path, { ...dates, ...(filter_order_id ? { filter_order_id } : {}) });
    const identity = identityOf(input);
    const note = notes.find(
      (each) => !this.taken.has(resource, Number(each[id])) && !differencesOf(identity, each, shown).length,
    );
    if (note) this.taken.take(piece, Number(note[id]));
    return note;
  }

  /** Lines of equal notes take turns, so that none finds the note that another one is adding. */
  inTurn<T>(input: Shown, work: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(identityOf(input));
    const turn = (this.turns.get(name) ?? Promise.resolve()).then(work, work);
    this.turns.set(name, turn);
    return turn;
  }
}

const identityOf = (input: Shown): Shown =>
  Object.fromEntries(Object.entries(input).filter(([name]) => IDENTITY.includes(name)));
