import type { Stockbook } from '@stockbook/client';
import { Duplicates } from '../import/duplicates.js';
import { Journal, type Known } from '../import/journal.js';
import { KnownMovements } from '../import/known-movements.js';
import { KnownNotes, NOTES } from '../import/known-notes.js';
import { LineRecords } from '../import/line-records.js';
import { type NegativeTerms, type Piece, piecesOf } from '../import/negatives.js';
import { filled, judge } from '../import/requests.js';
import { keyOf, storedRecords } from '../import/stored-record.js';
import { type LineFault, sentencesOf } from '../mapping/line-fault.js';
import { prepareImport, type ImportTerms, type Prepared } from '../prepare/prepare-import.js';
import { type Difference, differencesOf } from '../records/differences.js';
import { Finder } from '../records/finder.js';
import type { Shown } from '../records/lists.js';
import { References } from '../records/references.js';
import { Reasons } from './reasons.js';

export interface VerifyOptions extends ImportTerms, NegativeTerms {
  readonly concurrency?: number;
  readonly onDifference?: (difference: FoundDifference) => void;
}

/** A record, or one of its fields, that is not as the file has it. */
export interface FoundDifference extends Difference {
  readonly line: number;
  /** The record, like `inventory/item/42`; without the id if there is none. */
  readonly record: string;
  /** Why it differs; undefined if nothing explains it. */
  readonly why: string | undefined;
}

export interface Verification {
  readonly records: number;
  readonly same: number;
  readonly explained: number;
  readonly unexplained: number;
}

const BATCH = 100;

/** Reads an imported file again, and compares each of its records with the account. It changes nothing. */
export async function verifyFile(client: Stockbook, options: VerifyOptions): Promise<Verification> {
  const prepared = await prepareImport(client, options);
  return new FileVerification(client, prepared, options, await Journal.read(prepared.journal)).run();
}

class FileVerification {
  private readonly counts = { records: 0, same: 0, explained: 0, unexplained: 0 };
  private readonly duplicates: Duplicates;
  private readonly finder: Finder;
  private readonly references: References;
  private readonly notes: KnownNotes;
  private readonly movements: KnownMovements;
  private readonly reasons: Reasons;
  /** The first line of each record that is found by the journal. */
  private readonly firstLines = new Map<string, number>();

  constructor(
    client: Stockbook,
    private readonly prepared: Prepared,
    private readonly options: VerifyOptions,
    private readonly known: ReadonlyMap<string, Known>,
  ) {
    const batched = client.batched({ parallel: options.concurrency ?? 4 });
    this.duplicates = new Duplicates(prepared.keys);
    this.finder = new Finder(batched);
    this.references = new References(this.finder, batched, { creates: new Set(), isDry: true });
    const taken = new LineRecords(prepared.resource, known);
    this.notes = new KnownNotes(batched, taken);
    this.movements = new KnownMovements(batched, taken);
    this.reasons = new Reasons(batched);
  }

  async run(): Promise<Verification> {
    let chunk: Piece[] = [];
    const flush = async () => {
      const found = await Promise.all(chunk.map((piece) => this.compare(piece)));
      found.forEach((differences) => this.count(differences));
      chunk = [];
    };
    for await (const record of this.prepared.records()) {
      const pieces = piecesOf(record, this.prepared.resource, this.options);
      chunk.push(...pieces.map((piece) => this.duplicates.judged(piece)));
      if (chunk.length >= BATCH) await flush();
    }
    await flush();
    return this.counts;
  }

  private count(differences: readonly FoundDifference[]): void {
    this.counts.records++;
    if (!differences.length) this.counts.same++;
    else if (differences.every(({ why }) => why !== undefined)) this.counts.explained++;
    else this.counts.unexplained++;
    differences.forEach((difference) => this.options.onDifference?.(difference));
  }

  private async compare(piece: Piece): Promise<readonly FoundDifference[]> {
    const { resource, line, tree, name } = piece;
    const known = this.known.get(name);
    const first = known && this.firstLine(piece, known);
    const faults: LineFault[] = [...piece.faults];
    const body = filled(resource, await this.references.resolve(resource.path, tree, faults));
    const named = await storedRecords(this.finder, piece, keyOf(piece, this.prepared.keys), body);
    // A file of changes need not have all that a new record needs.
    const edit = named.length ? resource.edit : undefined;
    const edited = { ...body, [resource.id]: Number(named[0]?.[resource.id]) };
    const unresolved = [...faults];
    const { input } = judge(edit ?? resource.add, edit ? edited : body, this.prepared.reader, faults);
    const found = named.length ? named : await this.findUnnamed(piece, input, known);
    const whole = { line, record: resource.path, field: '', given: undefined, shown: undefined };
    if (!known && faults.length)
      return [
        { ...whole, shown: found.length ? 'there already' : 'missing', why: `not imported: ${sentencesOf(faults)}` },
      ];
    if (!found.length) {
      const why = known ? this.reasons.ofLoss(resource, known) : this.reasons.ofRefusal(resource.add, body);
      return [{ ...whole, shown: 'missing', why: await why }];
    }
    if (found.length > 1) return [{ ...whole, shown: `${found.length} records`, why: undefined }];
    const [shown = {}] = found;
    const differences = differencesOf(input, shown, resource.shown, resource.shownAs);
    const record = `${resource.path}/${Number(shown[resource.id])}`;
    if (first !== undefined) return [{ ...whole, record, shown: `the record of line ${first} too`, why: undefined }];
    const circumstances = { input: { ...input }, record: shown, resource, known };
    const unknown = unresolved.map(({ message: shown }) => ({ ...whole, record, shown, why: undefined }));
    const explained = await Promise.all(
      differences.map(async (difference) => {
        const why = await this.reasons.ofField(difference, circumstances);
        return { ...difference, line, record, why };
      }),
    );
    return [...unknown, ...explained];
  }

  /** Returns the line further above whose record this is. Lines with a key are told apart by it. */
  private firstLine(piece: Piece, { id }: Known): number | undefined {
    if (keyOf(piece, this.prepared.keys)) return undefined;
    const record = `${piece.resource.path}/${id}`;
    const first = this.firstLines.get(record);
    if (first === undefined) this.firstLines.set(record, piece.line);
    return first;
  }

  /** A record that nothing in the file names is found by the id that the import has noted, else by what it is. */
  private async findUnnamed(piece: Piece, input: object, known: Known | undefined): Promise<readonly Shown[]> {
    const { resource } = piece;
    if (known) return this.finder.find(resource.path, resource.id, String(known.id));
    const documents = resource.path === NOTES ? this.notes : this.movements;
    const document = await documents.find(piece, { ...input });
    return document ? [document] : [];
  }
}
