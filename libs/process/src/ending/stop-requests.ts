import { resolve } from 'node:path';
import type { Environment } from '../environment.js';
import { codeOf } from '../start-fault.js';

/** npm forwards a Ctrl-C that the terminal has already sent to this process. */
const ONE_REQUEST_MS = 1_000;
const LOOK_EVERY_MS = 100;

/** Counts a closed terminal and the end of npm. A second signal after 1 s or more ends at once. */
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
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (isNpmScript(process.env, process.argv)) {
    onParentEnd(() => requested_ms === undefined && request('npm has ended'));
  }
}

/** Other programs outlive their parent, even if they inherit the variables of an npm script. */
function isNpmScript({ npm_lifecycle_script: script }: Environment, [, program]: readonly string[]): boolean {
  return script?.split(/\s+/).some((word) => resolve(word) === program) ?? false;
}

/** The parent is npm, because the script's shell runs the program by `exec`; on Windows it is the shell. */
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
