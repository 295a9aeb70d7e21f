import { StartFault } from '@stockbook/process/faults';
import { createHash } from 'node:crypto';
import { TextDecoder } from 'node:util';
import { contentOf } from './content.js';

export const formats = ['csv', 'jsonl'] as const;
export type Format = (typeof formats)[number];

/** The user says this about a file; its bytes tell the rest. */
export interface GivenFormat {
  readonly format?: Format | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
}

export interface FileFacts {
  readonly file: string;
  readonly sha256: string;
  /** The length of the text, unpacked. */
  readonly bytes: number;
  readonly format: Format;
  readonly delimiter: string;
  readonly encoding: string;
}

const DELIMITERS = [',', ';', '\t', '|'];
const HEAD = 65_536;

/** Reads the whole file once: for its hash, its encoding and its delimiter. */
export async function inspectFile(file: string, given: GivenFormat): Promise<FileFacts> {
  const hash = createHash('sha256');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let [bytes, isUtf8, head] = [0, true, Buffer.alloc(0)];
  for await (const chunk of contentOf(file)) {
    hash.update(chunk);
    bytes += chunk.length;
    if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD)]);
    isUtf8 &&= isValid(utf8, chunk);
  }
  isUtf8 &&= isValid(utf8);
  const encoding = given.encoding ?? encodingOf(head, isUtf8);
  const text = decoderOf(encoding).decode(head, { stream: true });
  const format = given.format ?? (/\.(jsonl|ndjson)(\.gz)?$/i.test(file) || text.startsWith('{') ? 'jsonl' : 'csv');
  return { file, sha256: hash.digest('hex'), bytes, format, encoding, delimiter: given.delimiter ?? delimiterOf(text) };
}

export function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new StartFault(`There is no encoding ${encoding}; the usual ones are utf-8, windows-1252 and utf-16le.`);
  }
}

/** Without a chunk, says whether the last one ended with a whole character. */
function isValid(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

function encodingOf(head: Buffer, isUtf8: boolean): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (isUtf8) return 'utf-8';
  const text = head.toString('latin1');
  const characters = text.match(UTF8_CHARACTERS)?.length ?? 0;
  // Each byte of a text in windows-1252 is a character, and hardly any of them look like UTF-8.
  const others = text.replace(UTF8_CHARACTERS, '').replace(/[^\x80-\xff]/g, '').length;
  if (!characters || characters < others) return 'windows-1252';
  throw new StartFault('Most of the file is UTF-8, but not all of it: mend it, or say by --encoding what it is.');
}

/** Characters of several bytes, in a text that has a character for each byte. */
const UTF8_CHARACTERS = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/** Returns the delimiter that the first line has most often outside of quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n|\r/);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
