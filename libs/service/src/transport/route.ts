import type { Call } from '@stockbook/contracts';
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

/**
 * One address of a service. Its breaker opens at a connection that fails or breaks, at a service that is stopping and at
 * silence; then a ping by a new connection, no client's call, finds out every second whether it is back.
 */
export class Route {
  private readonly attempts = new Set<Attempt>();
  private readonly watching = setInterval(() => void this.watch(), WATCH_EVERY_MS).unref();
  private line: Line;
  private state: Health = 'up';
  private heard_at = 0;
  private broke_at = 0;
  private isPinging = false;
  private isReviving = false;
  private isRetired = false;

  constructor(
    private readonly address: Address,
    private readonly report: (sentence: string) => void,
  ) {
    this.line = new Line(address);
  }

  /** Calls on their way. */
  get calls(): number {
    return this.attempts.size;
  }

  get health(): Health {
    return this.state === 'stopping' && !this.line.isConnected ? 'down' : this.state;
  }

  attempt(path: string, call: Call): Attempt {
    const attempt = new Attempt(this.line, path, call);
    this.attempts.add(attempt);
    void attempt.end.then((outcome) => this.ended(attempt, outcome));
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
    // What becomes of a connection that was replaced says nothing of the one that serves now.
    if (attempt.line === this.line) this.learn(attempt, outcome);
    if (this.isRetired && !this.attempts.size) clearInterval(this.watching);
  }

  private learn({ began }: Attempt, outcome: Outcome): void {
    if (outcome.kind === 'unreached' && outcome.timedOut) this.giveUp('silent', 'takes no connection');
    else if (outcome.kind === 'unreached') this.giveUp('down', 'refuses connections');
    else if (outcome.kind === 'lost' && this.state === 'up') this.giveUp('down', 'has closed its connection');
    else if (outcome.kind !== 'answered') return;
    else if (isStopping(outcome.answer)) this.giveUp('stopping', 'is stopping');
    // Where no address was up, this one was tried nevertheless, with success.
    else if (began > this.broke_at) this.takeBack();
  }

  private giveUp(state: Exclude<Health, 'up'>, fault: string): void {
    const wasUp = this.state === 'up';
    this.state = state;
    if (!wasUp) return;
    this.broke_at = performance.now();
    this.tell(fault);
    void this.revive();
  }

  private takeBack(): void {
    if (this.state === 'up') return;
    this.state = 'up';
    this.tell('answers again');
  }

  private tell(news: string): void {
    this.report(`${this.address.host}:${this.address.port} ${news}.`);
  }

  /** Makes sure that an address which owes answers is alive: a stopped process keeps its connections open. */
  private async watch(): Promise<void> {
    const [oldest] = this.attempts;
    if (!oldest || this.isPinging || this.state === 'silent' || !this.line.isConnected) return;
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
    this.giveUp('silent', 'gives no sign of life');
    for (const attempt of this.attempts) attempt.fallSilent();
  }

  private async revive(): Promise<void> {
    if (this.isReviving) return;
    this.isReviving = true;
    while (!this.isRetired && this.state !== 'up') {
      await delay(PROBE_EVERY_MS, undefined, { ref: false });
      // A call has found out before, or the process that said that it stops has not ended yet.
      if (this.health === 'up' || this.health === 'stopping') continue;
      await this.reconnect().catch(() => undefined);
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
    if (this.isRetired) line.close();
    else this.takeBack();
  }
}

const isStopping = (answer: Answer): boolean => 'declined' in answer && answer.declined === 'stopping';
