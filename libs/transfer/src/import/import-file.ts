import type { Operations, Stockbook } from '@stockbook/client';
import { StartFault } from '@stockbook/process/faults';
import { resolve } from 'node:path';
import { prepareImport, type Prepared, type ImportTerms } from '../prepare/prepare-import.js';
import { Finder } from '../records/finder.js';
import { nameOf } from '../records/lists.js';
import { namesWithin, References } from '../records/references.js';
import { Duplicates } from './duplicates.js';
import { Failures } from './failures.js';
import { type Done, Journal } from './journal.js';
import { KnownMovements } from './known-movements.js';
import { KnownNotes } from './known-notes.js';
import { LineRecords } from './line-records.js';
import { type NegativeTerms, type Piece, piecesOf } from './negatives.js';
import { type Outcome, PieceWriter } from './piece-writer.js';
import { keyOf } from './stored-record.js';

export interface ImportOptions extends ImportTerms, NegativeTerms {
  readonly isDry?: boolean;
  /** The resources whose missing records are added: brands and categories. */
  readonly creates?: readonly string[];
  /** The file of failed lines; beside the imported one by default. */
  readonly errors?: string | undefined;
  /** The import stops at so many failed records. */
  readonly maxErrors?: number;
  /** The most batches under way. */
  readonly concurrency?: number;
  /** Aborts when the user wants to stop: what is under way is finished. */
  readonly stop?: AbortSignal | undefined;
  readonly onFailure?: (outcome: Outcome) => void;
  readonly onProgress?: (progress: Progress) => void;
}

export type Counts = Readonly<Record<Done | 'failed' | 'before', number>>;

export interface Progress {
  readonly counts: Counts;
  readonly bytes: number;
  readonly of: number;
}

export interface ImportSummary {
  readonly counts: Counts;
  /** The file of failed lines, if any has failed. */
  readonly errors: string | undefined;
  readonly stopped: 'errors' | 'user' | undefined;
  /** The line behind which nothing was begun. */
  readonly line: number;
  readonly prepared: Prepared;
}

const BATCH = 100;

/** Brings the records of a file into an account. */
export async function importFile(client: Stockbook, options: ImportOptions): Promise<ImportSummary> {
  const { file, errors } = options;
  if (errors && resolve(errors) === resolve(file)) throw new StartFault(`${errors} is the imported file itself.`);
  const prepared = await prepareImport(client, options);
  await refuseUnexplained(prepared, options);
  const { concurrency = 4, isDry = false } = options;
  const batched = client.batched({ parallel: concurrency });
  const journal = isDry ? undefined : await Journal.open(prepared.journal);
  try {
    return await new FileImport(prepared, options, batched, journal).run(concurrency);
  } finally {
    await journal?.close();
  }
}

/** Looks for negative quantities first, so that nothing is sent before the user has said what they mean. */
async function refuseUnexplained(prepared: Prepared, options: ImportOptions): Promise<void> {
  const { resource } = prepared;
  if (options.negative || !resource.lines) return;
  for await (const record of prepared.records()) piecesOf(record, resource, options);
}

class FileImport {
  private readonly counts = { created: 0, changed: 0, unchanged: 0, failed: 0, before: 0 };
  private readonly failures: Failures;
  private readonly writer: PieceWriter;
  private readonly underWay = new Set<Promise<void>>();
  private readonly names = new Map<string, Promise<void>>();
  private readonly duplicates: Duplicates;
  private chunk: Piece[] = [];
  private chunkNames = new Set<string>();
  private line = 0;
  private bytes = 0;
  private fault: { readonly error: unknown } | undefined;

  constructor(
    private readonly prepared: Prepared,
    private readonly options: ImportOptions,
    client: Operations,
    private readonly journal: Journal | undefined,
  ) {
    const { facts, columns, reader, keys, id } = prepared;
    const { errors = `${facts.file}.failed.${facts.format}`, creates = [], isDry = false } = options;
    this.failures = new Failures(errors, facts, columns);
    this.duplicates = new Duplicates(keys);
    const finder = new Finder(client);
    const references = new References(finder, client, { creates: new Set(creates), isDry });
    const lines = new LineRecords(prepared.resource, journal?.known);
    const notes = new KnownNotes(client, lines);
    const movements = new KnownMovements(client, lines);
    this.writer = new PieceWriter({ client, finder, references, notes, movements, lines, reader, keys, id, isDry });
  }

  async run(concurrency: number): Promise<ImportSummary> {
    await this.takeAll(concurrency).catch((error: unknown) => void (this.fault ??= { error }));
    this.flush();
    await Promise.all(this.underWay);
    if (this.fault) throw this.fault.error;
    return {
      counts: this.counts,
      errors: this.failures.written,
      stopped: this.stopped,
      line: this.line,
      prepared: this.prepared,
    };
  }

  private async takeAll(concurrency: number): Promise<void> {
    for await (const record of this.prepared.records()) {
      for (const piece of piecesOf(record, this.prepared.resource, this.options)) await this.take(piece, concurrency);
      this.line = record.line;
      this.bytes = record.rows.at(-1)?.bytes ?? this.bytes;
      if (this.fault || this.stopped) break;
    }
  }

  private get stopped(): ImportSummary['stopped'] {
    if (this.options.stop?.aborted) return 'user';
    return this.counts.failed >= (this.options.maxErrors ?? Infinity) ? 'errors' : undefined;
  }

  private async take(given: Piece, concurrency: number): Promise<void> {
    const piece = this.duplicates.judged(given);
    if (this.journal?.known.has(piece.name)) {
      this.counts.before++;
      return;
    }
    const { path, keys } = piece.resource;
    // A record may name one that stands above it in the file.
    const needed = namesWithin(path, piece.tree);
    if (needed.some((name) => this.chunkNames.has(name))) this.flush();
    await Promise.all(needed.map((name) => this.names.get(name)));
    const own = keys.flatMap((by) => namesOf(piece, by));
    this.chunk.push(piece);
    own.forEach((name) => this.chunkNames.add(name));
    if (this.chunk.length < BATCH) return;
    this.flush();
    while (this.underWay.size >= concurrency) await Promise.race(this.underWay);
  }

  private flush(): void {
    const [pieces, names] = [this.chunk, this.chunkNames];
    [this.chunk, this.chunkNames] = [[], new Set()];
    if (!pieces.length) return;
    const done: Promise<void> = this.write(pieces)
      .catch((error: unknown) => void (this.fault ??= { error }))
      .finally(() => {
        this.underWay.delete(done);
        names.forEach((name) => this.names.delete(name));
      });
    this.underWay.add(done);
    names.forEach((name) => this.names.set(name, done));
  }

  private async write(pieces: readonly Piece[]): Promise<void> {
    const settled = await Promise.allSettled(pieces.map((piece) => this.writer.write(piece)));
    const outcomes = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const done = outcomes.flatMap(({ piece: { name }, done, id }) => (done === 'failed' ? [] : [{ name, done, id }]));
    await this.journal?.append(done);
    for (const outcome of outcomes) {
      this.counts[outcome.done]++;
      if (outcome.done !== 'failed') continue;
      this.failures.add({ rows: outcome.piece.rows, faults: outcome.faults });
      this.options.onFailure?.(outcome);
    }
    this.options.onProgress?.({ counts: this.counts, bytes: this.bytes, of: this.prepared.facts.bytes });
    const broken = settled.find((each) => each.status === 'rejected');
    if (broken) throw broken.reason;
  }
}

/** Returns what other rows may call a record by. */
function namesOf(piece: Piece, by: string): readonly string[] {
  const values = [piece.tree[by], keyOf(piece, [by])?.value].filter(Boolean).map(String);
  return [...new Set(values)].map((value) => nameOf(by, value));
}
