import type { Host, Program } from '@stockbook/process';
import { reportPages, reportReady } from '@stockbook/standalone';
import { startSystem } from './system.js';

/** Gateways and services have 25 s each to end, Kafka has 20 s and PostgreSQL 30 s. */
const STOP_LIMIT_MS = 105_000;

export async function runDistributed({ env, report, interruption }: Host): Promise<Program> {
  const system = await startSystem({ env, report, interruption });
  const [url = ''] = system.urls;
  reportReady(url, system.demo, report);
  reportPages(url, report);
  return { stop: () => system.stop(), stopLimit_ms: STOP_LIMIT_MS };
}
