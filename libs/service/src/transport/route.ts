import type { Call } from '@stockbook/contracts';
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleAll } from 'cockatiel';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../answer.js';
import { Attempt, type Outcome } from './attempt.js';
import { Line } from './line.js';
import type { Address } from './socket.js';

const WATCH_EVERY_MS = 125;
/** An address that has calls and was not heard for so long is asked for a sign of life. */
const QUIET_MS = 750;
/** With the above less than the 1.5 s that an order waits for the inventory: time is left to ask another replica. */
const PING_MS = 500;
/** A timer that fires so much too late tells of this process, not of the other. */
const OWN_LAG_MS = 100;
const PROBE_EVERY_MS = 1_000;

/** What calls may expect of an address: an answer; not much, but without delay; a refusal; or to wait in vain. */
export type Health = 'up' | 'down' | 'stopping' | 'silent';

class Failure extends Error {}

/**
 * One address of a service. Its breaker opens at a connection that fails or breaks, at a service that is stopping and at
 * silence; then a ping by a new connection, no client's call, finds out every second whether it is back.
 */
export class Route {
  private readonly attempts = new Set<Attempt>();
  private readonly breaker = circuitBreaker(handleAll, {
    // The probes keep the time, and a call that succeeds nevertheless need not wait for one.
    halfOpenAfter: 0,
    breaker: new ConsecutiveBreaker(1),
  });
  private readonly watching = setInterval(() => void this.watch(), WATCH_EVERY_MS).unref();
  private line: Line;
  private heard_at = 0;
  private broke_at = 0;
  private isSilent = false;
  private isStopping = false;
  private isPinging = false;
  private isReviving = false;
  private isRetired = false;

  constructor(
    private readonly address: Address,
    report: (sentence: string) => void,
  ) {
    this.line = new Line(address);
    const name = `${address.host}:${address.port}`;
    this.breaker.onReset(() => report(`${name} answers again.`));
    this.breaker.onBreak((reason) => {
      if ('error' in reason && reason.error instanceof Failure) report(`${name} ${reason.error.message}.`);
      this.broke_at = performance.now();
      void this.revive();
    });
  }

  /** Calls on their way. */
  get calls(): number {
    return this.attempts.size;
  }

  get health(): Health {
    if (this.breaker.state === CircuitState.Closed) return 'up';
    if (this.isSilent) return 'silent';
    return this.isStopping && this.line.isConnected ? 'stopping' : 'down';
  }

  attempt(path: string, call: Call): Attempt {
    const attempt = new Attempt(this.line, path, call);
    this.attempts.add(attempt);
    void attempt.end.then((outcome) => this.ended(attempt, outcome));
    if (this.health === 'up') void this.judge(attempt);
    return attempt;
  }

  /** Takes no more calls and ends with the last of them. */
  retire(): void {
    this.isRetired = true;
    this.line.retire();
    if (!this.attempts.size) clearInterval(this.watching);
  }

  close(): void {
    this.retire();
    clearInterval(this.watching);
    this.line.close();
  }

  private ended(attempt: Attempt, outcome: Outcome): void {
    this.attempts.delete(attempt);
    if (outcome.kind !== 'dropped') this.heard_at = performance.now();
    if (outcome.kind === 'unreached') this.isSilent = outcome.timedOut;
    if (outcome.kind === 'answered') this.answered(attempt, outcome.answer);
    if (this.isRetired && !this.attempts.size) clearInterval(this.watching);
  }

  private answered({ began }: Attempt, answer: Answer): void {
    if (isStopping(answer)) this.isStopping = true;
    // Where no address was up, this one was tried nevertheless, with success.
    else if (began > this.broke_at && this.health !== 'up') void this.breaker.execute(() => (this.isStopping = false));
  }

  private async judge(attempt: Attempt): Promise<void> {
    const verdict = async () => {
      const fault = faultIn(await attempt.next);
      if (fault) throw new Failure(fault);
    };
    await this.breaker.execute(verdict).catch(() => undefined);
  }

  /** Makes sure that an address which owes answers is alive: a stopped process keeps its connections open. */
  private async watch(): Promise<void> {
    const [oldest] = this.attempts;
    if (!oldest || this.isPinging || this.isSilent || !this.line.isConnected) return;
    const asked_at = performance.now();
    if (asked_at - Math.max(this.heard_at, oldest.began) < QUIET_MS) return;
    this.isPinging = true;
    const isAlive = await this.line.ping(PING_MS);
    this.isPinging = false;
    const lag_ms = performance.now() - asked_at - PING_MS;
    if (isAlive) this.heard_at = performance.now();
    else if (this.heard_at < asked_at && lag_ms < OWN_LAG_MS) this.fallSilent();
  }

  private fallSilent(): void {
    this.isSilent = true;
    for (const attempt of this.attempts) attempt.fallSilent();
  }

  private async revive(): Promise<void> {
    if (this.isReviving) return;
    this.isReviving = true;
    while (!this.isRetired && this.breaker.state !== CircuitState.Closed) {
      await delay(PROBE_EVERY_MS, undefined, { ref: false });
      // The process that said that it stops has not ended yet.
      if (this.health === 'stopping') continue;
      await this.breaker.execute(() => this.reconnect()).catch(() => undefined);
    }
    this.isReviving = false;
  }

  /** Calls that wait for an answer by the old connection may still get it. */
  private async reconnect(): Promise<void> {
    const line = new Line(this.address);
    try {
      await line.connect();
      if (!(await line.ping(PING_MS))) throw new Error('No sign of life.');
    } catch (error) {
      line.close();
      throw error;
    }
    this.line.retire();
    this.line = line;
    this.isSilent = false;
    this.isStopping = false;
    if (this.isRetired) line.close();
  }
}

const isStopping = (answer: Answer): boolean => 'declined' in answer && answer.declined === 'stopping';

function faultIn(outcome: Outcome): string | undefined {
  if (outcome.kind === 'unreached') return outcome.timedOut ? 'takes no connection' : 'refuses connections';
  if (outcome.kind === 'lost') return 'has closed its connection';
  if (outcome.kind === 'silent') return 'gives no sign of life';
  return outcome.kind === 'answered' && isStopping(outcome.answer) ? 'is stopping' : undefined;
}
