import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Environment } from './environment.js';
import { measureProcess, registry } from './metrics/metrics.js';

/** Reasons against health or readiness; empty when all is well. */
export type Check = () => Promise<readonly string[]>;

/** The probes are asked anew each time, so that a process may replace them once it has started. */
export interface Probes {
  /** A process that is not live should be restarted; by default, one that answers is live. */
  live?: Check;
  /** A process that is not ready gets no requests. */
  ready: Check;
}

interface HealthOptions {
  readonly host: string;
  readonly port: number;
  readonly env: Environment;
}

/** Answers /health/live, /health/ready and /metrics. Returns a function that stops it. */
export async function serveHealth({ host, port, env }: HealthOptions, probes: Probes): Promise<() => void> {
  measureProcess(env);
  const server = createServer(async ({ url }, response) => {
    if (url === '/metrics') {
      const text = await registry.metrics();
      return void response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    }
    const word = (['live', 'ready'] as const).find((each) => url === `/health/${each}`);
    if (!word) return void response.writeHead(404).end();
    const reasons = (await probes[word]?.()) ?? [];
    const status = reasons.length ? `not ${word}` : word;
    response.writeHead(reasons.length ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status, reasons }));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
