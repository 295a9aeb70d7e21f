import { execFile } from 'node:child_process';
import { platform } from 'node:os';
import { promisify } from 'node:util';
import { RunningProgram } from './app-process.js';
import { eventually } from '../eventually.js';

type Environment = Readonly<Record<string, string>>;

/** npm finds its cache, and Maven its repository, in the user's home. */
const usersEnv = (): Environment =>
  Object.fromEntries(
    ['HOME', 'JAVA_HOME', 'XDG_CACHE_HOME'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

export const npmCommand = (args: readonly string[], env: Environment): RunningProgram =>
  new RunningProgram('npm', args, { ...usersEnv(), ...env });

/** A kill of the program closes the terminal; its input is the keyboard. */
export const inTerminal = (line: string, env: Environment): RunningProgram =>
  new RunningProgram(
    'script',
    platform() === 'linux' ? ['-qec', line, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', line],
    { ...usersEnv(), ...env },
  );

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Returns the processes of this machine, without those that have ended and that nobody has asked about yet. */
async function running(): Promise<Entry[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'stat=', '-o', 'args=']);
  return [...stdout.matchAll(/^ *(\d+) +(\d+) +([^Z\s]\S*) +(.*)$/gm)].map(([, pid, parent, , command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));
}

export async function descendantsOf(ancestor: number | undefined): Promise<number[]> {
  const entries = await running();
  const below = (above?: number): number[] =>
    entries.flatMap(({ pid, parent }) => (parent === above ? [pid, ...below(pid)] : []));
  return below(ancestor);
}

/** Kills processes that do not end in time, and fails with their command lines. */
export async function untilGone(pids: readonly number[], limit_ms: number): Promise<void> {
  const left = async () => (await running()).filter(({ pid }) => pids.includes(pid));
  const areGone = async () => !(await left()).length;
  await eventually(areGone, limit_ms).catch(async () => {
    const entries = await left();
    for (const { pid } of entries) process.kill(pid, 'SIGKILL');
    throw new Error(`These still run after ${limit_ms} ms:\n${entries.map(({ command }) => command).join('\n')}`);
  });
}
