import { type Call, type Fault, Refused } from '@stockbook/contracts';
import { type Log, LOG, traceIdOf } from '@stockbook/process';
import { FairQueue } from '@stockbook/service';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Rendered, RenderJob } from './render-job.js';
import { Thread } from './thread.js';

/** One replica has this many threads, and this many jobs may wait for one. */
const [THREADS, WAITING] = [2, 40];

interface Waiting {
  readonly account_id: number;
  readonly deadline: number;
  readonly start: (thread: Thread) => void;
  readonly fail: (error: Error) => void;
}

/** An account has one thread at most, so that its slow templates leave the other to all others. */
@Injectable()
export class RenderThreads implements OnModuleDestroy {
  private readonly threads = new Set<Thread>();
  private readonly idle: Thread[] = [];
  private readonly waiting = new FairQueue<Waiting>(WAITING);
  private readonly accounts = new Set<number>();
  private loading = 0;

  constructor(@Inject(LOG) private readonly log: Log) {}

  /** Renders a document by a template, or throws a refusal, whose sentence begins with `template`. */
  async render(call: Call, template: string, job: RenderJob): Promise<string> {
    const { account_id } = call.caller;
    const thread = await this.acquire(account_id, call.deadline);
    try {
      const rendered = await thread.run(job);
      if (rendered.content !== undefined) return rendered.content;
      throw this.failureOf(call, template, rendered);
    } finally {
      this.release(account_id, thread);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private failureOf(call: Call, template: string, { fault, error }: Rendered): Error {
    const { request_id, caller } = call;
    const about = { request_id, trace_id: traceIdOf(call.traceparent), account_id: caller.account_id };
    if (error) this.log.warn({ err: error, ...about }, 'an invoice cannot be rendered');
    if (!fault) return new Error('A render thread did not answer with a document.', { cause: error });
    return new Refused({ code: 'invalid', field: 'invoice_template_id', message: `${template} ${fault}.` });
  }

  private acquire(account_id: number, deadline: number): Promise<Thread> {
    return new Promise((start, reject) => {
      const waiting = { account_id, deadline, start, fail: reject };
      this.waiting.add(account_id, waiting)?.fail(new Refused(BUSY));
      this.next();
    });
  }

  private release(account_id: number, thread: Thread): void {
    this.accounts.delete(account_id);
    if (thread.isEnded) this.threads.delete(thread);
    else this.idle.push(thread);
    this.next();
  }

  /** A job waits for whichever thread is ready first, not for one that is still loading. */
  private next(): void {
    while (this.idle.length) {
      const waiting = this.take();
      const thread = waiting && this.idle.pop();
      if (!thread) return;
      this.accounts.add(waiting.account_id);
      waiting.start(thread);
    }
    if (this.waiting.size > this.loading && this.threads.size < THREADS) void this.open();
  }

  /** Takes the job whose turn it is, if there is one, and refuses jobs that have waited too long. */
  private take(): Waiting | undefined {
    for (;;) {
      const waiting = this.waiting.take(({ account_id }) => !this.accounts.has(account_id));
      if (!waiting || waiting.deadline >= Date.now()) return waiting;
      waiting.fail(new Refused(BUSY));
    }
  }

  private async open(): Promise<void> {
    const thread = new Thread();
    this.threads.add(thread);
    this.loading++;
    try {
      await thread.ready;
      this.idle.push(thread);
    } catch (error) {
      this.threads.delete(thread);
      this.waiting.take()?.fail(new Error('A render thread cannot be started.', { cause: error }));
    }
    this.loading--;
    this.next();
  }
}

const BUSY: Fault = {
  code: 'unavailable',
  message: 'Too many invoices are rendered now; the same request can be repeated safely.',
};
