import type { Service } from '@stockbook/contracts';
import { parkedKeys, type Replayed, replayParked } from '@stockbook/messaging';
import { type Environment, openLog, reasonOf, StartFault } from '@stockbook/process';
import { withRouter } from '@stockbook/service';
import { type Config, readConfig } from '../../config.js';
import { definitions } from '../../definitions.js';
import { inProcess } from '../../topology.js';
import { withDatabases, withSchema } from '../database-access.js';
import { eventsOf } from '../options.js';

export interface ReplayOptions {
  readonly service: Service;
  readonly account: number;
  readonly topic: string;
  readonly key: number;
  readonly group?: string;
}

/** Lists keys with parked events, under the names of replay's options; oldest first per service. */
export function listParked(env: Environment, services: readonly Service[]) {
  return withDatabases(readConfig(env), { schemas: services }, async (urlOf) => {
    const parked = [];
    for (const service of services) {
      const keys = await withSchema(urlOf(service), definitions[service], parkedKeys);
      for (const { consumer: group, account_id: account, topic, aggregate_id: key, events, parked_at, error } of keys)
        parked.push({ service, group, account, topic, key, events, parked_at, error: firstLine(error) });
    }
    return parked;
  });
}

/** Applies a key's parked events and returns their number; a StartFault if any is left. */
export async function replay(env: Environment, options: ReplayOptions): Promise<number> {
  const { service, account, topic, key, group = service } = options;
  const { replayed, error } = await apply(readConfig(env), { ...options, group });
  if (error) {
    const next = replayed ? `Applied ${eventsOf(replayed)} of ${topic} ${key}; the next` : `${topic} ${key}`;
    throw new StartFault(`${next} failed again (${firstLine(error)}).`);
  }
  if (replayed) return replayed;
  throw new StartFault(
    `No events of ${topic} ${key} of account ${account} are parked for the group ${group} of ${service}.`,
  );
}

function apply(config: Config, { service, group, account, topic, key }: Required<ReplayOptions>): Promise<Replayed> {
  const definition = definitions[service];
  const environment = { services: inProcess().services, log: openLog('stockbook-replay', config.logLevel) };
  return withDatabases(config, { schemas: [service] }, (urlOf) =>
    withSchema(urlOf(service), definition, (db) =>
      withRouter(definition, environment, db, (router) =>
        replayParked({ db, group, router }, { account_id: account, topic, aggregate_id: key }).catch(brokenOff),
      ),
    ),
  );
}

const brokenOff = (fault: unknown): never => {
  throw new StartFault(`The replay was broken off (${reasonOf(fault)}): what is applied stays; it can be repeated.`);
};

const firstLine = (error: string | null): string | null => error && error.split('\n', 1)[0]!;
