import type { Call, Fault, Kind, Service } from '@stockbook/contracts';
import { counter, gauge, sampled } from '@stockbook/process';
import type { Answer } from '@stockbook/rpc';
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';
import { Later } from './later.js';
import { LoopLag } from './loop-lag.js';
import { type Admitted, Pool, type PoolLimits } from './pool.js';

export interface AdmissionLimits {
  readonly pools: Readonly<Record<PoolName, PoolLimits>>;
  /** The most waiting calls of each pool; 500 by default. */
  readonly waiting?: number;
  /** The longest wait of a stop for the calls in work; 15 seconds by default. */
  readonly drain_ms?: number;
}

/** Callers stop routing to a draining replica within this time; a stop waits at most ten times as long. */
const QUIET_MS = 50;

const admitted = gauge('stockbook_admission_calls', 'Calls in work and waiting', 'service', 'pool', 'state');
const declined = counter('stockbook_admission_declined_total', 'Calls that were not admitted', 'service', 'reason');

/** `internal`: services that call each other must not wait for each other. Reads wait for no write. */
export type PoolName = Kind | 'internal';

type Work = () => Promise<Answer | Later<Answer>>;

interface Waiting extends Admitted {
  readonly work: Work;
  readonly answer: (answer: Answer | Promise<Answer>) => void;
}

const late: Answer = {
  faults: [{ code: 'timeout', message: 'The request waited too long; it can be repeated safely.' }],
};

/** Limits running and waiting calls, fairly between accounts, and drains both at a stop. */
export class AdmissionQueue {
  private readonly lag = new LoopLag();
  private readonly pools: Readonly<Record<PoolName, Pool<Waiting>>>;
  private readonly drain_ms: number;
  private readonly stopSampling: () => void;
  private readonly busy: Answer;
  private readonly stopping: Answer;
  /** These calls wait for something to happen. */
  private readonly later = new Set<Later<Answer>>();
  private isClosed = false;
  private called_at = 0;
  private drained: () => void = () => undefined;

  constructor(
    private readonly service: Service,
    { pools, waiting = 500, drain_ms = 15_000 }: AdmissionLimits,
  ) {
    const open = (name: PoolName) => new Pool<Waiting>(pools[name], waiting);
    this.pools = { read: open('read'), write: open('write'), internal: open('internal') };
    this.drain_ms = drain_ms;
    this.stopSampling = sampled(() => this.sample());
    this.busy = { declined: 'busy', faults: [unavailable(`The ${service} service has too much to do now`)] };
    this.stopping = { declined: 'stopping', faults: [unavailable(`The ${service} service is stopping`)] };
  }

  run(call: Call, name: PoolName, work: Work, sharesConnections = false): Promise<Answer> {
    return this.admit({ call, sharesConnections }, this.pools[name], work);
  }

  /** Calls go to another replica; resolves when those in work have ended, or after `drain_ms`. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.lag.stop();
    this.stopSampling();
    for (const { queue } of Object.values(this.pools)) {
      for (let waiting = queue.take(); waiting; waiting = queue.take())
        waiting.answer(this.decline('stopping', this.stopping));
    }
    for (const each of this.later) each.cancel();
    await this.emptied();
    for (let rounds = 0; rounds < 10; rounds++) {
      await delay(QUIET_MS);
      // Calls that have already arrived are read after the timers.
      await immediate();
      if (performance.now() - this.called_at > QUIET_MS) return;
    }
  }

  private async emptied(): Promise<void> {
    if (!this.inWork) return;
    const cut = delay(this.drain_ms, undefined, { ref: false });
    await Promise.race([cut, new Promise<void>((resolve) => (this.drained = resolve))]);
  }

  private decline(reason: string, answer: Answer): Answer {
    declined.inc({ service: this.service, reason });
    return answer;
  }

  private sample(): void {
    for (const [pool, { running, queue }] of Object.entries(this.pools)) {
      admitted.set({ service: this.service, pool, state: 'running' }, running);
      admitted.set({ service: this.service, pool, state: 'waiting' }, queue.size);
    }
  }

  private get inWork(): number {
    return Object.values(this.pools).reduce((sum, { running }) => sum + running, 0);
  }

  private async admit(asking: Admitted, pool: Pool<Waiting>, work: Work): Promise<Answer> {
    this.called_at = performance.now();
    if (this.isClosed) return this.decline('stopping', this.stopping);
    if (pool.admits(asking)) return this.begin(asking, pool, work);
    if (this.lag.isStanding) return this.decline('event_loop_lag', this.busy);
    return new Promise((answer) => {
      const { account_id, user_id } = asking.call.caller;
      const displaced = pool.queue.add(account_id, { ...asking, work, answer }, user_id);
      displaced?.answer(this.decline('queue_full', this.busy));
    });
  }

  private async begin(asking: Admitted, pool: Pool<Waiting>, work: Work): Promise<Answer> {
    if (asking.call.deadline < Date.now()) return this.decline('late', late);
    const outcome = await this.runIn(pool, asking, work);
    if (!(outcome instanceof Later)) return outcome;
    this.later.add(outcome);
    if (this.isClosed) outcome.cancel();
    await outcome.until;
    this.later.delete(outcome);
    return this.admit(asking, pool, outcome.go);
  }

  private async runIn(pool: Pool<Waiting>, asking: Admitted, work: Work): Promise<Answer | Later<Answer>> {
    pool.enter(asking);
    try {
      return await work();
    } finally {
      pool.leave(asking);
      for (let next = pool.next(); next; next = pool.next()) next.answer(this.begin(next, pool, next.work));
      if (!this.inWork) this.drained();
    }
  }
}

const unavailable = (reason: string): Fault => ({
  code: 'unavailable',
  message: `${reason}; the same request can be repeated safely.`,
});
