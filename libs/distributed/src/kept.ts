import { Backoff } from '@stockbook/messaging';
import { reasonOf } from '@stockbook/process';
import { setTimeout as delay } from 'node:timers/promises';

const [SHORTEST_MS, LONGEST_MS] = [200, 10_000];
/** A process that lived this long exited for a new reason. */
const STEADY_MS = 10_000;

export interface Running {
  readonly pid: number | undefined;
  /** Resolves with a sentence on how it ended. */
  readonly ended: Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Launches the process again whenever it ends by itself, with growing pauses. */
export class Kept<R extends Running> {
  running: R | undefined;
  failures = 0;
  private keeping: { readonly halt: AbortController; readonly done: Promise<void> } | undefined;
  private readonly backoff = new Backoff(SHORTEST_MS, LONGEST_MS);

  constructor(
    private readonly launch: () => Promise<R>,
    private readonly report: (line: string) => void,
  ) {}

  get isDown(): boolean {
    return !this.keeping;
  }

  /** Launches it, and from then on again whenever it ends; throws when the first launch fails. */
  async start(): Promise<void> {
    if (this.keeping) return;
    this.reset();
    this.running = await this.launch();
    const halt = new AbortController();
    this.keeping = { halt, done: this.keep(halt.signal) };
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    const keeping = this.keeping;
    this.keeping = undefined;
    keeping?.halt.abort();
    await this.running?.stop(signal);
    await keeping?.done;
  }

  private async keep(halt: AbortSignal): Promise<void> {
    while (!halt.aborted) {
      const began = Date.now();
      const reason = await this.end();
      if (Date.now() - began > STEADY_MS) this.reset();
      await this.again(reason, halt);
    }
    // A launch may have been under way.
    await this.running?.stop();
    await this.end();
  }

  private async end(): Promise<string> {
    const reason = await this.running?.ended;
    this.running = undefined;
    return reason ?? '';
  }

  private async again(reason: string, halt: AbortSignal): Promise<void> {
    for (let why = reason; !halt.aborted && !this.running;) {
      this.failures++;
      const pause = this.backoff.next();
      this.report(`${why} It starts again in ${pause / 1_000} s.`);
      await delay(pause, undefined, { signal: halt }).catch(() => undefined);
      if (!halt.aborted) {
        this.running = await this.launch().catch((error: unknown) => void (why = reasonOf(error)));
      }
    }
  }

  private reset(): void {
    this.failures = 0;
    this.backoff.reset();
  }
}
