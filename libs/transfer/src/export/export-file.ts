import type { Stockbook } from '@stockbook/client';
import { StartFault } from '@stockbook/process/faults';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { Finder } from '../records/finder.js';
import { eachOf, type Shown } from '../records/lists.js';
import { importable, type Resource, resourceAt } from '../resources.js';
import type { Format } from '../source/inspect-file.js';
import { exportedColumns } from './columns.js';
import { exportedRecord } from './export-record.js';
import { headText, recordText, type TextTerms } from './record-text.js';

export interface ExportOptions {
  /** Names the account and its server: an export goes on in the same one alone. */
  readonly account?: string;
  readonly resource: string;
  readonly file: string;
  readonly format?: Format | undefined;
  /** Filters of the resource's `get`. */
  readonly filter?: Readonly<Record<string, string>>;
  /** The columns of a CSV; all unless given. */
  readonly columns?: readonly string[] | undefined;
  readonly explode?: string | undefined;
  readonly excel?: boolean;
  /** Aborts when the user wants to stop: the page under way is finished. */
  readonly stop?: AbortSignal | undefined;
  readonly onProgress?: (records: number) => void;
}

export interface ExportSummary {
  readonly records: number;
  readonly isStopped: boolean;
}

/** An export under way keeps this on the disk. */
interface Position {
  readonly terms: string;
  readonly after_id: number;
  readonly bytes: number;
  readonly records: number;
}

const PAGE = 100;

/**
 * Writes the records of an account into a file, which an import reads again. It goes on where an earlier run of the
 * same export has ended.
 */
export async function exportFile(client: Stockbook, options: ExportOptions): Promise<ExportSummary> {
  const resource = resourceAt(options.resource);
  if (!resource) throw new StartFault(`${options.resource} cannot be exported; there are ${importable.join(', ')}.`);
  const { file, filter = {}, explode, excel = false } = options;
  const format = options.format ?? (/\.(jsonl|ndjson)(\.gz)?$/i.test(file) ? 'jsonl' : 'csv');
  const columns = options.columns ?? exportedColumns(resource, explode);
  const terms: TextTerms = { format, columns, explode, excel };
  const part = new PartFile(file, JSON.stringify([options.account, resource.path, filter, terms]));
  await part.open();
  try {
    const isStopped = await writePages(client, resource, options, terms, part);
    if (!isStopped) await part.complete();
    return { records: part.position.records, isStopped };
  } finally {
    await part.close();
  }
}

async function writePages(
  client: Stockbook,
  resource: Resource,
  { filter, stop, onProgress }: ExportOptions,
  terms: TextTerms,
  part: PartFile,
): Promise<boolean> {
  const finder = new Finder(client.batched({ wait: 1 }));
  const write = async (page: readonly Shown[]) => {
    const records = await Promise.all(page.map((record) => exportedRecord(resource, record, finder)));
    const head = part.position.bytes ? '' : headText(terms);
    const after_id = Number(page.at(-1)?.[resource.id] ?? part.position.after_id);
    await part.append(head + records.map((record) => recordText(record, terms)).join(''), after_id, page.length);
    onProgress?.(part.position.records);
  };
  let page: Shown[] = [];
  const input = { ...filter, limit: PAGE, after_id: part.position.after_id };
  for await (const record of eachOf(client, resource.path, input)) {
    page.push(record);
    if (page.length < PAGE) continue;
    await write(page);
    page = [];
    if (stop?.aborted) return true;
  }
  if (page.length || !part.position.bytes) await write(page);
  return false;
}

/** A file that grows page by page, with a note beside it of what is on the disk. */
class PartFile {
  private readonly part: string;
  private readonly note: string;
  private handle: FileHandle | undefined;
  position: Position;

  constructor(
    private readonly file: string,
    terms: string,
  ) {
    this.part = `${file}.part`;
    this.note = `${file}.part.json`;
    this.position = { terms, after_id: 0, bytes: 0, records: 0 };
  }

  /** Continues a file of the same export. */
  async open(): Promise<void> {
    const noted = await readFile(this.note, 'utf8').catch(() => undefined);
    const position: Position | undefined = noted ? JSON.parse(noted) : undefined;
    if (position?.terms === this.position.terms) this.position = position;
    this.handle = await open(this.part, this.position.bytes ? 'r+' : 'w').catch((error: unknown) => {
      throw new StartFault(`${this.part} cannot be written (${error instanceof Error ? error.message : ''}).`);
    });
    await this.handle.truncate(this.position.bytes);
  }

  async append(text: string, after_id: number, records: number): Promise<void> {
    // Compressed parts in a row are a compressed file, too.
    const bytes = /\.gz$/i.test(this.file) ? gzipSync(text) : Buffer.from(text);
    await this.handle?.write(bytes, 0, bytes.length, this.position.bytes);
    await this.handle?.datasync();
    const { terms, ...before } = this.position;
    this.position = { terms, after_id, bytes: before.bytes + bytes.length, records: before.records + records };
    await writeFile(`${this.note}.new`, JSON.stringify(this.position));
    await rename(`${this.note}.new`, this.note);
  }

  async complete(): Promise<void> {
    await rename(this.part, this.file).catch((error: unknown) => {
      throw new StartFault(`${this.file} cannot be written (${error instanceof Error ? error.message : ''}).`);
    });
    await rm(this.note, { force: true });
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}
