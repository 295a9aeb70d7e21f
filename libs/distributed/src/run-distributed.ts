import type { Host, Program } from '@stockbook/process';
import { tellReady } from '@stockbook/standalone';
import { startSystem } from './system.js';

/** Runs the gateway and every service as child processes, and what keeps their data. */
export async function runDistributed({ env, report }: Host): Promise<Program> {
  const system = await startSystem({ env, report });
  tellReady(system.urls[0] ?? '', system.demo, report);
  return system;
}
