import type { Service } from '@stockbook/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind } from './fault.js';
import type { Stage } from './stage.js';

const [LONG_S, SHORT_S] = [60, 8];
const ORDERS = 'sale/order/add';

/** While something that orders can do without is away, each of them must be accepted. */
async function withoutRefusals({ gate }: Stage, name: string, work: () => Promise<unknown>): Promise<string> {
  const began = Date.now();
  const { requests, failures } = await gate.watch(`${ORDERS} with ${name}`, ORDERS, work);
  return `${Math.round((Date.now() - began) / 1_000)} s, ${requests} orders, ${failures.length} failed`;
}

const brokerStopped: FaultKind = {
  name: 'broker stopped',
  takes_s: (scale) => 6 + Math.max(SHORT_S, LONG_S * scale),
  isAlone: true,
  inflict: async (stage) => {
    const { kafka } = stage.system;
    const isKilled = stage.random.chance(0.5);
    const lasts_ms = stage.lasting(LONG_S, SHORT_S);
    const what = await withoutRefusals(stage, 'Kafka away', async () => {
      if (isKilled) kafka.kill9();
      await kafka.stop();
      await delay(lasts_ms).finally(() => kafka.start());
    });
    return `${isKilled ? 'killed' : 'shut down'}, held down for ${lasts_ms / 1_000} s: ${what}`;
  },
};

const away = (service: Service): FaultKind => ({
  name: `${service} away`,
  takes_s: (scale) => 6 + Math.max(4, 20 * scale),
  isAlone: true,
  isLong: true,
  inflict: async (stage) => {
    const replicas = stage.system.processes.filter(({ name }) => name === service);
    const lasts_ms = stage.lasting(20, 4);
    const what = await withoutRefusals(stage, `${service} away`, async () => {
      await Promise.all(replicas.map((replica) => replica.down('SIGKILL')));
      await delay(lasts_ms).finally(() => Promise.all(replicas.map((replica) => replica.up())));
    });
    return `both replicas for ${lasts_ms / 1_000} s: ${what}`;
  },
});

/** What is away for a while, and is not missed by orders. */
export const outages: readonly FaultKind[] = [brokerStopped, away('inventory'), away('integration')];
