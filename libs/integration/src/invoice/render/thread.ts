import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { LOAD_PDF, type Rendered, RENDER_THREAD, type RenderJob } from './render-job.js';

const HEAP_MB = 256;
/** Lays out a PDF of 1,000 lines in 0.4 s, and in 3 s on a busy machine. */
const LIMIT_MS = 5_000;

/** A thread that exceeds time or memory is ended, and takes no further job. */
export class Thread {
  /** Resolves when it takes jobs; rejects when it cannot be started. */
  readonly ready: Promise<unknown>;
  private readonly worker = new Worker(RENDER_THREAD, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  private readonly over = new AbortController();
  private pdf: Promise<unknown> | undefined;

  constructor() {
    this.worker.once('exit', () => this.over.abort());
    // The code that waits for a message gets the error; an error between jobs is followed by `exit`.
    this.worker.on('error', () => undefined);
    this.ready = this.message(this.over.signal).finally(() => this.worker.unref());
  }

  get isEnded(): boolean {
    return this.over.signal.aborted;
  }

  async run(job: RenderJob): Promise<Rendered> {
    const limit = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    this.worker.ref();
    try {
      if (job.format === 'pdf') await (this.pdf ??= this.ask(LOAD_PDF, this.over.signal));
      timer = setTimeout(() => limit.abort(), LIMIT_MS);
      return await this.ask<Rendered>(job, AbortSignal.any([limit.signal, this.over.signal]));
    } catch (error) {
      await this.end();
      if (limit.signal.aborted) return { fault: `takes longer than ${LIMIT_MS / 1_000} s for this document` };
      if (isOutOfMemory(error)) return { fault: 'needs too much memory for this document' };
      throw error;
    } finally {
      clearTimeout(timer);
      this.worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private ask<Answer>(question: RenderJob | typeof LOAD_PDF, signal: AbortSignal): Promise<Answer> {
    const answer = this.message<Answer>(signal);
    this.worker.postMessage(question);
    return answer;
  }

  /** Returns the next message. Rejects with the error that ends the thread, or at the signal. */
  private async message<Message>(signal: AbortSignal): Promise<Message> {
    const [message]: Message[] = await once(this.worker, 'message', { signal });
    return message as Message;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
