import { type ChildProcess, spawn } from 'node:child_process';

/** Kills, when its input ends, the processes whose ids it has read once and not a second time. */
const GUARD = `
  const pids = new Set();
  require('node:readline').createInterface({ input: process.stdin })
    .on('line', (pid) => pids.delete(pid) || pids.add(pid))
    .on('close', () => {
      for (const pid of pids) try { process.kill(Number(pid), 'SIGKILL'); } catch {}
    });`;

let guard: ChildProcess | undefined;
const watched = new Set<number>();

/**
 * Sees to it that a child is killed when this process ends, however it ends, a kill -9 included: its end of a pipe closes
 * then, and a guard, one for all children, reads that.
 */
export function endWithUs(child: ChildProcess): void {
  const { pid } = child;
  if (!pid) return;
  const telling = (guard ??= launch());
  watched.add(pid);
  telling.stdin?.write(`${pid}\n`);
  child.once('exit', () => {
    watched.delete(pid);
    telling.stdin?.write(`${pid}\n`);
    if (watched.size || guard !== telling) return;
    telling.stdin?.end();
    guard = undefined;
  });
}

function launch(): ChildProcess {
  const child = spawn(process.execPath, ['-e', GUARD], {
    // In a process group of its own: it outlives the Ctrl-C that this process drains after.
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  // A killed guard guards nothing.
  child.stdin.on('error', () => undefined);
  return child;
}
