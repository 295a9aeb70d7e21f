import type { Operations } from '@stockbook/client';
import { isTree, listIn } from '../mapping/tree.js';
import { eachOf, type Shown } from '../records/lists.js';
import type { Resource } from '../resources.js';
import type { LineRecords } from './line-records.js';
import type { Piece } from './negatives.js';

export const MOVEMENTS = ['inventory/addition', 'inventory/deduction'];

/** Finds additions and deductions again, which no field names, by their date, comment and lines. */
export class KnownMovements {
  private readonly stored = new Map<string, Promise<ReadonlyMap<string, Shown[]>>>();

  constructor(
    private readonly client: Operations,
    private readonly taken: LineRecords,
  ) {}

  /** Returns a record for this line alone. A line without a date has none. */
  async find(piece: Piece, input: Shown): Promise<Shown | undefined> {
    const { resource } = piece;
    if (!MOVEMENTS.includes(resource.path) || !input['date_added']) return undefined;
    const stored = this.stored.get(resource.path) ?? this.read(resource);
    this.stored.set(resource.path, stored);
    const record = (await stored).get(identityOf(input, resource.lines))?.shift();
    if (record) this.taken.take(piece, Number(record[resource.id]));
    return record;
  }

  private async read(resource: Resource): Promise<ReadonlyMap<string, Shown[]>> {
    const { path, id, lines = '', shownAs } = resource;
    const records = new Map<string, Shown[]>();
    for await (const record of eachOf(this.client, path)) {
      if (this.taken.has(resource, Number(record[id]))) continue;
      const identity = identityOf(record, shownAs[lines]);
      const same = records.get(identity);
      if (same) same.push(record);
      else records.set(identity, [record]);
    }
    return records;
  }
}

function identityOf({ date_added, comment = '', ...fields }: Shown, lines = ''): string {
  const moved = listIn(fields[lines]).filter(isTree);
  const texts = moved.map(({ item_id, location_id, quantity }) => [item_id, location_id, quantity].map(Number).join());
  return JSON.stringify([String(date_added).slice(0, 19), comment, texts.sort()]);
}
