import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The points where a process can be killed: between a commit and the step after it. */
export const crashPoints = ['after-commit', 'after-publish', 'after-batch'] as const;
export type CrashPoint = (typeof crashPoints)[number];
/** A publisher is halted here instead: it wakes with events that it has sent, and not yet taken out of the outbox. */
export const HALTED = 'halted-after-publish';
/** A writer is halted here: its transaction is open, and has locked rows. */
export const IN_TRANSACTION = 'halted-in-transaction';
/** A sender of webhooks is killed here: a receiver has answered 2xx, and the log does not have it. */
export const AFTER_2XX = 'after-2xx';
export type TrapPoint = CrashPoint | typeof HALTED | typeof IN_TRANSACTION | typeof AFTER_2XX;

/** The environment variable that names the folder of traps to the processes. */
export const TRAPS = 'STOCKBOOK_CHAOS_TRAPS';

export const trapOf = (point: TrapPoint, service: string): string => `${point}.${service}`;
export const THRICE = 'thrice';
/** The file has a line for each batch that was published three times: its number of events. */
export const THRICE_COUNTS = 'thrice-counts';
export const haltedOf = (service: string): string => `halted.${service}`;
export const publisherOf = (service: string): string => `publisher.${service}`;

/** A process and the Unix time in ms at which it was halted. */
export interface Halted {
  readonly pid: number;
  readonly at: number;
}

/** A trap is a file: the first process that comes by removes it, and kills or halts itself. */
export class Traps {
  private constructor(readonly folder: string) {}

  static async in(folder: string): Promise<Traps> {
    await mkdir(folder, { recursive: true });
    return new Traps(folder);
  }

  /** Takes the trap away if no process came by. A mark limits it to writes whose input has it. */
  async spring(point: TrapPoint, service: string, patience_ms: number, mark = ''): Promise<boolean> {
    const file = join(this.folder, trapOf(point, service));
    // The file appears complete at once: a process that came by an empty file would take it for a trap without a mark.
    await writeFile(`${file}.new`, mark);
    await rename(`${file}.new`, file);
    for (const end = Date.now() + patience_ms; existsSync(file); await delay(20)) {
      if (Date.now() > end) return !(await removed(file));
    }
    return true;
  }

  /** Publishes every event three times meanwhile; resolves with their number. */
  async publishingThrice(work: () => Promise<unknown>): Promise<number> {
    const [file, counts] = [join(this.folder, THRICE), join(this.folder, THRICE_COUNTS)];
    await writeFile(counts, '');
    await writeFile(file, '');
    await work().finally(() => rm(file));
    const lines = (await readFile(counts, 'utf8')).split('\n');
    return lines.reduce((sum, line) => sum + Number(line), 0);
  }

  /** Returns the id of the process that publishes for a service, as of the last second. */
  async publisher(service: string): Promise<number | undefined> {
    return Number(await readFile(join(this.folder, publisherOf(service)), 'utf8').catch(() => '')) || undefined;
  }

  async halted(service: string): Promise<Halted> {
    return JSON.parse(await readFile(join(this.folder, haltedOf(service)), 'utf8'));
  }
}

/** Resolves with false when a process was faster. */
const removed = (file: string): Promise<boolean> =>
  rm(file).then(
    () => true,
    () => false,
  );
