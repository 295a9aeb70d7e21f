import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Rendered, RenderJob } from './render-job.js';

const HEAP_MB = 256;
/** Of a document through a template, with the layout of its PDF. 1,000 lines are laid out in some 0.4 s. */
const LIMIT_MS = 2_000;

const file = new URL(import.meta.url.endsWith('.ts') ? './render-thread.ts' : './render-thread.js', import.meta.url);

/** A thread that renders one job after the other. One that exceeds time or memory is ended, and is of no use any more. */
export class Thread {
  isEnded = false;
  private readonly worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  private readonly ready: Promise<unknown>;

  constructor() {
    this.ready = once(this.worker, 'message');
    const ended = () => void (this.isEnded = true);
    this.ready.catch(ended);
    this.worker.on('error', ended).once('exit', ended);
  }

  async run(job: RenderJob): Promise<Rendered> {
    await this.ready;
    const { worker } = this;
    worker.ref();
    const stop = new AbortController();
    const { signal } = stop;
    const timer = setTimeout(() => stop.abort(), LIMIT_MS);
    try {
      const answer = once(worker, 'message', { signal });
      worker.postMessage(job);
      const [rendered]: Rendered[] = await answer;
      return rendered ?? {};
    } catch (error) {
      await this.end();
      if (signal.aborted) return { fault: `takes longer than ${LIMIT_MS / 1_000} s for this document` };
      if (isOutOfMemory(error)) return { fault: 'needs too much memory for this document' };
      throw error;
    } finally {
      clearTimeout(timer);
      worker.unref();
    }
  }

  async end(): Promise<void> {
    this.isEnded = true;
    await this.worker.terminate();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
