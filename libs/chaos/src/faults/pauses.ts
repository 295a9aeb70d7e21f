import type { ManagedProcess } from '@stockbook/distributed';
import { setTimeout as delay } from 'node:timers/promises';
import { HALTED } from '../system/traps.js';
import type { FaultKind } from './fault.js';
import { hung } from './hung.js';
import { allReady, nameOf, type Stage } from './stage.js';

const TAKEOVER_MS = 40_000;
const OVERLAP_MS = 500;

/** Halts a process that has just published a service's events until another has taken its place, and lets it go on with them. */
const twoRelays: FaultKind = {
  name: 'two relays at once',
  takes_s: 6,
  isAlone: true,
  inflict: async (stage) => {
    const service = stage.random.pick(['sales', 'inventory'] as const);
    const owner = await haltedPublisher(stage, service);
    const began = Date.now();
    try {
      for (const pid = owner.pid; (await stage.traps.publisher(service)) === pid; await delay(20)) {
        if (Date.now() - began > TAKEOVER_MS) throw new Error(`Nobody has taken over from ${nameOf(owner)}.`);
      }
      const taken_ms = Date.now() - began;
      await delay(OVERLAP_MS);
      return `${nameOf(owner)} halted with a batch, taken over after ${(taken_ms / 1_000).toFixed(1)} s, let go on`;
    } finally {
      owner.kill('SIGCONT');
    }
  },
};

async function haltedPublisher({ system, traps }: Stage, service: string): Promise<ManagedProcess> {
  if (!(await traps.spring(HALTED, service, TAKEOVER_MS)))
    throw new Error(`No process publishes events of ${service}.`);
  const pid = await traps.publisher(service);
  const halted = system.processes.find((each) => pid && each.pid === pid);
  if (halted) return halted;
  throw new Error(`Process ${pid} of ${service} was halted, and is not there.`);
}

/** Everything is restarted, the first replicas before the second ones, under load: no request may fail by it. */
const rollingRestart: FaultKind = {
  name: 'rolling restart',
  takes_s: 20,
  isAlone: true,
  inflict: async ({ system, gate }) => {
    const { requests, failures } = await gate.watch('any request in a rolling restart', {}, async () => {
      for (const process of [...system.processes].sort((a, b) => a.replica - b.replica)) await process.restart();
      await allReady(system);
    });
    return `${system.processes.length} processes, ${requests} requests, ${failures.length} failed`;
  },
};

export const pauses: readonly FaultKind[] = [twoRelays, hung, rollingRestart];
