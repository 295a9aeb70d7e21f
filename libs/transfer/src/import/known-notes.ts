import type { Operations } from '@stockbook/client';
import { differencesOf } from '../records/differences.js';
import { allOf, type Shown } from '../records/lists.js';
import type { Resource } from '../resources.js';
import type { Known } from './journal.js';

export const NOTES = 'sale/credit_note';
/** Whoever works on a note later leaves these fields alone. */
const IDENTITY = ['order_id', 'customer_id', 'email', 'telephone', 'date_added', 'products'];

/** Finds credit notes again, which no field names, by their date, customer, order and lines. */
export class KnownNotes {
  private readonly taken: Set<number>;
  private readonly turns = new Map<string, Promise<unknown>>();

  /** The journal of an import of this resource has the notes of other lines. */
  constructor(
    private readonly client: Operations,
    { path }: Resource,
    journal: ReadonlyMap<string, Known> = new Map(),
  ) {
    const names = [...journal].filter(([name]) => path === NOTES || name.endsWith(':return'));
    this.taken = new Set(names.map(([, { id }]) => id));
  }

  /** Returns a note for this line alone. A line without a date has none. */
  async find({ shown, id, path }: Resource, input: Shown): Promise<Shown | undefined> {
    const { date_added, order_id: filter_order_id } = input;
    if (!date_added) return undefined;
    const dates = { filter_date_start: date_added, filter_date_end: date_added };
    const notes = await allOf(this.client, path, { ...dates, ...(filter_order_id ? { filter_order_id } : {}) });
    const identity = identityOf(input);
    const note = notes.find(
      (each) => !this.taken.has(Number(each[id])) && !differencesOf(identity, each, shown).length,
    );
    if (note) this.take(Number(note[id]));
    return note;
  }

  take(id: number): void {
    this.taken.add(id);
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
