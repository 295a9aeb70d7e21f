import { type ChildProcess, spawn } from 'node:child_process';

/** Reads process ids, each once when it starts and once when it exits; at the end of its input it kills the rest. */
const GUARD = `
  const pids = new Set();
  require('node:readline').createInterface({ input: process.stdin })
    .on('line', (pid) => pids.delete(pid) || pids.add(pid))
    .on('close', () => {
      for (const pid of pids) try { process.kill(Number(pid), 'SIGKILL'); } catch {}
    });`;

let guard: ChildProcess | undefined;
const watched = new Set<number>();

/** The pipe closes even by kill -9, and one guard process for all children reads that. */
export function endWithUs(child: ChildProcess): void {
  const { pid } = child;
  if (!pid) return;
  const running = (guard ??= launchGuard());
  watched.add(pid);
  running.stdin?.write(`${pid}\n`);
  child.once('exit', () => {
    watched.delete(pid);
    running.stdin?.write(`${pid}\n`);
    if (watched.size || guard !== running) return;
    running.stdin?.end();
    guard = undefined;
  });
}

function launchGuard(): ChildProcess {
  const child = spawn(process.execPath, ['-e', GUARD], {
    // A process group of its own: it outlives the Ctrl-C after which this process drains.
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  child.stdin.on('error', () => undefined);
  return child;
}
