import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MediaStore, StoredFile } from './media-store.js';

/** Stores files in a directory, which all replicas share. */
export class DirectoryStore implements MediaStore {
  constructor(private readonly directory: string) {}

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = this.pathOf(name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes, { flag: 'wx', flush: true });
  }

  async open(name: string): Promise<StoredFile | undefined> {
    try {
      const file = await open(this.pathOf(name));
      const { size } = await file.stat();
      return { bytes: size, stream: file.createReadStream() };
    } catch (error) {
      if (Object(error).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  remove(name: string): Promise<void> {
    return rm(this.pathOf(name), { force: true });
  }

  /** Uses two levels, because tools are slow with a million files in one directory. */
  private pathOf(name: string): string {
    return join(this.directory, name.slice(0, 2), name);
  }
}
