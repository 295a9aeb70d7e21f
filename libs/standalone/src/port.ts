import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartFault } from './start-fault.js';

const [LOWEST, BELOW] = [20_000, 32_768];

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A free TCP port of 127.0.0.1, the preferred one if it is free, and always below the ephemeral ports. */
export async function freePort(preferred?: number): Promise<number> {
  const drawn = Array.from({ length: 100 }, () => randomInt(LOWEST, BELOW));
  for (const port of preferred ? [preferred, ...drawn] : drawn) {
    if (await isFree(port)) return port;
  }
  throw new StartFault(`No TCP port between ${LOWEST} and ${BELOW - 1} is free on 127.0.0.1.`);
}
