import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly bytes: number;
  readonly stream: Readable;
}

/** Keeps files by names that are random and never used again, so that no file is overwritten. */
export interface MediaStore {
  /** Resolves when the file survives a crash. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /** Returns undefined if there is no such file. */
  open(name: string): Promise<StoredFile | undefined>;
  /** A file that is not there is removed already. */
  remove(name: string): Promise<void>;
}
