import { StockbookError } from '@stockbook/client';
import type { Shown } from '../records/lists.js';
import type { Resource } from '../resources.js';
import type { Known } from './journal.js';
import type { Piece } from './negatives.js';

type Owned = Pick<Piece, 'name' | 'resource'>;

/** The resources of the parts that the journal names `LINE:correction` and `LINE:return`. */
const PARTS: Readonly<Record<string, string>> = {
  correction: 'inventory/deduction',
  return: 'sale/credit_note',
};

/** Knows the line that each record belongs to, so that no record stands for two lines. */
export class LineRecords {
  private readonly lines = new Map<string, string>();

  /** The journal has the records of lines that are done. */
  constructor({ path }: Resource, journal: ReadonlyMap<string, Known> = new Map()) {
    for (const [name, { id }] of journal) this.lines.set(`${PARTS[name.split(':')[1] ?? ''] ?? path}/${id}`, name);
  }

  has({ path }: Resource, id: number): boolean {
    return this.lines.has(`${path}/${id}`);
  }

  take({ name, resource }: Owned, id: number): void {
    this.lines.set(`${resource.path}/${id}`, name);
  }

  /**
   * Adds the record of a line. After a crash an equal line may have found and taken the record under this line's key.
   * This line then uses the key of the other one, so that equal lines never have more keys than lines.
   */
  async add(line: Owned, send: (name: string) => Promise<Shown>): Promise<Shown> {
    let answer = await send(line.name);
    for (let again = ':again'; ; again += ':again') {
      const other = this.otherLine(line, answer);
      if (other === undefined) return answer;
      answer = await send(other).catch((error: unknown) => {
        if (!(error instanceof StockbookError) || error.code !== 'key_reused') throw error;
        // The equal lines differ in a field that does not identify them, and the other key is spent.
        return send(line.name + again);
      });
    }
  }

  private otherLine({ name, resource }: Owned, answer: Shown): string | undefined {
    const owner = answer['replayed'] ? this.lines.get(`${resource.path}/${Number(answer[resource.id])}`) : undefined;
    return owner === name ? undefined : owner;
  }
}
