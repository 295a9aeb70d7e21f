import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Environment } from './environment.js';
import { measureProcess, METRICS_TYPE, metricsText } from './metrics/metrics.js';

/** Reasons against health or readiness; empty when all is well. */
export type Check = () => Promise<readonly string[]>;

export interface HealthOptions {
  readonly host: string;
  readonly port: number;
  readonly env: Environment;
  /** A process that is not live should be restarted. */
  readonly live: Check;
  /** A process that is not ready gets no requests. */
  readonly ready: Check;
}

/** Answers GET /health/live and /health/ready with 200 or 503 and the reasons, and GET /metrics; returns a function that stops it. */
export async function serveHealth({ host, port, env, live, ready }: HealthOptions): Promise<() => void> {
  measureProcess(env);
  const checks = new Map([
    ['/health/live', { check: live, word: 'live' }],
    ['/health/ready', { check: ready, word: 'ready' }],
  ]);
  const server = createServer(async ({ url = '' }, response) => {
    if (url === '/metrics') return sendMetrics(response);
    const asked = checks.get(url);
    if (!asked) return void response.writeHead(404).end();
    const reasons = await asked.check();
    const status = reasons.length ? `not ${asked.word}` : asked.word;
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

async function sendMetrics(response: ServerResponse): Promise<void> {
  const text = await metricsText();
  response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text);
}
