import type { Call, Fault, Kind, Service } from '@stockbook/contracts';
import type { Answer } from '@stockbook/rpc';
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';
import { LoopLag } from './intake-lag.js';
import { Lane, type LaneLimits } from './intake-lane.js';

export { laneOn } from './intake-lane.js';

/** How much a service takes on. */
export interface IntakeLimits {
  readonly lanes: Readonly<Record<LaneName, LaneLimits>>;
  /** Calls that wait in each lane. */
  readonly waiting: number;
  /** So long a stop waits for what is in work, in milliseconds. */
  readonly drain_ms: number;
}

/** After so long without a call everybody has heard that the service is stopping; they may have up to ten times as long. */
const QUIET_MS = 50;

const usual = { waiting: 500, drain_ms: 15_000 };

/**
 * Calls of clients and those of other services have lanes of their own: services that ask one another crosswise would else wait
 * for each other's turns. An internal operation asks nobody. Reads do not wait behind writes, which wait for locks.
 */
export type LaneName = Kind | 'internal';

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
  private readonly lanes: Readonly<Record<LaneName, Lane<Waiting>>>;
  private readonly drain_ms: number;
  private readonly busy: Answer;
  private readonly stopping: Answer;
  private isClosed = false;
  private called_at = 0;
  private drained: () => void = () => undefined;

  constructor(service: Service, limits: Pick<IntakeLimits, 'lanes'> & Partial<IntakeLimits>) {
    const { lanes, waiting, drain_ms } = { ...usual, ...limits };
    const open = (name: LaneName) => new Lane<Waiting>(lanes[name], waiting);
    this.lanes = { read: open('read'), write: open('write'), internal: open('internal') };
    this.drain_ms = drain_ms;
    this.busy = { declined: 'busy', faults: [unavailable(`The ${service} service has too much to do now`)] };
    this.stopping = { declined: 'stopping', faults: [unavailable(`The ${service} service is stopping`)] };
  }

  /** Does the work of a call when its turn has come, or answers that nothing was done. */
  async run(call: Call, name: LaneName, work: () => Promise<Answer>): Promise<Answer> {
    const lane = this.lanes[name];
    this.called_at = performance.now();
    if (this.isClosed) return this.stopping;
    if (lane.admits(call)) return this.begin(call, lane, work);
    if (this.lag.isStanding) return this.busy;
    return new Promise((answer) => {
      const displaced = lane.queue.add(call.caller.account_id, { call, work, answer });
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
    const cut = delay(this.drain_ms, undefined, { ref: false });
    await Promise.race([cut, new Promise<void>((resolve) => (this.drained = resolve))]);
  }

  private get inWork(): number {
    return Object.values(this.lanes).reduce((sum, { running }) => sum + running, 0);
  }

  private async begin(call: Call, lane: Lane<Waiting>, work: () => Promise<Answer>): Promise<Answer> {
    if (call.deadline < Date.now()) return late;
    lane.enter(call);
    try {
      return await work();
    } finally {
      lane.leave(call);
      for (let next = lane.next(); next; next = lane.next()) next.answer(this.begin(next.call, lane, next.work));
      if (!this.inWork) this.drained();
    }
  }
}

const unavailable = (reason: string): Fault => ({
  code: 'unavailable',
  message: `${reason}; the same request can be repeated safely.`,
});
