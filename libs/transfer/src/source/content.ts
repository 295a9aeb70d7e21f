import { StartFault } from '@stockbook/process/faults';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const GZIP = Buffer.from([0x1f, 0x8b]);

/** Reads a file; one that gzip has compressed is unpacked. */
export async function* contentOf(file: string): AsyncGenerator<Buffer, void, undefined> {
  const zipped = await isZipped(file);
  const source = createReadStream(file);
  // The pipeline destroys both streams when one fails, and the reader sees the error.
  const content = zipped ? pipeline(source, createGunzip(), () => undefined) : source;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isDamaged ? new StartFault(`${file} is cut off or damaged: ${error.message}.`) : error;
  }
}

async function isZipped(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return buffer.subarray(0, bytesRead).equals(GZIP);
  } finally {
    await handle.close();
  }
}
