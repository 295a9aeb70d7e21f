import type { Service } from '@stockbook/contracts';
import {
  createTopics,
  Generation,
  inGeneration,
  KafkaBus,
  type KafkaBusOptions,
  readKafkaConfig,
  refill,
} from '@stockbook/messaging';
import type { Db } from '@stockbook/persistence';
import { type Environment, reasonOf, StartFault } from '@stockbook/process';
import { readConfig } from '../../config.js';
import { definitions } from '../../definitions.js';
import { secretKeysOf, withDatabases, withSchema } from '../database-access.js';

export interface RefillOptions {
  readonly service: Service;
  readonly topic: string;
  readonly since: Date;
}

/** Publishes archived events of a topic again and returns their number; a StartFault if there are none. */
export async function refillTopic(env: Environment, { service, topic, since }: RefillOptions): Promise<number> {
  const kafka = readKafkaConfig(env);
  const config = readConfig(env);
  const count = await withDatabases(config, { schemas: [service] }, async (urlOf) => {
    const proofs = (await secretKeysOf(config)).proofsOf('events');
    return withSchema(urlOf(service), definitions[service], async (db) =>
      refillThroughKafka(
        db,
        { config: inGeneration(kafka, (await Generation.in(db)).number), proofs },
        { topic, since },
      ),
    );
  });
  if (count) return count;
  throw new StartFault(`The archive of ${service} holds no events of ${topic} since ${since.toISOString()}.`);
}

async function refillThroughKafka(
  db: Db,
  { config, proofs }: Pick<KafkaBusOptions, 'config' | 'proofs'>,
  what: { topic: string; since: Date },
): Promise<number> {
  // A fault is thrown and shown as one sentence; nothing is retried.
  const report = () => undefined;
  const bus = new KafkaBus({ config, proofs, clientId: 'stockbook-refill', report });
  try {
    await createTopics(config, [what.topic], report);
    return await refill(db, bus, what);
  } catch (fault) {
    const brokers = config.brokers.join(', ');
    throw new StartFault(
      `The refill through Kafka at ${brokers} was broken off (${reasonOf(fault)}): it can be repeated.`,
    );
  } finally {
    await bus.close();
  }
}
