import { onStopRequest } from '@stockbook/process';
import { execFile, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = (name) => fileURLToPath(new URL(`../../apps/${name}/dist/main.js`, import.meta.url));

/** Starts a Stockbook of its own and waits until its demo has the whole year. A link of `newLink` signs in once. */
export async function openDemo() {
  onStopRequest(() => process.exit(1));
  const home = await mkdtemp(join(tmpdir(), 'stockbook-console-'));
  const env = { PATH: process.env.PATH, HOME: home, STOCKBOOK_HOME: home, PORT: '0', RATE_LIMIT_PER_MINUTE: '0' };
  const server = spawn(process.execPath, [program('standalone')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill());
  const output = createInterface(server.stdout);
  const links = [];
  output.on('line', (line) => links.push(...(/^Console.*: (\S+#demo=\S+)/.exec(line)?.slice(1) ?? [])));
  await hasYear(output);
  const { origin } = new URL(links[0]);
  return {
    origin,
    async newLink() {
      // The server shows new links to a person who comes by one that was used.
      if (!links.length) await fetch(new URL('demo/used', origin), { method: 'POST' });
      while (!links.length) await once(output, 'line');
      return links.shift();
    },
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

async function hasYear(output) {
  for await (const [line] of on(output, 'line', { close: ['close'] })) {
    if (line.includes('incomplete')) throw new Error(line);
    if (line.includes('has its year')) return;
  }
  throw new Error('Stockbook has ended.');
}
