import { onStopRequest } from '@stockbook/process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = (name) => fileURLToPath(new URL(`../../apps/${name}/dist/main.js`, import.meta.url));

/** Starts a Stockbook of its own and waits until its demo has the whole year. `link` signs a browser in. */
export async function openDemo() {
  onStopRequest(() => process.exit(1));
  const home = await mkdtemp(join(tmpdir(), 'stockbook-console-'));
  const env = { PATH: process.env.PATH, HOME: home, STOCKBOOK_HOME: home, PORT: '0', RATE_LIMIT_PER_MINUTE: '0' };
  const server = spawn(process.execPath, [program('standalone')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill());
  const link = await linkOf(server);
  server.stdout.resume();
  return {
    link,
    origin: new URL(link).origin,
    async call(path, body) {
      const args = [program('cli'), 'call', path, JSON.stringify(body)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: Infinity });
      return JSON.parse(stdout);
    },
    async close() {
      server.kill();
      await once(server, 'exit');
      await rm(home, { recursive: true });
    },
  };
}

async function linkOf(server) {
  let link = '';
  for await (const line of createInterface(server.stdout)) {
    link ||= /^Console.*: (\S+#demo=\S+)/.exec(line)?.[1] ?? '';
    if (line.includes('incomplete')) throw new Error(line);
    if (line.includes('has its year')) return link;
  }
  throw new Error('Stockbook has ended.');
}
