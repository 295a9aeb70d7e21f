import { type Service, services } from '@stockbook/contracts';
import type { ProcessName } from '@stockbook/distributed';
import { setTimeout as delay } from 'node:timers/promises';
import { AFTER_2XX, type CrashPoint, crashPoints } from '../system/traps.js';
import type { FaultKind } from './fault.js';
import { oneOf, replicaName } from './stage.js';

const PATIENCE_MS = 30_000;

const kill9 = (name: ProcessName): FaultKind => ({
  name: `kill -9 ${name}`,
  takes_s: 1,
  inflict: async (stage) => {
    const victim = await oneOf(stage, name);
    const { pid } = victim;
    victim.kill('SIGKILL');
    for (const end = Date.now() + PATIENCE_MS; victim.pid === pid; await delay(20)) {
      if (Date.now() > end) throw new Error(`${replicaName(victim)}, process ${pid}, has not exited.`);
    }
    return `${replicaName(victim)}, process ${pid}`;
  },
});

const crash = (point: CrashPoint | typeof AFTER_2XX, service: Service): FaultKind => ({
  name: `kill -9 ${service} ${point}`,
  takes_s: 1,
  inflict: async ({ traps }) => {
    if (await traps.spring(point, service, PATIENCE_MS)) return `a process of ${service}`;
    throw new Error(`No process of ${service} came by ${point} within ${PATIENCE_MS} ms.`);
  },
});

export const suddenKills: readonly FaultKind[] = [...services.map(kill9), kill9('gateway')];

export const kills: readonly FaultKind[] = [
  ...suddenKills,
  // Only these two services both serve writes under load and publish and consume their events.
  ...crashPoints.flatMap((point) => [crash(point, 'sales'), crash(point, 'inventory')]),
  crash(AFTER_2XX, 'integration'),
];
