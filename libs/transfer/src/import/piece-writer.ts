import type { Operations } from '@stockbook/client';
import type { Reader } from '@stockbook/contracts';
import type { LineFault } from '../mapping/line-fault.js';
import type { Tree } from '../mapping/tree.js';
import { differencesOf } from '../records/differences.js';
import type { Finder } from '../records/finder.js';
import type { Shown } from '../records/lists.js';
import type { References } from '../records/references.js';
import type { Resource } from '../resources.js';
import { withAverageCosts } from './deduction-costs.js';
import type { Done } from './journal.js';
import type { Piece } from './negatives.js';
import type { KnownMovements } from './known-movements.js';
import { type KnownNotes, NOTES } from './known-notes.js';
import { filled, judge, type Request } from './requests.js';
import { faultsOf, sendRecord } from './send.js';
import { keyValue, storedRecords } from './stored-record.js';

export interface Outcome {
  readonly piece: Piece;
  readonly done: Done | 'failed';
  /** The id of the record; 0 if there is none. */
  readonly id: number;
  readonly faults: readonly LineFault[];
}

interface WriterTerms {
  readonly client: Operations;
  readonly finder: Finder;
  readonly references: References;
  readonly notes: KnownNotes;
  readonly movements: KnownMovements;
  readonly reader: Reader;
  readonly key: string | undefined;
  /** The name of the import, which begins the keys of its writes. */
  readonly id: string;
  readonly isDry: boolean;
}

/** Writes single records: adds those that are new, and changes those that are there. */
export class PieceWriter {
  constructor(private readonly terms: WriterTerms) {}

  async write(piece: Piece): Promise<Outcome> {
    const faults: LineFault[] = [...piece.faults];
    try {
      return (await this.tryWrite(piece, faults)) ?? { piece, done: 'failed', id: 0, faults };
    } catch (error) {
      return { piece, done: 'failed', id: 0, faults: faultsOf(error) };
    }
  }

  private async tryWrite(piece: Piece, faults: LineFault[]): Promise<Outcome | undefined> {
    const { client, references, reader, finder, movements } = this.terms;
    const { resource } = piece;
    if (faults.length) return undefined;
    const whole = filled(resource, await references.resolve(resource.path, piece.tree, faults));
    const isCosted = resource.path === 'inventory/deduction' && reader.view_cost;
    const body = isCosted ? await withAverageCosts(client, whole) : whole;
    const stored = await this.stored(piece, body, faults);
    const operation = (stored && resource.edit) || resource.add;
    const isEdit = stored !== undefined && resource.edit !== undefined;
    const id = stored ? recordId(resource, stored) : 0;
    const request = judge(operation, isEdit ? { ...body, [resource.id]: id } : body, reader, faults);
    if (faults.length) return undefined;
    if (isEdit && !differencesOf(request.input, stored, resource.shown, resource.shownAs).length)
      return { piece, done: 'unchanged', id, faults };
    if (resource.path === NOTES) return this.writeNote(piece, request);
    const known = await movements.find(resource, { ...request.input });
    if (known) return { piece, done: 'unchanged', id: recordId(resource, known), faults };
    const answer = await this.send(piece, operation.path, request.body, isEdit ? stored['revision'] : undefined);
    if (!stored) await finder.note(resource.path, { ...body, [resource.id]: recordId(resource, answer) });
    return { piece, done: outcomeOf(answer, stored), id: id || recordId(resource, answer), faults };
  }

  private writeNote(piece: Piece, { body, input }: Request): Promise<Outcome> {
    const { notes } = this.terms;
    const { resource, faults } = piece;
    return notes.inTurn({ ...input }, async () => {
      const stored = await notes.find(resource, { ...input });
      const answer = stored ?? (await this.send(piece, resource.add.path, body, undefined));
      const id = recordId(resource, answer);
      notes.take(id);
      return { piece, done: stored ? 'unchanged' : outcomeOf(answer, stored), id, faults };
    });
  }

  /** An edit has a key for each revision that it meets, so that it is done again after somebody else's. */
  private send({ name }: Piece, path: string, body: Tree, revision: unknown): Promise<Shown> {
    const { client, id, isDry } = this.terms;
    const key = `import:${id}:${name}${revision === undefined ? '' : `:edit:${String(revision)}`}`;
    return sendRecord(client, path, body, key, isDry);
  }

  private async stored(piece: Piece, body: Tree, faults: LineFault[]): Promise<Shown | undefined> {
    const { key, finder } = this.terms;
    const found = await storedRecords(finder, piece, key, body);
    if (found.length > 1) {
      const message = `${found.length} records have the ${key} ${String(keyValue(piece, key))}.`;
      faults.push({ code: 'ambiguous', field: key ?? '', message });
    }
    return found[0];
  }
}

/** Answers of orders have the whole order, and others the id alone. */
function recordIn(answer: Shown): Shown {
  const { order } = answer;
  return typeof order === 'object' && order !== null ? { ...order } : answer;
}

const recordId = ({ id }: Resource, answer: Shown): number => Number(recordIn(answer)[id] ?? 0);

/** A replayed answer has the revision of then, which later work has left behind. */
function outcomeOf(answer: Shown, stored: Shown | undefined): Done {
  if (answer['replayed']) return 'unchanged';
  if (!stored) return answer['created'] === false ? 'unchanged' : 'created';
  return recordIn(answer)['revision'] === stored['revision'] && stored['revision'] !== undefined
    ? 'unchanged'
    : 'changed';
}
