import type { Service } from '@stockbook/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { WatchedRequests } from '../load/gate.js';
import type { FaultKind } from './fault.js';
import type { Stage } from './stage.js';

const ORDERS = 'sale/order/add';

/** Does work while something that orders can do without is away; each order must be accepted. */
async function withoutRefusals(
  { gate }: Stage,
  name: string,
  which: Pick<WatchedRequests, 'away'>,
  work: () => Promise<unknown>,
): Promise<string> {
  const began = Date.now();
  const { requests, failures } = await gate.watch(`${ORDERS} with ${name}`, { path: ORDERS, ...which }, work);
  return `${Math.round((Date.now() - began) / 1_000)} s, ${requests} orders, ${failures.length} failed`;
}

const brokerStopped: FaultKind = {
  name: 'broker stopped',
  takes_s: 6,
  lasts_s: [8, 60],
  isAlone: true,
  inflict: async (stage, lasts_s) => {
    const { kafka } = stage.system;
    const isKilled = stage.random.chance(0.5);
    const what = await withoutRefusals(stage, 'Kafka away', {}, async () => {
      if (isKilled) kafka.kill9();
      await kafka.stop();
      await delay(1_000 * lasts_s).finally(() => kafka.start());
    });
    return `${isKilled ? 'killed' : 'shut down'}, held down for ${lasts_s} s: ${what}`;
  },
};

const away = (service: Service): FaultKind => ({
  name: `${service} away`,
  takes_s: 6,
  lasts_s: [4, 20],
  isAlone: true,
  isLong: true,
  inflict: async (stage, lasts_s) => {
    const replicas = stage.system.processes.filter(({ name }) => name === service);
    const what = await withoutRefusals(stage, `${service} away`, { away: service }, async () => {
      await Promise.all(replicas.map((replica) => replica.down('SIGKILL')));
      await delay(1_000 * lasts_s).finally(() => Promise.all(replicas.map((replica) => replica.up())));
    });
    return `both replicas for ${lasts_s} s: ${what}`;
  },
});

export const outages: readonly FaultKind[] = [brokerStopped, away('inventory'), away('integration')];
