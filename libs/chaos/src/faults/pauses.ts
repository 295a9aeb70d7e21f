import type { Service } from '@stockbook/contracts';
import type { ManagedProcess } from '@stockbook/distributed';
import { setTimeout as delay } from 'node:timers/promises';
import { HALTED } from '../system/traps.js';
import type { FaultKind } from './fault.js';
import { hung } from './hung.js';
import { rollingRestart } from './rolling.js';
import { haltedReplica, replicaName, type Stage } from './stage.js';

const TAKEOVER_MS = 40_000;
const OVERLAP_MS = 500;

/** Halts a relay that has just published until another has taken its place, and lets it go on. */
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
        if (Date.now() - began > TAKEOVER_MS) throw new Error(`Nobody has taken over from ${replicaName(owner)}.`);
      }
      const taken_ms = Date.now() - began;
      await delay(OVERLAP_MS);
      return (
        `${replicaName(owner)} halted with a batch, ` + `taken over after ${(taken_ms / 1_000).toFixed(1)} s, let go on`
      );
    } finally {
      owner.kill('SIGCONT');
    }
  },
};

async function haltedPublisher({ system, traps }: Stage, service: Service): Promise<ManagedProcess> {
  if (!(await traps.spring(HALTED, service, TAKEOVER_MS)))
    throw new Error(`No process publishes events of ${service}.`);
  return haltedReplica(system, service, await traps.publisher(service));
}

export const pauses: readonly FaultKind[] = [twoRelays, hung, rollingRestart];
