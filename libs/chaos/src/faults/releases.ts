import type { ManagedProcess } from '@stockbook/distributed';
import { OWN_RELEASE } from '@stockbook/process';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind } from './fault.js';
import { allReady, type Stage } from './stage.js';

async function roll({ system }: Stage, processes: readonly ManagedProcess[], release?: string): Promise<void> {
  for (const process of processes) await process.restart(release);
  await allReady(system);
}

/** Does work on processes under load; no request may fail by it. */
async function withoutFailures(
  { gate }: Stage,
  when: string,
  processes: readonly ManagedProcess[],
  work: () => Promise<void>,
): Promise<string> {
  const { requests, failures } = await gate.watch(`any request in ${when}`, {}, work);
  return `${processes.length} processes, ${requests} requests, ${failures.length} failed`;
}

function upgradeAndRollBack(stage: Stage, processes: readonly ManagedProcess[], lasts_s: number): Promise<string> {
  const { previous } = stage;
  if (!previous) throw new Error('The run has no other release.');
  return withoutFailures(stage, 'an upgrade or a rollback', processes, async () => {
    await roll(stage, processes, OWN_RELEASE);
    await delay(lasts_s * 1_000);
    await roll(stage, processes, previous);
  });
}

const byReplica = ({ system }: Stage) => [...system.processes].sort((a, b) => a.replica - b.replica);

export const rollingRestart: FaultKind = {
  name: 'rolling restart',
  takes_s: 20,
  isAlone: true,
  inflict: (stage) => {
    const processes = byReplica(stage);
    return withoutFailures(stage, 'a rolling restart', processes, () => roll(stage, processes));
  },
};

const mixed: FaultKind = {
  name: 'two releases mixed',
  takes_s: 20,
  lasts_s: [10, 60],
  isAlone: true,
  inflict: (stage, lasts_s) =>
    upgradeAndRollBack(
      stage,
      byReplica(stage).filter(({ replica }) => replica === 1),
      lasts_s,
    ),
};

const oneService: FaultKind = {
  name: 'one service upgraded',
  takes_s: 10,
  lasts_s: [5, 20],
  isAlone: true,
  inflict: (stage, lasts_s) => {
    const service = stage.random.pick(['sales', 'inventory', 'settings', 'integration'] as const);
    const replicas = byReplica(stage).filter(({ name }) => name === service);
    return upgradeAndRollBack(stage, replicas, lasts_s).then((what) => `${service}: ${what}`);
  },
};

const upgrade: FaultKind = {
  name: 'upgrade and rollback',
  takes_s: 40,
  lasts_s: [5, 20],
  isAlone: true,
  inflict: (stage, lasts_s) => upgradeAndRollBack(stage, byReplica(stage), lasts_s),
};

export const releases: readonly FaultKind[] = [mixed, oneService, upgrade];
