import { StartFault } from '@stockbook/process/faults';
import { type FileHandle, open, readFile } from 'node:fs/promises';

export type Done = 'created' | 'changed' | 'unchanged';

/** A record that an import is done with, named by its line and, where one line gives several, by what it is. */
export interface DoneRecord {
  readonly name: string;
  readonly done: Done;
  readonly id: number;
}

interface Batch {
  readonly at: string;
  readonly records: readonly (readonly [name: string, done: Done, id: number])[];
}

/** The journal keeps this of a record that is done. */
export interface Known {
  readonly done: Done;
  readonly id: number;
  readonly at: string;
}

/** A file beside the imported one: it has the records that are done, a line for each batch. */
export class Journal {
  private constructor(
    private readonly handle: FileHandle,
    readonly known: ReadonlyMap<string, Known>,
  ) {}

  /** Returns what a journal has, if there is one. */
  static async read(file: string): Promise<ReadonlyMap<string, Known>> {
    const text = await readFile(file, 'utf8').catch(() => '');
    return knownIn(file, text.slice(0, text.lastIndexOf('\n') + 1));
  }

  /** Reads the journal, and leaves out a line that a crash has cut. */
  static async open(file: string): Promise<Journal> {
    const handle = await open(file, 'a+');
    const text = await handle.readFile('utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) await handle.truncate(Buffer.byteLength(whole));
    return new Journal(handle, knownIn(file, whole));
  }

  /** Resolves when the disk has it. */
  async append(records: readonly DoneRecord[]): Promise<void> {
    if (!records.length) return;
    const batch: Batch = {
      at: new Date().toISOString(),
      records: records.map(({ name, done, id }) => [name, done, id]),
    };
    await this.handle.appendFile(`${JSON.stringify(batch)}\n`);
    await this.handle.datasync();
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

function knownIn(file: string, text: string): ReadonlyMap<string, Known> {
  const lines = text.split('\n').filter(Boolean);
  const batches = lines.map((line): Batch => {
    try {
      return JSON.parse(line);
    } catch {
      throw new StartFault(`The journal ${file} is damaged. Without it, records without a key are added again.`);
    }
  });
  return new Map(
    batches.flatMap(({ at, records }) => records.map(([name, done, id]) => [name, { done, id, at }] as const)),
  );
}
