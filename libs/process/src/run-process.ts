import type { Environment } from './environment.js';
import { faultLines } from './log/shown-fault.js';
import { StartFault } from './start-fault.js';
import { onStopRequest } from './ending/stop-requests.js';

export interface Host {
  readonly env: Environment;
  report(line: string): void;
  /** Stops the program cleanly; the process exits with 1. */
  fail(reason: string): void;
  /** Is aborted by a stop during the start: the program then closes its resources and throws the reason. */
  readonly interruption: AbortSignal;
}

export interface Program {
  /** Finishes work in flight and closes everything. */
  stop(): Promise<void>;
  /** A requested stop may take this long, which is somewhat more than its parts may take. */
  readonly stopLimit_ms: number;
}

/** The limit is short, because a stop after a failure may wait for the very part that hangs. */
const FAIL_LIMIT_MS = 3_000;
const INTERRUPTED_LIMIT_MS = 20_000;

/** A stop that takes too long exits with 1; of a StartFault only the sentences are printed. */
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
  // Node would print the error with all its fields.
  process.on('uncaughtException', giveUp);
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
  process.stderr.write(`${error instanceof StartFault ? error.message : faultLines(error)}\n`);
  process.exit(1);
}
