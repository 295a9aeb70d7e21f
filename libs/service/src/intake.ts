import type { Call, Fault, Service } from '@stockbook/contracts';
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './answer.js';
import { LoopLag } from './intake-lag.js';
import { FairQueue } from './intake-queue.js';

/** How much a service takes on. */
export interface IntakeLimits {
  /** Calls in work at once. */
  readonly running: number;
  /** Calls that wait. */
  readonly waiting: number;
  /** So long a stop waits for what is in work, in milliseconds. */
  readonly drain_ms: number;
}

/** After so long without a call everybody has heard that the service is stopping; they may have up to ten times as long. */
const QUIET_MS = 50;

/** Twice the connections to the database: some calls wait for other services. */
const usual: IntakeLimits = { running: 16, waiting: 500, drain_ms: 15_000 };

/**
 * Calls of clients and those of other services go side by side: services that ask one another crosswise would else wait for
 * each other's turns. An internal operation asks nobody.
 */
export type Lane = 'client' | 'internal';

interface Waiting {
  readonly call: Call;
  readonly work: () => Promise<Answer>;
  readonly answer: (answer: Answer | Promise<Answer>) => void;
}

const late: Answer = {
  faults: [{ code: 'timeout', message: 'The request waited too long; it can be repeated safely.' }],
};

/** What a service has in work, bounded; what waits for it, bounded and fair between accounts; and the end of both. */
export class Intake {
  private readonly lag = new LoopLag();
  private readonly lanes: Readonly<Record<Lane, { running: number; queue: FairQueue<Waiting> }>>;
  private readonly limits: IntakeLimits;
  private readonly busy: Answer;
  private readonly stopping: Answer;
  private isClosed = false;
  private called_at = 0;
  private drained: () => void = () => undefined;

  constructor(service: Service, limits: Partial<IntakeLimits> = {}) {
    this.limits = { ...usual, ...limits };
    const lane = () => ({ running: 0, queue: new FairQueue<Waiting>(this.limits.waiting) });
    this.lanes = { client: lane(), internal: lane() };
    this.busy = { declined: 'busy', faults: [unavailable(`The ${service} service has too much to do now`)] };
    this.stopping = { declined: 'stopping', faults: [unavailable(`The ${service} service is stopping`)] };
  }

  /** Does the work of a call when its turn has come, or answers that nothing was done. */
  async run(call: Call, lane: Lane, work: () => Promise<Answer>): Promise<Answer> {
    const { running, queue } = this.lanes[lane];
    this.called_at = performance.now();
    if (this.isClosed) return this.stopping;
    if (running < this.limits.running) return this.begin(call, lane, work);
    if (this.lag.isStanding) return this.busy;
    return new Promise((answer) => {
      const displaced = queue.add(call.caller.account_id, { call, work, answer });
      displaced?.answer(this.busy);
    });
  }

  /** Declines what waits and what comes; resolves when what is in work has ended, or after 15 s. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.lag.stop();
    for (const { queue } of Object.values(this.lanes)) {
      for (let waiting = queue.take(); waiting; waiting = queue.take()) waiting.answer(this.stopping);
    }
    await this.emptied();
    for (let rounds = 0; rounds < 10; rounds++) {
      await delay(QUIET_MS);
      // What has come in by now is read after the timers.
      await immediate();
      if (performance.now() - this.called_at > QUIET_MS) return;
    }
  }

  private async emptied(): Promise<void> {
    if (!this.inWork) return;
    const cut = delay(this.limits.drain_ms, undefined, { ref: false });
    await Promise.race([cut, new Promise<void>((resolve) => (this.drained = resolve))]);
  }

  private get inWork(): number {
    return this.lanes.client.running + this.lanes.internal.running;
  }

  private async begin(call: Call, name: Lane, work: () => Promise<Answer>): Promise<Answer> {
    if (call.deadline < Date.now()) return late;
    const lane = this.lanes[name];
    lane.running++;
    try {
      return await work();
    } finally {
      lane.running--;
      this.next(name);
      if (!this.inWork) this.drained();
    }
  }

  private next(name: Lane): void {
    const lane = this.lanes[name];
    while (lane.running < this.limits.running) {
      const waiting = lane.queue.take();
      if (!waiting) return;
      waiting.answer(this.begin(waiting.call, name, waiting.work));
    }
  }
}

const unavailable = (reason: string): Fault => ({
  code: 'unavailable',
  message: `${reason}; the same request can be repeated safely.`,
});
