import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { type Encoding, encodings, isAccepted } from '../content-encoding.js';

export interface SentBody {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

interface Encoder {
  now(bytes: Buffer): Buffer;
  inThread(bytes: Buffer): Promise<Buffer>;
}

/** An answer of fewer bytes fits into one packet anyway. */
const SMALLEST = 1_024;
/** Handing an answer of fewer bytes to a thread takes the event loop longer than compressing it. */
const LARGE = 16_384;

const { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } = zlib;
/** The fastest levels: a higher one costs several times as much and saves a few percent of JSON. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP = { level: 1 };

const encoders: Readonly<Partial<Record<Encoding, Encoder>>> = {
  br: encoderOf(brotliCompressSync, brotliCompress, BROTLI),
  gzip: encoderOf(gzipSync, gzip, GZIP),
  ...zstdOf(zlib),
};

export class Compression {
  constructor(private readonly isOn: boolean) {}

  async encode(text: readonly string[], accepted = ''): Promise<SentBody> {
    const bytes = await bytesOf(text);
    if (!this.isOn || bytes.length < SMALLEST) return { bytes, headers: {} };
    const vary = 'accept-encoding';
    const name = encodings.find((each) => encoders[each] && isAccepted(each, accepted));
    const encoder = name && encoders[name];
    if (!encoder) return { bytes, headers: { vary } };
    const encoded = bytes.length < LARGE ? encoder.now(bytes) : await encoder.inThread(bytes);
    return { bytes: encoded, headers: { vary, 'content-encoding': name } };
  }
}

/** Encodes a text once: HTTP would count its bytes again, and encode it while it writes. Large pieces take turns. */
async function bytesOf([first = '', ...others]: readonly string[]): Promise<Buffer> {
  if (!others.length) return Buffer.from(first);
  const text = [first, ...others];
  const bytes = Buffer.allocUnsafe(text.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let at = 0;
  for (const piece of text) {
    if (piece.length > LARGE) await setImmediate();
    at += bytes.write(piece, at);
  }
  return bytes;
}

type Compress<O> = (bytes: Buffer, options: O, done: (error: Error | null, result: Buffer) => void) => void;

function encoderOf<O>(now: (bytes: Buffer, options: O) => Buffer, later: Compress<O>, options: O): Encoder {
  const inThread = promisify<Buffer, O, Buffer>(later);
  return { now: (bytes) => now(bytes, options), inThread: (bytes) => inThread(bytes, options) };
}

/** Node has it since 22.15, and the types of the oldest Node that is supported do not know it. */
function zstdOf(module: object): { zstd?: Encoder } {
  const { zstdCompress, zstdCompressSync, constants: levels }: Zstd = Object(module);
  if (!zstdCompress || !zstdCompressSync) return {};
  return { zstd: encoderOf(zstdCompressSync, zstdCompress, { params: { [levels.ZSTD_c_compressionLevel]: 1 } }) };
}

interface Zstd {
  readonly zstdCompress?: Compress<object>;
  readonly zstdCompressSync?: (bytes: Buffer, options: object) => Buffer;
  readonly constants: { readonly ZSTD_c_compressionLevel: number };
}
