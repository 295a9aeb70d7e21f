import { StartFault } from '@stockbook/process/faults';
import { type CsvError, type Info, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { contentOf } from './content.js';
import { undisarmed } from '../csv-text.js';
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
  for await (const { record, info, raw } of recordsOf(facts)) {
    if (!columns) columns = headerOf(record);
    else {
      const last = columns.length - 1;
      const isTooLong = record.slice(columns.length).some(Boolean);
      // The last cell of a row that is too long has the rest of it, so that nothing is lost.
      const cellAt = (i: number) =>
        isTooLong && i === last ? record.slice(i).join(facts.delimiter) : (record[i] ?? '');
      const cells = new Map(columns.map((column, i) => [column, undisarmed(cellAt(i))]));
      const fault = isTooLong
        ? `The row has ${record.length} cells, the header has ${columns.length}.`
        : joiningFault(raw, info.lines - line + 1, facts);
      yield { line, bytes: info.bytes, cells, ...(fault && { fault }) };
    }
    line = info.lines + 1;
  }
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
  readonly raw: string;
}

const LINE_ENDS = ['\r\n', '\n', '\r'];

/** A quote inside of a text is harmless, unless it joins a row to those below it. */
function joiningFault(raw: string, lines: number, { delimiter }: FileFacts): string | undefined {
  if (lines === 1) return undefined;
  try {
    parseNow(raw, { delimiter, relax_column_count: true, record_delimiter: LINE_ENDS });
    return undefined;
  } catch {
    return `The row goes on over ${lines} lines, because a quote opens a cell and none closes it.`;
  }
}

async function* recordsOf(facts: FileFacts, to?: number): AsyncGenerator<Parsed, void, undefined> {
  const { file, delimiter } = facts;
  const parser = parse({
    ...{ bom: true, info: true, raw: true, delimiter, to: to ?? -1, record_delimiter: LINE_ENDS },
    ...{ relax_column_count: true, skip_records_with_empty_values: true, relax_quotes: true },
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
    if (text.trim()) yield { line, bytes, ...cellsIn(text.replace(BOM, '')) };
  }
}

const BOM = /^\ufeff/;

/** A line that cannot be read is kept as a text, for the file of failed lines. */
function cellsIn(text: string): Pick<Row, 'cells' | 'fault'> {
  try {
    const value: unknown = JSON.parse(text, exactly);
    if (typeof value === 'object' && value && !Array.isArray(value)) return { cells: new Map(Object.entries(value)) };
    return { cells: new Map([['_text', text]]), fault: 'The line is no JSON object.' };
  } catch (error) {
    const fault = `The line is no JSON: ${error instanceof Error ? error.message : ''}.`;
    return { cells: new Map([['_text', text]]), fault };
  }
}

/** Codes of digits may be longer than the numbers of JavaScript. */
function exactly(name: string, value: unknown): unknown {
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  throw new Error(`${name} has more digits than a number keeps: write it as a text`);
}

async function* decoded({ file, encoding }: FileFacts): AsyncGenerator<Buffer, void, undefined> {
  const decoder = decoderOf(encoding);
  for await (const chunk of contentOf(file))
    yield encoding === 'utf-8' ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
}
