import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The memory that processes have in use (resident set size), in MB. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', pids.join(',')]);
  const kilobytes = stdout.trim().split(/\s+/).map(Number);
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1_024;
}
