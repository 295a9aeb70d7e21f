import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { promisify } from 'node:util';

/** `started` distinguishes a process from a later one with the same id. */
export interface ProcessEntry {
  started: string;
  command: string;
}

async function fromProc(pid: number): Promise<ProcessEntry | undefined> {
  const [stat, command, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  // The second field, a name in parentheses, may hold spaces; the start time is the twentieth after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return undefined;
  return { started: `${boot.trim()}.${fields[19]}`, command: command.replaceAll('\0', ' ') };
}

async function fromPs(pid: number): Promise<ProcessEntry | undefined> {
  const columns = ['-ww', '-o', 'stat=', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)];
  const { stdout } = await promisify(execFile)('ps', columns, { env: { PATH: process.env['PATH'], LC_ALL: 'C' } });
  const [, state = 'Z', started = '', command = ''] = /^(\S+)\s+(.+? \d{4}) (.*)/.exec(stdout.trim()) ?? [];
  return state.startsWith('Z') ? undefined : { started, command };
}

/** A zombie counts as none. */
export async function processAt(pid: number): Promise<ProcessEntry | undefined> {
  return (platform() === 'linux' ? fromProc(pid) : fromPs(pid)).catch(() => undefined);
}
