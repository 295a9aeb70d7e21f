import { resolve } from 'node:path';
import type { Environment } from './environment.js';
import { codeOf } from './start-fault.js';

/** npm forwards a Ctrl-C that the terminal has sent to this process, too: requests so close together are one. */
const ONE_REQUEST_MS = 1_000;
const LOOK_EVERY_MS = 100;

/**
 * Calls back when this process is asked to end: by SIGINT, SIGTERM, SIGHUP (a closed terminal), or by the end of the npm that runs
 * it as a script. A signal that comes more than a second later ends the process at once.
 */
export function onStopRequest(stop: (reason: string) => void): void {
  let requested_ms: number | undefined;
  const request = (reason: string) => {
    requested_ms = performance.now();
    stop(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (requested_ms === undefined) request(signal);
      else if (performance.now() - requested_ms > ONE_REQUEST_MS) process.exit(1);
    });
  }
  // A closed terminal takes no more lines, and that must not cut the stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (isNpmScript(process.env, process.argv)) {
    onParentEnd(() => requested_ms === undefined && request('npm has ended'));
  }
}

/** A program that was started by anything else outlives its parent, even where it inherits the variables of a script. */
function isNpmScript({ npm_lifecycle_script: script }: Environment, [, program]: readonly string[]): boolean {
  return script?.split(/\s+/).some((word) => resolve(word) === program) ?? false;
}

/** The scripts' shell gives way to the program by `exec`, so the parent is npm. On Windows it is that shell. */
function onParentEnd(ended: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    ended();
  }, LOOK_EVERY_MS);
  timer.unref();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
