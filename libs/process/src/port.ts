import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, reasonOf, StartFault } from './start-fault.js';
import { succeeds } from './succeeds.js';

const [LOWEST, BELOW] = [20_000, 32_768];
/** This process has asked for these ports: they look free until somebody listens there. */
const asked = new Set<number>();

/** Throws where a server could not listen. */
async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer().listen({ port, host, exclusive: true });
  await once(server, 'listening');
  await new Promise((closed) => server.close(closed));
}

/** Stays below the ephemeral ports, another one each time; the preferred one if it is free. */
export async function freePort(preferred?: number): Promise<number> {
  const drawn = Array.from({ length: 100 }, () => randomInt(LOWEST, BELOW)).filter((port) => !asked.has(port));
  for (const port of preferred ? [preferred, ...drawn] : drawn) {
    asked.add(port);
    if (await succeeds(tryPort(port, '127.0.0.1'))) return port;
  }
  throw new StartFault(`No TCP port between ${LOWEST} and ${BELOW - 1} is free on 127.0.0.1.`);
}

export interface ServerPorts {
  readonly host: string;
  readonly port: number;
  readonly healthPort: number;
}

/** A process serves its clients and its probes at two ports: a network policy can then distinguish them. */
export async function checkPorts({ host, port, healthPort }: ServerPorts): Promise<void> {
  if (port === healthPort) throw new StartFault(`PORT and HEALTH_PORT must be two ports, not both ${port}.`);
  await checkPort(port, host);
  await checkPort(healthPort, host, 'HEALTH_PORT');
}

export async function checkPort(port: number, host: string, variable = 'PORT'): Promise<void> {
  asked.add(port);
  try {
    await tryPort(port, host);
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE')
      throw new StartFault(`The port ${port} is in use: set ${variable} to a free one.`);
    throw new StartFault(
      `The port ${port} of ${host} cannot be used (${reasonOf(error)}): set ${variable} or HOST to others.`,
    );
  }
}

export function localUrl(host: string, port: number): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}
