import { StartFault } from '@stockbook/process/faults';
import { type CsvError, type Info, parse } from 'csv-parse';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { contentOf } from './content.js';
import { decoderOf, type FileFacts } from './inspect-file.js';

/** One row of a file. Cells of CSV are texts; those of JSONL have any value of JSON. */
export interface Row {
  /** The line of the file where the row begins, from 1. */
  readonly line: number;
  /** The bytes of the file up to the end of the row, about. */
  readonly bytes: number;
  readonly cells: ReadonlyMap<string, unknown>;
  /** The row could not be read. */
  readonly fault?: string;
}

/** The columns that a file of failed lines has besides its own. */
export const FAULT_COLUMNS = ['_line', '_field', '_code', '_error'] as const;

/** Returns the header of a CSV file; JSONL has none. */
export async function columnsOf(facts: FileFacts): Promise<readonly string[]> {
  if (facts.format === 'jsonl') return [];
  for await (const { record } of recordsOf(facts, 1)) return headerOf(record);
  throw new StartFault(`${facts.file} is empty.`);
}

export async function* rowsOf(facts: FileFacts): AsyncGenerator<Row, void, undefined> {
  if (facts.format === 'jsonl') return yield* jsonRows(facts);
  let columns: readonly string[] | undefined;
  let line = 1;
  for await (const { record, info } of recordsOf(facts)) {
    if (!columns) columns = headerOf(record);
    else {
      const cells = new Map(columns.map((column, i) => [column, record[i] ?? '']));
      const isTooLong = record.length > columns.length && record.slice(columns.length).some(Boolean);
      const fault = isTooLong ? `The row has ${record.length} cells, the header has ${columns.length}.` : undefined;
      yield { line, bytes: info.bytes, cells, ...(fault && { fault }) };
    }
    line = info.lines + 1;
  }
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
}

async function* recordsOf(facts: FileFacts, to?: number): AsyncGenerator<Parsed, void, undefined> {
  const { file, delimiter } = facts;
  const parser = parse({
    ...{ bom: true, info: true, delimiter, to: to ?? -1 },
    ...{ relax_column_count: true, skip_empty_lines: true, relax_quotes: true },
  });
  const text = Readable.from(decoded(facts));
  text.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) yield parsed;
  } catch (error) {
    if (!isCsvError(error)) throw error;
    throw new StartFault(`${file} is no sound CSV: ${error.message}.`);
  }
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');

function headerOf(record: readonly string[]): readonly string[] {
  const names = record.map((name) => name.trim());
  const twice = names.find((name, i) => name && names.indexOf(name) < i);
  if (twice) throw new StartFault(`The header has the column ${twice} twice.`);
  return names;
}

async function* jsonRows(facts: FileFacts): AsyncGenerator<Row, void, undefined> {
  let [line, bytes] = [0, 0];
  for await (const text of createInterface({ input: Readable.from(decoded(facts)), crlfDelay: Infinity })) {
    line++;
    bytes += Buffer.byteLength(text) + 1;
    if (text.trim()) yield { line, bytes, ...cellsIn(text) };
  }
}

function cellsIn(text: string): Pick<Row, 'cells' | 'fault'> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value && !Array.isArray(value)) return { cells: new Map(Object.entries(value)) };
    return { cells: new Map(), fault: 'The line is no JSON object.' };
  } catch (error) {
    return { cells: new Map(), fault: `The line is no JSON: ${error instanceof Error ? error.message : ''}.` };
  }
}

async function* decoded({ file, encoding }: FileFacts): AsyncGenerator<Buffer, void, undefined> {
  const decoder = decoderOf(encoding);
  for await (const chunk of contentOf(file))
    yield encoding === 'utf-8' ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
}
