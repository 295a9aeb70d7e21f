import { dataSourceFor, Db } from '@stockbook/persistence';
import type { ServiceDefinition } from '@stockbook/service';
import type { DataSource } from 'typeorm';

const TRIES = 10;

export async function withDb<T>(definition: ServiceDefinition, url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const source = await connected(definition, url);
  return work(new Db(source, definition.name)).finally(() => source.destroy());
}

/** A connection that takes longer than a second is tried again, because the machine is as busy as it can be. */
async function connected(definition: ServiceDefinition, url: string): Promise<DataSource> {
  for (let tries = 1; ; tries++) {
    try {
      return await dataSourceFor(definition, url, 1).initialize();
    } catch (fault) {
      if (tries === TRIES) throw fault;
    }
  }
}
