import { type Call, type Fault, Refused } from '@stockbook/contracts';
import { type Log, LOG } from '@stockbook/process';
import { FairQueue } from '@stockbook/service';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Rendered, RenderJob } from './render-job.js';
import { Thread } from './thread.js';

/** Threads of one replica, and jobs that wait for one. */
const [THREADS, WAITING] = [2, 40];

interface Waiting {
  readonly account_id: number;
  readonly deadline: number;
  readonly start: (thread: Thread) => void;
  readonly refuse: () => void;
}

/** Renders off the event loop. An account has one thread at most, so that its slow templates leave the other to all others. */
@Injectable()
export class RenderThreads implements OnModuleDestroy {
  private readonly threads = new Set<Thread>();
  private readonly idle: Thread[] = [];
  private readonly waiting = new FairQueue<Waiting>(WAITING);
  private readonly accounts = new Set<number>();

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

  private failureOf({ request_id, caller }: Call, template: string, { fault, error }: Rendered): Error {
    if (error)
      this.log.warn({ err: error, request_id, account_id: caller.account_id }, 'an invoice cannot be rendered');
    if (!fault) return new Error(error ?? 'A render thread answered nothing.');
    return new Refused({ code: 'invalid', field: 'invoice_template_id', message: `${template} ${fault}.` });
  }

  private acquire(account_id: number, deadline: number): Promise<Thread> {
    return new Promise((start, reject) => {
      const waiting = { account_id, deadline, start, refuse: () => reject(new Refused(BUSY)) };
      this.waiting.add(account_id, waiting)?.refuse();
      this.next();
    });
  }

  private release(account_id: number, thread: Thread): void {
    this.accounts.delete(account_id);
    if (thread.isEnded) this.threads.delete(thread);
    else this.idle.push(thread);
    this.next();
  }

  /** Starts the job whose turn it is on a free thread. */
  private next(): void {
    while (this.idle.length || this.threads.size < THREADS) {
      const waiting = this.waiting.take(({ account_id }) => !this.accounts.has(account_id));
      if (!waiting) return;
      if (waiting.deadline < Date.now()) waiting.refuse();
      else {
        this.accounts.add(waiting.account_id);
        waiting.start(this.idle.pop() ?? this.open());
      }
    }
  }

  private open(): Thread {
    const thread = new Thread();
    this.threads.add(thread);
    return thread;
  }
}

const BUSY: Fault = {
  code: 'unavailable',
  message: 'Too many invoices are rendered now; the same request can be repeated safely.',
};
