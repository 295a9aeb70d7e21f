import type { Environment } from './environment.js';
import { StartFault } from './start-fault.js';
import { onStopRequest } from './stop-requests.js';

/** The context that a process gives its program. */
export interface Host {
  readonly env: Environment;
  /** Prints a line for the operator. */
  report(line: string): void;
  /** Stops the program, tidily, for a reason of its own; the process exits with 1. */
  fail(reason: string): void;
  /** Aborted when the program is to end before it has started: it closes what it has opened, and throws the reason. */
  readonly interruption: AbortSignal;
}

/** A program that runs. */
export interface Program {
  /** Finishes what is in flight and closes everything. */
  stop(): Promise<void>;
  /** After so long a stop that a signal has asked for is cut, in milliseconds: somewhat more than its parts may take. */
  readonly stopLimit_ms: number;
}

/** A stop after a failure gets no longer: it may wait for the very thing that hangs. */
const FAIL_LIMIT_MS = 3_000;
/** A start that is interrupted has nothing in flight. */
const INTERRUPTED_LIMIT_MS = 20_000;

/**
 * Runs a program as this process until it is asked to stop, see `onStopRequest`; during the start a request interrupts it.
 * A stop that takes too long is cut, and the process exits with 1. A StartFault is the operator's to mend: its sentences
 * are printed, and the process exits with 1.
 */
export async function runProcess(start: (host: Host) => Promise<Program>): Promise<void> {
  const interrupting = new AbortController();
  let stopLimit_ms: number | undefined;
  let ending = false;
  const end = async (code: number, reason: string, limit_ms = stopLimit_ms ?? INTERRUPTED_LIMIT_MS) => {
    if (ending) process.exit(1);
    ending = true;
    report(`Stopping: ${reason.replace(/\.$/, '')}.`);
    cutAfter(limit_ms);
    if (stopLimit_ms === undefined) interrupting.abort();
    const stop = async () => (await starting.catch(unlessInterrupted))?.stop();
    await stop().catch(giveUp);
    process.exit(code);
  };
  onStopRequest((reason) => void end(0, reason));
  const starting = start({
    env: process.env,
    report,
    fail: (reason) => void end(1, reason, FAIL_LIMIT_MS),
    interruption: interrupting.signal,
  });
  await starting.then(
    (program) => (stopLimit_ms = program.stopLimit_ms),
    (error: unknown) => ending || giveUp(error),
  );
}

const report = (line: string): void => void process.stdout.write(`${line}\n`);

function cutAfter(limit_ms: number): void {
  setTimeout(() => {
    report(`The stop has not ended within ${limit_ms / 1_000} s: ending at once.`);
    process.exit(1);
  }, limit_ms);
}

function unlessInterrupted(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof StartFault ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
