import { type Service, services } from '@stockbook/contracts';
import {
  acceptTimeline,
  createTopics,
  Generation,
  heldLeases,
  inGeneration,
  newestGeneration,
  readKafkaConfig,
  startGeneration,
} from '@stockbook/messaging';
import { type Db, hasSchema } from '@stockbook/persistence';
import { type Environment, reasonOf, StartFault } from '@stockbook/process';
import { topics } from '@stockbook/service';
import { ownDatabaseVariable } from '../../config.js';
import { definitions } from '../../definitions.js';
import { type UrlOf, withSchema } from '../database-access.js';
import { withMigrationDatabases } from '../migrate-schemas.js';

/** The backup may be old. */
const WHOLE_ARCHIVE = new Date(0);

export interface NewGenerationOptions {
  /** No consumer lacks an event older than this. */
  readonly since?: Date;
  /** False for a standalone installation, which keeps no events outside the database. */
  readonly kafka: boolean;
}

/** Moves every schema to one generation that neither a schema nor Kafka has known, and returns it. */
export function newGeneration(env: Environment, options: NewGenerationOptions): Promise<number> {
  const config = options.kafka ? readKafkaConfig(env) : undefined;
  const since = options.since ?? WHOLE_ARCHIVE;
  return withMigrationDatabases(env, { schemas: services }, async (urlOf) => {
    const known = await eachSchema(urlOf, services, async (db, service) => {
      const held = await heldLeases(db);
      if (held.length)
        throw new StartFault(
          `The service ${service} runs (it has the lease ${held.join(', ')}): stop all services first.`,
        );
      return (await Generation.in(db)).number;
    });
    const unlessUnreached = (fault: unknown) => {
      throw new StartFault(
        `Kafka at ${config?.brokers.join(', ')} cannot be used (${reasonOf(fault)}): nothing is changed.`,
      );
    };
    const used = config ? await newestGeneration(config, topics).catch(unlessUnreached) : 0;
    const next = Math.max(used, ...known) + 1;
    // The topics come before any schema: a service that a broken run has left out finds them and waits.
    if (config) await createTopics(inGeneration(config, next), topics, () => undefined).catch(unlessUnreached);
    await eachSchema(urlOf, services, (db) => startGeneration(db, next, since));
    return next;
  });
}

export const acceptTimelines = (env: Environment, schemas: readonly Service[]): Promise<Service[]> =>
  withMigrationDatabases(env, { schemas }, async (urlOf) => {
    const accepted = await eachSchema(urlOf, schemas, acceptTimeline);
    return schemas.filter((_, index) => accepted[index]);
  });

async function eachSchema<T>(
  urlOf: UrlOf,
  schemas: readonly Service[],
  work: (db: Db, service: Service) => Promise<T>,
): Promise<T[]> {
  for (const service of schemas) await refuseAbsent(urlOf(service), service);
  const results: T[] = [];
  for (const service of schemas)
    results.push(await withSchema(urlOf(service), definitions[service], (db) => work(db, service)));
  return results;
}

/** `withSchema` would make an empty one beside the schema that the service has elsewhere. */
async function refuseAbsent(url: string, service: Service): Promise<void> {
  if (await hasSchema(url, service)) return;
  const variable = ownDatabaseVariable(service);
  throw new StartFault(
    `The database ${new URL(url).pathname.slice(1)} has no schema ${service}: ` +
      `${variable} must name the one that has it.`,
  );
}
