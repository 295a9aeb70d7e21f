import type { Call } from '@stockbook/contracts';
import { reasonOf } from '@stockbook/process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../answer.js';
import { Attempt, type Outcome } from './attempt.js';
import { Connection, ConnectTimeout } from './connection.js';
import type { ReplicaAddress } from './address.js';
import { HandshakeFault } from './tls.js';

const WATCH_EVERY_MS = 125;
/** An endpoint gets a ping after this silence during pending calls. */
const QUIET_MS = 750;
/** With QUIET_MS, less than the 1.5 s that an order waits for inventory, to ask another replica. */
const PING_MS = 500;
/** A timer that is later than this was delayed by this process, so the missing reply proves nothing. */
const OWN_LAG_MS = 100;
const PROBE_EVERY_MS = 1_000;

/** `down`: connections fail at once. `stopping`: calls are declined. `silent`: calls get no reply. */
export type Health = 'up' | 'down' | 'stopping' | 'silent';

/** The breaker opens on a failed connection, a stop or silence, and pings until it closes. */
export class Endpoint {
  private readonly attempts = new Set<Attempt>();
  private readonly watching = setInterval(() => void this.watch(), WATCH_EVERY_MS).unref();
  private connection: Connection;
  private state: Health = 'up';
  private received_at = 0;
  private broke_at = 0;
  private isPinging = false;
  private isReviving = false;
  private isRetired = false;

  constructor(
    private readonly replica: ReplicaAddress,
    private readonly report: (sentence: string) => void,
  ) {
    this.connection = new Connection(replica);
  }

  get calls(): number {
    return this.attempts.size;
  }

  get health(): Health {
    return this.state === 'stopping' && !this.connection.isConnected ? 'down' : this.state;
  }

  attempt(path: string, call: Call): Attempt {
    const attempt = new Attempt(this.connection, path, call);
    this.attempts.add(attempt);
    void attempt.end.then((outcome) => this.ended(attempt, outcome));
    return attempt;
  }

  /** Takes no more calls and closes after the last of them. */
  retire(): void {
    this.isRetired = true;
    this.connection.retire();
    if (!this.attempts.size) clearInterval(this.watching);
  }

  close(): void {
    this.retire();
    clearInterval(this.watching);
    this.connection.close();
  }

  private ended(attempt: Attempt, outcome: Outcome): void {
    this.attempts.delete(attempt);
    if (outcome.kind !== 'dropped') this.received_at = performance.now();
    // The outcome on a replaced connection says nothing about the current one.
    if (attempt.connection === this.connection) this.learn(attempt, outcome);
    if (this.isRetired && !this.attempts.size) clearInterval(this.watching);
  }

  private learn({ began }: Attempt, outcome: Outcome): void {
    if (outcome.kind === 'unreached') this.openBreaker(...verdictOn(outcome.fault));
    else if (outcome.kind === 'lost' && this.state === 'up') this.openBreaker('down', 'has closed its connection');
    else if (outcome.kind !== 'answered') return;
    else if (isStopping(outcome.answer)) this.openBreaker('stopping', 'is stopping');
    // Calls try a broken endpoint while no other is up, and this call succeeded.
    else if (began > this.broke_at) this.closeBreaker();
  }

  private openBreaker(state: Exclude<Health, 'up'>, fault: string): void {
    const wasUp = this.state === 'up';
    this.state = state;
    if (!wasUp) return;
    this.broke_at = performance.now();
    this.log(fault);
    void this.revive();
  }

  private closeBreaker(): void {
    if (this.state === 'up') return;
    this.state = 'up';
    this.log('answers again');
  }

  private log(change: string): void {
    this.report(`${this.replica.host}:${this.replica.port} ${change}.`);
  }

  /** Detects a halted process, whose connections stay open. */
  private async watch(): Promise<void> {
    const [oldest] = this.attempts;
    if (!oldest || this.isPinging || this.state === 'silent' || !this.connection.isConnected) return;
    const asked_at = performance.now();
    if (asked_at - Math.max(this.received_at, oldest.began) < QUIET_MS) return;
    this.isPinging = true;
    const isAlive = await this.connection.ping(PING_MS);
    this.isPinging = false;
    const lag_ms = performance.now() - asked_at - PING_MS;
    if (isAlive) this.received_at = performance.now();
    else if (this.received_at < asked_at && lag_ms < OWN_LAG_MS) this.fallSilent();
  }

  private fallSilent(): void {
    this.openBreaker('silent', 'does not answer pings');
    for (const attempt of this.attempts) attempt.fallSilent();
  }

  private async revive(): Promise<void> {
    if (this.isReviving) return;
    this.isReviving = true;
    while (!this.isRetired && this.state !== 'up') {
      await delay(PROBE_EVERY_MS, undefined, { ref: false });
      // A call has closed the breaker already, or the stopping process has not exited yet.
      if (this.isRetired || this.health === 'up' || this.health === 'stopping') continue;
      await this.reconnect().catch(() => undefined);
    }
    this.isReviving = false;
  }

  /** Pending calls may still get their answers on the old connection. */
  private async reconnect(): Promise<void> {
    const connection = new Connection(this.replica);
    try {
      await connection.connect();
      if (!(await connection.ping(PING_MS))) throw new Error('No reply to the ping.');
    } catch (error) {
      connection.close();
      throw error;
    }
    this.connection.retire();
    this.connection = connection;
    if (this.isRetired) connection.close();
    else this.closeBreaker();
  }
}

function verdictOn(fault: unknown): ['silent' | 'down', string] {
  if (fault instanceof ConnectTimeout) return ['silent', 'accepts no connection'];
  if (fault instanceof HandshakeFault) return ['down', `fails the TLS handshake (${reasonOf(fault)})`];
  return ['down', 'refuses connections'];
}

const isStopping = (answer: Answer): boolean => 'declined' in answer && answer.declined === 'stopping';
