import type { ManagedProcess } from '@stockbook/distributed';
import { OWN_RELEASE } from '@stockbook/process';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind } from './fault.js';
import { byReplica, roll, withoutFailures } from './rolling.js';
import type { Stage } from './stage.js';

function upgradeAndRollBack(stage: Stage, processes: readonly ManagedProcess[], lasts_s: number): Promise<string> {
  const { previousBuild } = stage;
  if (!previousBuild) throw new Error('The run has no other release.');
  return withoutFailures(stage, 'an upgrade or a rollback', processes, async () => {
    await roll(stage, processes, OWN_RELEASE);
    await delay(lasts_s * 1_000);
    await roll(stage, processes, previousBuild);
  });
}

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
