import { services } from '@stockbook/contracts';
import type { ManagedProcess } from '@stockbook/distributed';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind } from './fault.js';
import { allReady, nameOf, oneOf, type Stage } from './stage.js';

const TAKEOVER_MS = 40_000;
const OVERLAP_MS = 500;

/** Halts the process that publishes a service's events until another has taken its place, and then lets it go on. */
const twoRelays: FaultKind = {
  name: 'two relays at once',
  takes_s: () => 6,
  isAlone: true,
  inflict: async (stage) => {
    const service = stage.random.pick(['sales', 'inventory'] as const);
    const owner = await publisherOf(stage, service);
    const began = Date.now();
    owner.kill('SIGSTOP');
    try {
      for (const pid = owner.pid; (await stage.traps.publisher(service)) === pid; await delay(20)) {
        if (Date.now() - began > TAKEOVER_MS) throw new Error(`Nobody has taken over from ${nameOf(owner)}.`);
      }
      const taken_ms = Date.now() - began;
      await delay(OVERLAP_MS);
      return `${nameOf(owner)} halted, taken over after ${(taken_ms / 1_000).toFixed(1)} s, let go on`;
    } finally {
      owner.kill('SIGCONT');
    }
  },
};

async function publisherOf({ system, traps }: Stage, service: string): Promise<ManagedProcess> {
  for (const end = Date.now() + TAKEOVER_MS; Date.now() < end; await delay(50)) {
    const pid = await traps.publisher(service);
    const found = system.processes.find((each) => each.pid === pid);
    if (pid && found) return found;
  }
  throw new Error(`No process publishes the events of ${service}.`);
}

const hung: FaultKind = {
  name: 'service hung',
  takes_s: (scale) => Math.max(6, 20 * scale),
  isAlone: true,
  inflict: async (stage) => {
    const victim = oneOf(stage, ...services);
    const lasts_ms = stage.lasting(20, 6);
    victim.kill('SIGSTOP');
    await delay(lasts_ms).finally(() => victim.kill('SIGCONT'));
    return `${nameOf(victim)} for ${lasts_ms / 1_000} s`;
  },
};

/** Everything is restarted, the first replicas before the second ones, under load: no request may fail by it. */
const rollingRestart: FaultKind = {
  name: 'rolling restart',
  takes_s: () => 20,
  isAlone: true,
  inflict: async ({ system, gate }) => {
    const { requests, failures } = await gate.watch('any request in a rolling restart', undefined, async () => {
      for (const process of [...system.processes].sort((a, b) => a.replica - b.replica)) await process.restart();
      await allReady(system);
    });
    return `${system.processes.length} processes, ${requests} requests, ${failures.length} failed`;
  },
};

export const pauses: readonly FaultKind[] = [twoRelays, hung, rollingRestart];
