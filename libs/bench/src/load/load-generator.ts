import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, LoadResult } from './job.js';

/**
 * The buffers of answers count as memory outside V8's heap, and each 32 MB of them cost a full collection, in which requests are
 * sent late: a small young generation frees them before that. The memory reducer collects after a while without work.
 */
const GARBAGE_COLLECTION = ['--max-semi-space-size=1', '--no-memory-reducer'];

type Message = { readonly result: LoadResult; readonly fault?: undefined } | { readonly fault: string };

/** Sends load from a second process. */
export class LoadGenerator {
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;

  constructor() {
    const execArgv = [...process.execArgv, ...GARBAGE_COLLECTION];
    this.child = fork(fileURLToPath(new URL('./load-process.js', import.meta.url)), { execArgv });
    this.ended = once(this.child, 'exit');
  }

  /** Runs one job, and only one at a time. */
  async run(job: Job): Promise<LoadResult> {
    const answer = once(this.child, 'message');
    this.child.send(job);
    const [message]: Message[] = await Promise.race([answer, this.ended.then(() => [])]);
    if (!message) throw new Error('The load generator has ended.');
    if (message.fault !== undefined) throw new Error(`The load generator failed: ${message.fault}`);
    return message.result;
  }

  async stop(): Promise<void> {
    if (this.child.connected) this.child.disconnect();
    await this.ended;
  }
}
