import { SideProcess } from '../side-process.js';
import type { Job, LoadResult } from './job.js';

/**
 * The buffers of answers count as memory outside V8's heap, and each 32 MB cost a full collection, which delays
 * requests. A small young generation frees them before that. The memory reducer collects after a while without work.
 */
const GARBAGE_COLLECTION = ['--max-semi-space-size=1', '--no-memory-reducer'];

export class LoadGenerator extends SideProcess {
  constructor() {
    super('The load generator', new URL('./load-process.js', import.meta.url), GARBAGE_COLLECTION);
  }

  /** Runs one job, and only one at a time. */
  run(job: Job): Promise<LoadResult> {
    return this.ask(job);
  }
}
