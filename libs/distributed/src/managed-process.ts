import type { Service } from '@stockbook/contracts';
import { endWithUs, type Environment, NODE_FLAGS, OWN_RELEASE, StartFault } from '@stockbook/process';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Kept, type Running } from './kept.js';

export type ProcessName = 'gateway' | Service;

export interface ProcessOptions {
  readonly name: ProcessName;
  /** The number of the replica, from 1 on. */
  readonly replica: number;
  readonly probe: string;
  readonly env: Environment;
  readonly execArgv: readonly string[];
  /** The folder with the build that it runs; by default this one. */
  readonly release?: string;
  /** Receives the lines of its output, and a line when it ends. */
  readonly report: (line: string) => void;
}

interface RunningChild extends Running {
  readonly child: ChildProcess;
}

/** A process that fails this many launches will fail the next one, too. */
const LAUNCHES = 3;
/** Calls in flight have 15 s to end; consumers and connections close after them. */
const STOP_MS = 25_000;
const PROBE_MS = 2_000;
const PROBE_EVERY_MS = 50;

/** One process of the system. It is started again whenever it exits, unless it is held down. */
export class ManagedProcess {
  readonly name: ProcessName;
  readonly replica: number;
  private readonly kept: Kept<RunningChild>;
  private release: string;

  constructor(private readonly options: ProcessOptions) {
    ({ name: this.name, replica: this.replica, release: this.release = OWN_RELEASE } = options);
    this.kept = new Kept(() => this.launch(), options.report);
  }

  get pid(): number | undefined {
    return this.kept.running?.pid;
  }

  /** Sends a signal, which may be SIGSTOP or SIGCONT. A process that it ends is started again with backoff. */
  kill(signal: NodeJS.Signals): void {
    this.kept.running?.child.kill(signal);
  }

  /** Ends the process (by SIGTERM it drains first) and holds it down until `up`. Resolves when it has ended. */
  down(signal?: NodeJS.Signals): Promise<void> {
    return this.kept.stop(signal);
  }

  /** Throws a StartFault if the process ends again and again. */
  async up(interruption?: AbortSignal): Promise<void> {
    await this.kept.start();
    await this.ready(LAUNCHES, interruption);
  }

  /** Restarts with the build in this folder; without one, with the build that runs already. */
  async restart(release = this.release): Promise<void> {
    await this.down();
    this.release = release;
    await this.up();
  }

  /** Resolves when /health/ready answers 200, however long that takes; throws when it is held down. */
  async ready(launches = Infinity, interruption?: AbortSignal): Promise<void> {
    while (!(await this.isReady())) {
      interruption?.throwIfAborted();
      if (this.kept.isDown) throw new Error(`${this.id} is held down.`);
      if (this.kept.failures >= launches) throw new StartFault(`${this.id} does not start: it says why above.`);
      await delay(PROBE_EVERY_MS);
    }
  }

  private get id(): string {
    return `${this.name}.${this.replica}`;
  }

  private async isReady(): Promise<boolean> {
    if (!this.pid) return false;
    const answer = fetch(this.options.probe, { signal: AbortSignal.timeout(PROBE_MS) });
    return answer.then(
      ({ ok }) => ok,
      () => false,
    );
  }

  private async launch(): Promise<RunningChild> {
    const main = join(this.release, 'apps', this.name, 'dist', 'main.js');
    const child = spawn(process.execPath, [...NODE_FLAGS, ...this.options.execArgv, main], {
      env: this.options.env,
      // The child has a process group of its own: the terminal sends Ctrl-C to all of ours, and the gateway must drain
      // first.
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithUs(child);
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => this.options.report(`${this.id} | ${line}`));
    }
    const ended = once(child, 'close').then(
      () => `${this.id}, process ${child.pid}, ended by itself (${child.signalCode ?? `exit code ${child.exitCode}`}).`,
    );
    await once(child, 'spawn');
    return { pid: child.pid, child, ended, stop: (signal) => end(child, ended, signal) };
  }
}

async function end(child: ChildProcess, ended: Promise<unknown>, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  child.kill(signal);
  // A halted process handles the signal only when it continues.
  child.kill('SIGCONT');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended.finally(() => clearTimeout(timer));
}
