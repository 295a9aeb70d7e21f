import { type Service, services } from '@stockbook/contracts';
import { KafkaBus, refill } from '@stockbook/messaging';
import { definitions } from '@stockbook/standalone';
import { setTimeout as delay } from 'node:timers/promises';
import { subscriptions } from '../system/subscriptions.js';
import { withDb } from '../system/with-db.js';
import type { FaultKind } from './fault.js';
import { killPostgres } from './kill-postgres.js';
import type { Stage } from './stage.js';

const killed: FaultKind = {
  name: 'kill -9 postgres',
  takes_s: 4,
  inflict: ({ system }) => killPostgres(system.postgres),
};

const thrice: FaultKind = {
  name: 'events three times',
  takes_s: 0,
  lasts_s: [4, 10],
  inflict: async ({ traps }, lasts_s) => {
    const count = await traps.publishingThrice(() => delay(1_000 * lasts_s));
    if (!count) throw new Error(`No event was published in ${lasts_s} s.`);
    return `${count} events in ${lasts_s} s`;
  },
};

/** All events come once more, long after newer ones of their keys. */
const archive: FaultKind = {
  name: 'archive sent again',
  takes_s: 2,
  inflict: async (stage) => {
    const config = { brokers: stage.system.kafka.brokers };
    const proofs = stage.system.secretKeys.proofsOf('events');
    const bus = new KafkaBus({ config, proofs, clientId: 'chaos', report: () => undefined });
    try {
      const counts = await Promise.all(services.map((service) => sendAgain(stage, bus, service)));
      return `${counts.reduce((sum, count) => sum + count, 0)} events`;
    } finally {
      await bus.close();
    }
  },
};

const topics = new Set(subscriptions.map(({ topic }) => topic));

const sendAgain = ({ system }: Stage, bus: KafkaBus, service: Service): Promise<number> =>
  withDb(definitions[service], system.postgres.url, async (db) => {
    let sent = 0;
    for (const topic of topics) sent += await refill(db, bus, { topic, since: new Date(0) });
    return sent;
  });

const poison: FaultKind = {
  name: 'poison',
  takes_s: 1,
  inflict: ({ plants, shops, random }) => plants.plant(random.pick(shops).account_id),
};

export const servers: readonly FaultKind[] = [killed, thrice, archive, poison];
