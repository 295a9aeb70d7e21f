// Runs commands, as every part of verify:deploy does.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessSync, constants } from 'node:fs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tools and base images that take minutes to make are kept here. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stockbook', 'verify-deploy');
mkdirSync(cache, { recursive: true });

/** A part, or a step of it, that cannot run here. */
export class LeftOut extends Error {}

export const say = (line) => console.log(`  ${line}`);

const folders = () => (process.env.PATH ?? '').split(delimiter);

export function find(tool) {
  for (const folder of folders()) {
    try {
      accessSync(join(folder, tool), constants.X_OK);
      return join(folder, tool);
    } catch {
      // The program is not in this folder.
    }
  }
  return undefined;
}

/** Throws LeftOut unless every tool is installed. */
export function need(hint, ...tools) {
  const missing = tools.filter((tool) => !find(tool));
  if (missing.length) throw new LeftOut(`${missing.join(', ')} not installed: ${hint}`);
}

/** Resolves with standard output; throws with the end of all output when the command fails. */
export function run(command, args, { input, env, cwd = root, timeout_ms = 600_000 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout: timeout_ms });
    let [out, all] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => ((out += text), (all += text)));
    child.stderr.setEncoding('utf8').on('data', (text) => (all += text));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(out);
      reject(new Error(`${command} ${args.join(' ')} failed (${signal ?? code}):\n${all.slice(-4_000)}`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}

/** Polls until the check returns a value that is not undefined. */
export async function until(what, seconds, check) {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end;) {
    const value = await check();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${what}: not within ${seconds} s`);
}

export function check(condition, sentence) {
  if (!condition) throw new Error(sentence);
}
