import type { Environment } from './environment.js';
import { StartFault } from './start-fault.js';

/** What a program is given by the process that it runs in. */
export interface Host {
  readonly env: Environment;
  /** Prints a line for the operator. */
  report(line: string): void;
  /** Stops the program, tidily, for a reason of its own; the process exits with 1. */
  fail(reason: string): void;
}

/** A program that runs. */
export interface Program {
  /** Finishes what is in flight and closes everything. */
  stop(): Promise<void>;
  /** After so long a stop that a signal has asked for is cut, in milliseconds; never unless told. */
  readonly stopLimit_ms?: number;
}

/** A stop after a failure gets no longer: it may wait for the very thing that hangs. */
const FAIL_LIMIT_MS = 3_000;

/**
 * Runs a program as this process until SIGINT or SIGTERM, a second of which ends it at once. A stop that takes too long
 * is cut, and the process exits with 1. A StartFault is the operator's to mend: its sentences are printed, and the
 * process exits with 1.
 */
export async function runProcess(start: (host: Host) => Promise<Program>): Promise<void> {
  let ending = false;
  const end = async (code: number, reason: string, limit_ms?: number) => {
    if (ending) process.exit(1);
    ending = true;
    report(`Stopping: ${reason}.`);
    cutAfter(limit_ms);
    const stop = (program: Program) => {
      if (limit_ms === undefined) cutAfter(program.stopLimit_ms);
      return program.stop();
    };
    await starting.then(stop).catch(giveUp);
    process.exit(code);
  };
  const starting = start({ env: process.env, report, fail: (reason) => void end(1, reason, FAIL_LIMIT_MS) });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0, signal));
  await starting.catch(giveUp);
}

const report = (line: string): void => void process.stdout.write(`${line}\n`);

function cutAfter(limit_ms: number | undefined): void {
  if (limit_ms === undefined) return;
  setTimeout(() => {
    report(`The stop has not ended within ${limit_ms / 1_000} s: ending at once.`);
    process.exit(1);
  }, limit_ms);
}

function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof StartFault ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
