import { type Event, services } from '@stockbook/contracts';
import { Generation, ghostsIn, inGeneration, readKafkaConfig } from '@stockbook/messaging';
import { dataSourceFor, Db } from '@stockbook/persistence';
import { type Environment, reasonOf, StartFault } from '@stockbook/process';
import { topics } from '@stockbook/service';
import { readConfig } from '../../config.js';
import { definitions } from '../../definitions.js';
import { type UrlOf, withDatabases } from '../database-access.js';

/** Clocks of the database and of the brokers differ by less. */
const CLOCKS_MS = 60_000;

export interface GhostOptions {
  readonly since: Date;
}

export type ListedGhost = Event & { readonly generation: number };

/** Lists events since a time, in the topics of earlier generations, that no archive has. */
export function listGhosts(env: Environment, { since }: GhostOptions): Promise<ListedGhost[]> {
  const config = readKafkaConfig(env);
  return withDatabases(readConfig(env), { schemas: services }, (urlOf) =>
    withSenders(urlOf, async (senders) => {
      const current = Math.max(
        ...(await Promise.all(senders.map((db) => Generation.in(db)))).map(({ number }) => number),
      );
      if (!current) throw new StartFault('There are no earlier topics: run events new-generation first.');
      const search = { topics, senders, since: new Date(since.getTime() - CLOCKS_MS) };
      const ghosts: ListedGhost[] = [];
      for (let generation = 0; generation < current; generation++) {
        const found = await ghostsIn({ ...search, config: inGeneration(config, generation) });
        ghosts.push(...found.map((ghost) => ({ generation, ...ghost })));
      }
      return ghosts;
    }).catch((fault: unknown) => {
      if (fault instanceof StartFault) throw fault;
      throw new StartFault(`The topics of Kafka at ${config.brokers.join(', ')} cannot be read (${reasonOf(fault)}).`);
    }),
  );
}

async function withSenders<T>(urlOf: UrlOf, work: (senders: Db[]) => Promise<T>): Promise<T> {
  const opened: Db[] = [];
  try {
    for (const name of services)
      opened.push(new Db(await dataSourceFor(definitions[name], urlOf(name), 1).initialize(), name));
    return await work(opened);
  } finally {
    await Promise.all(opened.map((db) => db.close()));
  }
}
