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
import { type KnownMovements, MOVEMENTS } from './known-movements.js';
import { type KnownNotes, NOTES } from './known-notes.js';
import type { LineRecords } from './line-records.js';
import { filled, judge, type Request } from './requests.js';
import { faultsOf, sendRecord } from './send.js';
import { keyOf, storedRecords } from './stored-record.js';

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
  readonly lines: LineRecords;
  readonly reader: Reader;
  readonly keys: readonly string[];
  /** The name of the import, which begins the keys of its writes. */
  readonly id: string;
  readonly isDry: boolean;
}

type Documents = Pick<KnownNotes | KnownMovements, 'find'>;

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
    const { client, references, reader, finder, notes, movements } = this.terms;
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
    if (resource.path === NOTES)
      return notes.inTurn({ ...request.input }, () => this.writeDocument(piece, request, notes));
    if (MOVEMENTS.includes(resource.path)) return this.writeDocument(piece, request, movements);
    const revision = isEdit ? stored['revision'] : undefined;
    const edit = revision === undefined ? '' : `:edit:${String(revision)}`;
    const answer = await this.send(piece.name + edit, operation.path, request.body);
    if (!stored) await finder.note(resource.path, { ...body, [resource.id]: recordId(resource, answer) });
    return { piece, done: outcomeOf(answer, stored), id: id || recordId(resource, answer), faults };
  }

  private async writeDocument(piece: Piece, { body, input }: Request, documents: Documents): Promise<Outcome> {
    const { lines } = this.terms;
    const { resource, faults } = piece;
    const stored = await documents.find(piece, { ...input });
    const answer = stored ?? (await lines.add(piece, (name) => this.send(name, resource.add.path, body)));
    const id = recordId(resource, answer);
    lines.take(piece, id);
    return { piece, done: stored ? 'unchanged' : outcomeOf(answer, stored), id, faults };
  }

  /** The name of an edit has the revision that it meets, so that it is done again after somebody else's. */
  private send(name: string, path: string, body: Tree): Promise<Shown> {
    const { client, id, isDry } = this.terms;
    return sendRecord(client, path, body, `import:${id}:${name}`, isDry);
  }

  private async stored(piece: Piece, body: Tree, faults: LineFault[]): Promise<Shown | undefined> {
    const { keys, finder } = this.terms;
    const key = keyOf(piece, keys);
    const found = await storedRecords(finder, piece, key, body);
    if (key && found.length > 1) {
      const message = `${found.length} records have the ${key.by} ${key.value}.`;
      faults.push({ code: 'ambiguous', field: key.by, message });
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
